"""Geometry of a band between two curves, with marked points that the table beside it repeats.

As in the other charts, horizontal positions are percentages and vertical ones pixels. The lines alone are
drawn in a box of their own, which is stretched to the width.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from benchdocs.site.charts.bars import percentage

LEFT, WIDTH = 13.0, 84.0
"""Where the axis starts, and how long it is, in percent."""
TOP, HEIGHT = 24, 200
"""Where the highest value is drawn, and how far below it the lowest one, in pixels."""
STRETCH = 1000
"""Width of the box in which the lines are drawn."""


class CurvePoint(NamedTuple):
    """A marked point: the texts of both its values, and its place."""

    at: str
    value: str
    x: str
    y: float


class Curve(NamedTuple):
    """A curve with its marked points; `line` holds those of its line."""

    name: str
    line: str
    points: tuple[CurvePoint, ...]


class Tick(NamedTuple):
    """A number beside an axis; `place` is a percentage across, pixels down."""

    text: str
    place: str
    anchor: str = "middle"


class BandChart(NamedTuple):
    """A band with its axes; `band` says what its first two curves are the ends of; the table lists all."""

    id: str
    title: str
    band: str
    across: str
    up: str
    curves: tuple[Curve, ...]
    across_ticks: tuple[Tick, ...]
    up_ticks: tuple[Tick, ...]
    top: int = TOP
    height: int = HEIGHT

    @property
    def area(self) -> str:
        """The points around what lies between the two curves."""
        low, high = (curve.line.split() for curve in self.curves[:2])
        return " ".join((*low, *reversed(high)))


class Axis(NamedTuple):
    """The horizontal axis: what it counts, where its curves are drawn, which of it is marked, its texts."""

    name: str
    drawn: Sequence[int]
    marked: Sequence[int]
    ticks: Sequence[int]
    text: Callable[[int], str] = str

    def share(self, value: int) -> float:
        """Return where on the axis a value is, from 0 to 1."""
        return (value - self.drawn[0]) / (self.drawn[-1] - self.drawn[0])

    def place(self, value: int) -> str:
        """Return where in the chart a value is."""
        return percentage(LEFT + WIDTH * self.share(value))


class Values(NamedTuple):
    """The vertical axis: what it measures, its ticks from its lowest value to its highest, its texts."""

    name: str
    ticks: Sequence[float]
    text: Callable[[float], str]


def band_chart(
    id: str, title: str, band: str, axis: Axis, up: Values, values: Mapping[str, Sequence[float]]
) -> BandChart:
    """Lay out a band between two curves, the lower one first; only its table has more.

    `values` are those of each curve wherever it is drawn, by its name.
    """
    low, high = up.ticks[0], up.ticks[-1]

    def down(value: float) -> float:
        return TOP + HEIGHT * (high - value) / (high - low)

    curves = []
    for name, heights in values.items():
        line, points = [], []
        for place, reached in zip(axis.drawn, heights, strict=True):
            line.append(f"{axis.share(place) * STRETCH:.1f},{down(reached) - TOP:.2f}")
            if place in axis.marked:
                y = round(down(reached), 2)
                points.append(CurvePoint(axis.text(place), up.text(reached), axis.place(place), y))
        curves.append(Curve(name, " ".join(line), tuple(points)))
    below = []
    for value in axis.ticks:
        anchor = "end" if value == axis.drawn[-1] else "middle"
        below.append(Tick(axis.text(value), axis.place(value), anchor))
    beside = [Tick(f"{value:g}", f"{down(value):g}", "end") for value in up.ticks]
    return BandChart(id, title, band, axis.name, up.name, tuple(curves), tuple(below), tuple(beside))
