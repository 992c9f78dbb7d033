"""Compare two wordings of a text word by word."""

from collections.abc import Iterator
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
    start = _shared(before, after)
    end = _shared(before[start:][::-1], after[start:][::-1])
    middle = before[start : len(before) - end], after[start : len(after) - end]
    pieces = [
        (Fate.KEPT, before[:start]),
        *_compared(*middle),
        (Fate.KEPT, before[len(before) - end :]),
    ]
    last = len(pieces) - 1
    diff = []
    for place, (fate, words) in enumerate(pieces):
        text = " ".join(words)
        if fate is Fate.KEPT:
            text = _shortened(words, at_start=place == 0, at_end=place == last)
        if words:
            diff.append(DiffPiece(fate, text))
    return tuple(diff)


def _shared(old: list[str], new: list[str]) -> int:
    """Return how many words both start with."""
    for place, (before, after) in enumerate(zip(old, new, strict=False)):
        if before != after:
            return place
    return min(len(old), len(new))


def _compared(old: list[str], new: list[str]) -> Iterator[tuple[Fate, list[str]]]:
    if len(old) * len(new) > MOST_PAIRS:
        yield from ((Fate.GONE, old), (Fate.NEW, new))
        return
    from difflib import SequenceMatcher  # only who shows changed texts pays for it

    for tag, old_start, old_end, new_start, new_end in SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        if tag == "equal":
            yield Fate.KEPT, old[old_start:old_end]
        else:
            yield Fate.GONE, old[old_start:old_end]
            yield Fate.NEW, new[new_start:new_end]


def _shortened(words: list[str], *, at_start: bool, at_end: bool) -> str:
    """Return unchanged words, with an ellipsis for those far from every change."""
    head = 0 if at_start else CONTEXT
    tail = 0 if at_end else CONTEXT
    if len(words) > head + tail + 1:
        words = [*words[:head], ELLIPSIS, *words[len(words) - tail :]]
    return " ".join(words)
