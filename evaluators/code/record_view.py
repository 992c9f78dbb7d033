"""What scripts see of a record: what it holds under a key, what it says about a topic, and which times.

A view leaves out evidence, marks for unknown, and two or more sentences copied in a row from the dictation.
What evidence quotes is read by functions of its own.
"""

import itertools
import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from comparison import entries, gathered, mappings, record_of
from constants import without_constants
from texts import has_content, is_mark_for_unknown, leaves, normal, text_of

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_NUMBER_WORD = (
    r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred"
    r"|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
)
SPELLED_NUMBER = re.compile(
    rf"\b(?:{_NUMBER_WORD}|once|twice|first|second|third|single|both|half|couple|pair|several)\b"
)
SPELLED_TIME = re.compile(rf"\b{_NUMBER_WORD}[ -]{_NUMBER_WORD}\b|\bnoon\b|\bmidnight\b|\bo'?clock\b")


_CONTENT_WORD = re.compile(r"[0-9]|\b(?!and\b|the\b|was\b|with\b)\w{3}")


@dataclass(frozen=True)
class Passage:
    """Text, number or truth value of a record, with the keys that lead to it.

    Attributes:
        text: What it says, in lowercase.
        words: The keys and the text, as words without punctuation.
    """

    path: tuple[str, ...]
    text: str
    words: str


class RecordView:
    """A record as scripts see it."""

    def __init__(self, output: Any, narrative: str) -> None:
        """Read an output, which may be none of a record."""
        record = record_of(output)
        self.record = None if record is None else without_constants(record)
        self.narrative = normal(narrative)
        sentences = [normal(sentence) for sentence in _SENTENCE_END.split(narrative)]
        self._dictated = {*itertools.pairwise(sentences)}

    @cached_property
    def passages(self) -> list[Passage]:
        """What the record says, each text at a place once."""
        found = []
        for path, leaf in dict.fromkeys(leaves(self.record)):
            text = self._own_words(text_of(leaf))
            if text and "evidence" not in path and has_content(leaf, *path):
                name = normal(" ".join(path).replace("_", " "))
                found.append(Passage(path, text, f"{name} {normal(text)}"))
        return found

    def _own_words(self, text: str) -> str:
        """Return a text without the sentences that are copied in a row from the dictation."""
        sentences = _SENTENCE_END.split(text)
        plain = [normal(sentence) for sentence in sentences]
        copied = {
            place
            for first, pair in enumerate(itertools.pairwise(plain))
            if pair in self._dictated
            for place in (first, first + 1)
        }
        return " ".join(sentence for place, sentence in enumerate(sentences) if place not in copied).strip()

    def at(self, keys: Collection[str], topic: str = "") -> list[Any]:
        """Return what has content under one of these keys: at whatever depth, or in rows about a topic."""
        rows = (row for row in self._rows if mentions(normal(text_of(row)), topic))
        parts = [*rows] if topic else [self.record]
        found = ((key, value) for key in keys for part in parts for value in entries(part, key))
        filled = [value for key, value in found if has_content(value, key)]
        return [value for value in filled if not is_mark_for_unknown(text_of(value))]

    def said(self, topic: str, besides: Collection[str] = ()) -> list[Passage]:
        """Return the passages that mention a topic, those below some keys aside."""
        return [
            each for each in self.passages if mentions(each.words, topic) and not {*each.path} & {*besides}
        ]

    @cached_property
    def _rows(self) -> list[dict[str, Any]]:
        """Entries of lists that are mappings; those of the evidence aside."""
        lists = [part for each in mappings(self.record) for part in each.values() if isinstance(part, list)]
        return [row for part in lists for row in part if isinstance(row, dict) and "span" not in row]

    def rows(self, topic: str) -> list[str]:
        """Return the entries of lists that are mappings and mention a topic, each as a text."""
        texts = map(text_of, self._rows)
        return [text for text in texts if mentions(normal(text), topic)]

    def listed(self, key: str) -> list[dict[str, Any]]:
        """Return the mappings in the lists under a key."""
        return [entry for entry in gathered(self.record, key) if isinstance(entry, dict)]

    def marks(self, key: str) -> list[str]:
        """Return the marks for unknown under a key."""
        texts = [value for value in entries(self.record, key) if isinstance(value, str)]
        return [text for text in texts if normal(text) and is_unknown(text)]


def mentions(words: str, topic: str) -> bool:
    """Return whether a text, as words, mentions a topic: all words of one of the entries between its commas.

    A word of an entry is the beginning of one in the text, or the whole if a period ends it; the text itself
    has to begin with one after a `^`.
    """
    return _search(topic).search(words) is not None


@cache
def _search(topic: str) -> re.Pattern[str]:
    entries = filter(None, map(str.split, topic.split(",")))
    single, several = [], []
    for entry in entries:
        words = [_word(part) for part in entry]
        if len(words) == 1:
            single += words
        else:
            several.append("^" + "".join(f"(?=.*?{word})" for word in words))
    return re.compile("|".join([*several, *single]) or r"(?!)")


def _word(beginning: str) -> str:
    start = "^" if beginning.startswith("^") else r"(?<![^\W_])"
    end = r"(?![^\W_])" if beginning.endswith(".") else ""
    return f"{start}{re.escape(beginning.strip('^.'))}{end}"


def is_unknown(value: Any) -> bool:
    """Return whether a text says that its value is not known, alone or before other words."""
    parts = re.split(r"[,;.:(]", text_of(value))
    return any(part.strip() and is_mark_for_unknown(part) for part in parts)


def is_quoted(quote: Any, text: Any) -> bool:
    """Return whether the words of a quote, not only short ones, stand in a text, one after the other."""
    words = normal(text_of(quote))
    return _CONTENT_WORD.search(words) is not None and f" {words} " in f" {normal(text_of(text))} "


def covers_most(quote: Any, text: Any) -> bool:
    """Return whether a quote is more than half as long as the text that it comes from."""
    return 2 * len(normal(text_of(quote))) > len(normal(text_of(text)))
