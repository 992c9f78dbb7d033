"""Geometry of bars: lengths, the levels of a scoring scale, and a spec's part of its rubric's weight."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

_TINTS = 5
_MOST_SEGMENTS = 40
"""Parts of a small bar that can be distinguished."""
Segment = tuple[str, str, bool]
"""A member's part of a bar that is its whole rubric: where it starts, its width, if it is the own."""


def percentage(value: float) -> str:
    """Return a position or width in percent of a chart's width, as SVG writes it."""
    return f"{value:.3f}".rstrip("0").rstrip(".") + "%"


def share_width(share: Decimal) -> str:
    """Return a share of 1 as a length on an axis from 0 to 1."""
    return percentage(float(share) * 100)


class ScaleBar(NamedTuple):
    """A level's part of a bar that is the whole scale; a point where the level is the highest score alone."""

    x: str
    width: str
    tint: int
    """From 1 for the lowest level to 5."""
    is_point: bool


def position(value: Decimal | Fraction, low: Decimal, high: Decimal) -> str:
    """Return where on a bar a score lies; `low` is less than `high`."""
    return percentage(_at(value, low, high))


def scale_bars(bounds: Sequence[tuple[Decimal, Decimal]], low: Decimal, high: Decimal) -> list[ScaleBar]:
    """Lay out levels, each given by its lowest score and by where the next one begins, the lowest first."""
    bars = []
    for index, (start, end) in enumerate(bounds):
        x, until = _at(start, low, high), _at(end, low, high)
        tint = 1 + round((_TINTS - 1) * index / max(len(bounds) - 1, 1))
        bars.append(ScaleBar(percentage(x), percentage(until - x), tint, start == end))
    return bars


def _at(value: Decimal | Fraction, low: Decimal, high: Decimal) -> float:
    return float(100 * (Fraction(value) - Fraction(low)) / (Fraction(high) - Fraction(low)))


def weight_segments(shares: Sequence[tuple[bool, Decimal | None]]) -> tuple[Segment, ...]:
    """Lay out a rubric's (own, share) pairs in their order; nothing where a share cannot be worked out.

    Of very many members, those on either side of the own one are drawn as one.
    """
    segments: list[Segment] = []
    start = Decimal(0)
    known = [(is_own, share) for is_own, share in shares if share is not None]
    drawn = known if len(known) == len(shares) else []
    if len(drawn) > _MOST_SEGMENTS:
        runs = groupby(drawn, key=itemgetter(0))
        drawn = [(is_own, sum((share for _, share in run), Decimal(0))) for is_own, run in runs]
    for is_own, share in drawn:
        segments.append((share_width(start), share_width(share), is_own))
        start += share
    return tuple(segments)
