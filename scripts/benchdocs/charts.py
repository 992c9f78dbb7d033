"""Geometry of the charts: numbers of the suite become places on the page.

Horizontal positions are percentages of the chart's width, so a chart fills its column at any width
while its text keeps its size; vertical positions are pixels. Labels that would touch on a phone are
put on further rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from benchdocs.formula import Formula, Scale

NARROW = 250
"""Width of a chart on a 320 px phone, in pixels: labels must not collide at this width."""
CHARACTER = 7.5
"""Width of a digit in the charts' labels, in pixels."""
_GAP = 8
_BAND_TOP = 34
_BAND_HEIGHT = 26
_ROW = 18
_INSET = 1.5


@dataclass(frozen=True)
class Label:
    """A text under or over the axis, with its row and the side it hangs from."""

    x: str
    y: int
    anchor: str
    text: str


@dataclass(frozen=True)
class Band:
    """A level on the raw axis: from its key up to the next level's key; a point where both are one."""

    x: str
    width: str
    step: int
    """Which of the five tints it takes, 1 for the lowest level."""
    is_point: bool
    title: str


@dataclass(frozen=True)
class ScaleChart:
    """A benchmark's scoring scale, drawn."""

    height: int
    band_top: int
    band_height: int
    bands: tuple[Band, ...]
    ticks: tuple[Label, ...]
    normalised: tuple[Label, ...]
    normalised_y: int
    threshold: Label | None


@dataclass(frozen=True)
class Level:
    """One described level of a scale, from its key up to the next one."""

    key: Decimal
    upper: Decimal
    text: str
    verdict: str
    """Whether its scores reach the threshold, in words; empty where there is none."""


def scale_chart(
    levels: Sequence[Level],
    low: Decimal,
    high: Decimal,
    formula: Formula,
    raw_threshold: Fraction | None,
    threshold: str | None,
) -> ScaleChart:
    """Lay out a scale whose levels are sorted by key; `low` is less than `high`.

    `threshold` is the text for the raw score at the threshold.
    """

    def at(value: Decimal | Fraction) -> float:
        share = (Fraction(value) - Fraction(low)) / (Fraction(high) - Fraction(low))
        return _INSET + float(share) * (100 - 2 * _INSET)

    keys = sorted({low, high, *(level.key for level in levels)})
    ticks, rows = _rows([(at(key), shown(key)) for key in keys], _BAND_TOP + _BAND_HEIGHT + 16)
    bottom = _BAND_TOP + _BAND_HEIGHT + rows * _ROW
    normalised: tuple[Label, ...] = ()
    if not formula.is_identity:
        normalised, rows = _rows(
            [(at(raw), text) for raw, text in _quarters(formula, low, high)], bottom + 38
        )
        normalised_y, bottom = bottom + 22, bottom + 26 + rows * _ROW
    else:
        normalised_y = bottom
    return ScaleChart(
        height=bottom + 6,
        band_top=_BAND_TOP,
        band_height=_BAND_HEIGHT,
        bands=tuple(_bands(levels, at)),
        ticks=ticks,
        normalised=normalised,
        normalised_y=normalised_y,
        threshold=None if raw_threshold is None else _threshold(at(raw_threshold), threshold or ""),
    )


def _quarters(formula: Formula, low: Decimal, high: Decimal) -> Iterable[tuple[Fraction, str]]:
    """Raw scores at which the normalised one is 0, a quarter and so on, as far as the scale gets there."""
    scale = Scale.of(low, high)
    for quarter in range(5):
        raw = formula.raw_at(Fraction(quarter, 4), scale)
        if raw is not None:
            yield raw, shown_fraction(Fraction(quarter, 4))


def _bands(levels: Sequence[Level], at: Callable[[Decimal], float]) -> Iterable[Band]:
    count = len(levels)
    for index, level in enumerate(levels):
        start, end = at(level.key), at(level.upper)
        step = 1 + round(4 * index / max(count - 1, 1))
        title = f"{shown(level.key)}: {level.text}"
        yield Band(_percent(start), _percent(end - start), step, start == end, title)


def _threshold(x: float, text: str) -> Label:
    anchor = "start" if x < 30 else "end" if x > 70 else "middle"
    return Label(_percent(x), 16, anchor, f"threshold {text}")


def _rows(labels: Sequence[tuple[float, str]], top: int) -> tuple[tuple[Label, ...], int]:
    """Put each label on the first row where it touches no other, even on a narrow screen."""
    ends: list[float] = []
    placed = []
    for x, text in labels:
        width = len(text) * CHARACTER
        anchor = "start" if x < 10 else "end" if x > 90 else "middle"
        start = x / 100 * NARROW - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        row = next((row for row, end in enumerate(ends) if end + _GAP <= start), len(ends))
        if row == len(ends):
            ends.append(0)
        ends[row] = start + width
        placed.append(Label(_percent(x), top + row * _ROW, anchor, text))
    return tuple(placed), len(ends)


@dataclass(frozen=True)
class WeightBar:
    """One member of a rubric: its share in the rubric, and in the component as a whole."""

    code: str
    y: int
    share_width: str
    share_text: str
    effective_width: str | None
    effective_text: str
    is_hard_gate: bool


@dataclass(frozen=True)
class WeightChart:
    """The shares of a rubric's members, both bars on one axis from 0 to 100 %."""

    height: int
    bars: tuple[WeightBar, ...]


_BAR_ROW = 52


def weight_chart(members: Sequence[tuple[str, Decimal, Decimal | None, bool]]) -> WeightChart:
    """Lay out (code, share, effective share, hard gate) rows; shares are 0 to 1, or None above components."""
    bars = tuple(
        WeightBar(
            code=code,
            y=index * _BAR_ROW,
            share_width=_percent(float(share) * 100),
            share_text=percent(share),
            effective_width=None if effective is None else _percent(float(effective) * 100),
            effective_text="–" if effective is None else percent(effective),
            is_hard_gate=is_hard_gate,
        )
        for index, (code, share, effective, is_hard_gate) in enumerate(members)
    )
    return WeightChart(height=len(bars) * _BAR_ROW, bars=bars)


def shown(value: Decimal) -> str:
    """A number of a spec as its author wrote it, never in scientific notation."""
    return f"{value:f}"


def shown_fraction(value: Fraction) -> str:
    """A computed number, rounded to four decimals and marked where that is not exact."""
    rounded = round(value, 4)
    text = f"{float(rounded):.4f}".rstrip("0").rstrip(".")
    return text if rounded == value else f"≈ {text}"


def percent(share: Decimal) -> str:
    """A share of 1 as a percentage with at most three decimals: 0.00625 is `0.625 %`."""
    text = f"{(share * 100).quantize(Decimal('0.001'), ROUND_HALF_UP):f}"
    text = text.rstrip("0").rstrip(".")
    return f"{text} %"


def _percent(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") + "%"
