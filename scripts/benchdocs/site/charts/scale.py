"""Geometry of the scale chart: a scoring scale with its levels, ticks and threshold.

Horizontal positions are percentages of the chart's width, so a chart fills its column at any width
while its text keeps its size; vertical positions are pixels. Labels that would touch on a phone are
placed in further rows.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from benchdocs.site.charts.lengths import DIGIT_WIDTH, percentage
from benchdocs.specs.formula import Formula, Scale
from benchdocs.specs.numbers import shown, shown_fraction

NARROW = 250
"""Width of a chart on a 320 px phone, in pixels: labels must not collide at this width."""
_GAP = 8
_CLEAR = 3
_BAND_TOP = 34
_BAND_HEIGHT = 26
_ROW = 18
_INSET = 1.5


class Label(NamedTuple):
    """A text below or above the axis, with its position and text anchor."""

    x: str
    y: int
    anchor: str
    text: str
    dx: int = 0
    """Pixels between it and the line that leads to it."""


class Band(NamedTuple):
    """A level on the raw axis: from its key up to the next level's key; a point where both are one."""

    x: str
    width: str
    step: int
    """Number of its tint, from 1 for the lowest level to 5."""
    is_point: bool
    title: str


class ScaleChart(NamedTuple):
    """The chart of a benchmark's scoring scale."""

    height: int
    band_top: int
    band_height: int
    bands: tuple[Band, ...]
    ticks: tuple[Label, ...]
    normalized: tuple[Label, ...]
    normalized_y: int
    threshold: Label | None


class Level(NamedTuple):
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
    ticks, rows = _place_labels([(at(key), shown(key)) for key in keys], _BAND_TOP + _BAND_HEIGHT + 16)
    bottom = _BAND_TOP + _BAND_HEIGHT + rows * _ROW
    normalized: tuple[Label, ...] = ()
    scale = Scale.of(low, high)
    if not formula.is_identity(scale):
        quarters = ((formula.raw_at(Fraction(count, 4), scale), Fraction(count, 4)) for count in range(5))
        reached = [(at(raw), shown_fraction(quarter)) for raw, quarter in quarters if raw is not None]
        normalized, rows = _place_labels(reached, bottom + 38)
        normalized_y, bottom = bottom + 22, bottom + 26 + rows * _ROW
    else:
        normalized_y = bottom
    return ScaleChart(
        height=bottom + 6,
        band_top=_BAND_TOP,
        band_height=_BAND_HEIGHT,
        bands=tuple(_bands(levels, at)),
        ticks=ticks,
        normalized=normalized,
        normalized_y=normalized_y,
        threshold=None if raw_threshold is None else _threshold(at(raw_threshold), threshold or ""),
    )


def _bands(levels: Sequence[Level], at: Callable[[Decimal], float]) -> Iterable[Band]:
    count = len(levels)
    for index, level in enumerate(levels):
        start, end = at(level.key), at(level.upper)
        step = 1 + round(4 * index / max(count - 1, 1))
        title = f"{shown(level.key)}: {level.text}"
        yield Band(percentage(start), percentage(end - start), step, start == end, title)


def _threshold(x: float, text: str) -> Label:
    anchor = "start" if x < 30 else "end" if x > 70 else "middle"
    return Label(percentage(x), 16, anchor, f"threshold {text}")


def _place_labels(labels: Sequence[tuple[float, str]], top: int) -> tuple[tuple[Label, ...], int]:
    """Place each label where it touches no other label and no line to another, even on a narrow screen.

    A label is centered on its line or hangs from it towards the widest gap there is. From that gap they are
    placed outwards, so that a label never hangs over a line that is still to come.
    """
    lines = [x / 100 * NARROW for x, _ in labels]
    after_gap = 1 + max(range(len(lines) - 1), key=lambda index: lines[index + 1] - lines[index], default=0)
    placed: dict[int, _LabelPlace] = {}
    for index in (*range(after_gap, len(lines)), *reversed(range(min(after_gap, len(lines))))):
        width = len(labels[index][1]) * DIGIT_WIDTH
        placed[index] = _free_label_place(lines, index, width, placed, hangs_right=index < after_gap)
    found = tuple(
        Label(percentage(x), top + placed[index].row * _ROW, placed[index].anchor, text, placed[index].dx)
        for index, (x, text) in enumerate(labels)
    )
    return found, max((label.row for label in placed.values()), default=-1) + 1


class _LabelPlace(NamedTuple):
    """The position of a label, in pixels of a narrow chart."""

    row: int
    anchor: str
    dx: int
    start: float
    end: float


def _free_label_place(
    lines: Sequence[float], index: int, width: float, placed: Mapping[int, _LabelPlace], *, hangs_right: bool
) -> _LabelPlace:
    line = lines[index]
    inward = ("start", _CLEAR, line + _CLEAR) if hangs_right else ("end", -_CLEAR, line - width - _CLEAR)
    deepest = max((other.row for other in placed.values()), default=0)
    for row in range(deepest + 1):
        for anchor, dx, start in (("middle", 0, line - width / 2), inward):
            found = _LabelPlace(row, anchor, dx, start, start + width)
            inside = start >= 0 and found.end <= NARROW
            if inside and not any(
                _touches(found, line, lines[other], placed.get(other))
                for other in range(len(lines))
                if other != index
            ):
                return found
    anchor, dx, start = inward
    return _LabelPlace(deepest + 1, anchor, dx, start, start + width)


def _touches(label: _LabelPlace, line: float, other_line: float, other: _LabelPlace | None) -> bool:
    """Return whether a label or its line touches another; one without a row yet will be below all."""
    covers = label.start - _CLEAR < other_line < label.end + _CLEAR
    if other is None or other.row > label.row:
        return covers
    if other.row == label.row:
        return label.start < other.end + _GAP and other.start < label.end + _GAP
    return other.start - _CLEAR < line < other.end + _CLEAR
