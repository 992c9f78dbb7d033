"""Compare two wordings of a text word by word."""

from enum import StrEnum
from typing import NamedTuple

CONTEXT = 8
"""Unchanged words shown on each side of a change; longer runs are shortened."""
MOST_PAIRS = 4_000_000
"""Most pairs of words that are compared; longer wordings are shown whole, one after the other."""
ELLIPSIS = "…"


class Fate(StrEnum):
    """What happened to some words."""

    KEPT = "kept"
    GONE = "gone"
    NEW = "new"


class DiffPiece(NamedTuple):
    """Consecutive words that share a fate."""

    fate: Fate
    text: str


def word_diff(old: str, new: str) -> tuple[DiffPiece, ...]:
    """Return the words of both wordings in order, those removed before those added."""
    before, after = old.split(), new.split()
    if len(before) * len(after) > MOST_PAIRS:
        return DiffPiece(Fate.GONE, " ".join(before)), DiffPiece(Fate.NEW, " ".join(after))
    from difflib import SequenceMatcher  # only who shows changed texts pays for it

    pieces: list[DiffPiece] = []
    for tag, start, end, new_start, new_end in SequenceMatcher(None, before, after, False).get_opcodes():
        if tag == "equal":
            words = _shortened(before[start:end], at_start=not start, at_end=end == len(before))
            pieces.append(DiffPiece(Fate.KEPT, words))
            continue
        if end > start:
            pieces.append(DiffPiece(Fate.GONE, " ".join(before[start:end])))
        if new_end > new_start:
            pieces.append(DiffPiece(Fate.NEW, " ".join(after[new_start:new_end])))
    return tuple(pieces)


def _shortened(words: list[str], *, at_start: bool, at_end: bool) -> str:
    """Return unchanged words, with an ellipsis for those far from every change."""
    head = 0 if at_start else CONTEXT
    tail = 0 if at_end else CONTEXT
    if len(words) > head + tail + 1:
        words = [*words[:head], ELLIPSIS, *words[len(words) - tail :]]
    return " ".join(words)
