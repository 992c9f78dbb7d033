"""Geometry of bars: lengths, and the levels of a scoring scale."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

_TINTS = 5


def percentage(value: float) -> str:
    """Return a position or width in percent of a chart's width, as SVG writes it."""
    return f"{value:.3f}".rstrip("0").rstrip(".") + "%"


def share_width(share: Decimal) -> str:
    """Return a share of 1 as a length on an axis from 0 to 1."""
    return percentage(float(share) * 100)


class ScaleBar(NamedTuple):
    """A level's part of a bar that is the whole scale; a point where the level is the highest score alone.

    `tint` is from 1 for the lowest level to 5.
    """

    x: str
    width: str
    tint: int
    is_point: bool


def position(value: Decimal | Fraction, low: Decimal, high: Decimal) -> str:
    """Return where on a bar a score lies; `low` is less than `high`."""
    return percentage(_at(value, low, high))


def scale_bars(bounds: Sequence[tuple[Decimal, Decimal]], low: Decimal, high: Decimal) -> Iterator[ScaleBar]:
    """Yield the bars of levels, given by their lowest scores and by where the next ones begin, in order."""
    for index, (start, end) in enumerate(bounds):
        x, until = _at(start, low, high), _at(end, low, high)
        tint = 1 + round((_TINTS - 1) * index / max(len(bounds) - 1, 1))
        yield ScaleBar(percentage(x), percentage(until - x), tint, start == end)


def _at(value: Decimal | Fraction, low: Decimal, high: Decimal) -> float:
    return float(100 * (Fraction(value) - Fraction(low)) / (Fraction(high) - Fraction(low)))
