"""Answer a mistyped code or file name with the known one that is closest, fast in a suite of any size."""

from collections import Counter
from collections.abc import Container, Iterable
from functools import cached_property
from itertools import chain

from benchdocs.documents.spelling import closest, did_you_mean
from benchdocs.rules.support import corrections
from benchdocs.specs.discovery import RUBRIC_FOLDER, rename_hint
from benchdocs.suite.codes import component_folder
from benchdocs.suite.files import grouped
from benchdocs.suite.suite import Suite

ALIKE = 0.76
"""How alike the name of another file is for it to be the one that was meant."""
_COMMON = 300
"""Known words that share a piece, above which the piece says nothing, as the `A-` of each code does."""
_CANDIDATES = 12
"""Known words, those that share most with the mistyped one, that are compared letter by letter."""

_LONGEST = 200
_MOST_ANSWERED = 1_000
"""Most mistyped words that are answered; more of them are not typing errors."""


class Vocabulary:
    """Known words, found by the three-letter pieces they are made of."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = words
        self._answered = 0

    def closest(self, word: str, cutoff: float = 0.6) -> str | None:
        """Return the known word closest to a mistyped one, or None where none is that close."""
        return closest(word, self._candidates(word), cutoff)

    def did_you_mean(self, word: str, no: Container[str] = ()) -> str | None:
        """Return a hint that names the closest known word, or None where none is close.

        Those in `no` cannot be meant, as a spec's own code where another is to be named.
        """
        return did_you_mean(word, (near for near in self._candidates(word) if near not in no))

    def _candidates(self, word: str) -> list[str]:
        self._answered += 1
        if self._answered > _MOST_ANSWERED:
            return []
        holders = [self._by_piece.get(piece, ()) for piece in _pieces(word)]
        shared = Counter(chain.from_iterable(words for words in holders if len(words) <= _COMMON))
        return [candidate for candidate, _ in shared.most_common(_CANDIDATES)]

    @cached_property
    def _by_piece(self) -> dict[str, tuple[str, ...]]:
        return grouped((piece, word) for word in self._words for piece in dict.fromkeys(_pieces(word)))


class CodeVocabulary:
    """A suite's codes, former ones included; a numbered word is answered with a benchmark's code."""

    def __init__(self, suite: Suite) -> None:
        self._numbered = Vocabulary((*suite.benchmark, *suite.alias))
        self._plain = Vocabulary(suite.rubric)
        self._suite = suite

    def did_you_mean(self, word: str, no: Container[str] = ()) -> str | None:
        """Return a hint that names the closest code of the same kind, or None where none is close."""
        is_numbered = any(character.isdigit() for character in word)
        return (self._numbered if is_numbered else self._plain).did_you_mean(word, no)

    def spelled_right(self, word: str) -> str | None:
        """Return the known code that a word differs from only in case and separators, if any."""
        right = corrections.code(word)
        return right if right and self._suite.known_code(right) == right else None

    def hint_in_text(self, word: str, no: Container[str]) -> str | None:
        """Return a hint for a code in a text, where a word may be tied to a known code by a mere hyphen."""
        if called := file_called(self._suite, word):
            return called
        if "/" in word:
            return "write each code in full"
        base = "-".join(word.split("-")[:2])
        near = self.did_you_mean(word, no)
        is_longer = near is not None and f"`{base}" in near and f"`{base}`" not in near
        if base == word or base in no or not self._suite.known_code(base) or is_longer:
            return near
        return f"did you mean `{base}`? If the next word is not a variant, separate it with a space"


def file_called(suite: Suite, code: str) -> str | None:
    """Return a hint for a code that is the name of a file which holds another code, or which is not read."""
    spec = suite.by_file_name.get(code)
    if spec is None:
        stray = suite.unread_file(code)
        folder = component_folder(code) if any(map(str.isdigit, code)) else RUBRIC_FOLDER
        return rename_hint(stray, f"{folder}/{code}.yaml") if stray else None
    return f"correct the code in `{spec.document.path}`, which is named `{code}`, or write `{spec.code}` here"


def _pieces(word: str) -> list[str]:
    padded = f" {word[:_LONGEST].lower()} "
    return [padded[index : index + 3] for index in range(len(padded) - 2)]
