"""Answer a mistyped code or file name with the known one that is closest, fast in a suite of any size."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cached_property
from itertools import chain

from benchdocs.finding import did_you_mean

_CANDIDATES = 20
"""Known words, those that share most with the mistyped one, that are compared letter by letter."""


class Vocabulary:
    """Known words, found by the three-letter pieces they are made of."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = words

    def did_you_mean(self, word: str) -> str | None:
        """A hint that names the closest known word, or None where none is close."""
        shared = Counter(chain.from_iterable(self._by_piece.get(piece, ()) for piece in _pieces(word)))
        return did_you_mean(word, [candidate for candidate, _ in shared.most_common(_CANDIDATES)])

    @cached_property
    def _by_piece(self) -> dict[str, list[str]]:
        by_piece = defaultdict(list)
        for word in self._words:
            for piece in dict.fromkeys(_pieces(word)):
                by_piece[piece].append(word)
        return dict(by_piece)


def _pieces(word: str) -> list[str]:
    padded = f" {word.lower()} "
    return [padded[index : index + 3] for index in range(len(padded) - 2)]
