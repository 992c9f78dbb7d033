"""Geometry of curves over one axis, with marked points that the table beside them repeats.

As in the other charts, horizontal positions are percentages and vertical ones pixels. The lines alone are
drawn in a box of their own, which is stretched to the width.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
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


class CurveChart(NamedTuple):
    """Curves with their axes and, where there is one, a vertical line at a threshold.

    `band` is what its two curves are the ends of, or empty where each is by itself.
    """

    id: str
    title: str
    across: str
    up: str
    curves: tuple[Curve, ...]
    across_ticks: tuple[Tick, ...]
    up_ticks: tuple[Tick, ...]
    threshold: Tick | None
    band: str
    top: int = TOP
    height: int = HEIGHT

    @property
    def area(self) -> str:
        """The points around what lies between the ends of a band."""
        low, high = (curve.line.split() for curve in self.curves)
        return " ".join((*low, *reversed(high)))


class Axis(NamedTuple):
    """The horizontal axis: what it measures, what its curves are drawn from, and which of it is marked."""

    name: str
    drawn: Sequence[Fraction]
    marked: Sequence[Fraction]
    ticks: Sequence[Fraction]
    text: Callable[[Fraction], str]

    def share(self, value: Fraction) -> Fraction:
        """Return where on the axis a value is, from 0 to 1."""
        return (value - self.drawn[0]) / (self.drawn[-1] - self.drawn[0])

    def place(self, value: Fraction) -> str:
        """Return where in the chart a value is."""
        return percentage(LEFT + WIDTH * float(self.share(value)))


class Values(NamedTuple):
    """The vertical axis: what it measures, its ticks from its lowest value to its highest, its texts.

    `whole` is what the ticks write in place of 1.
    """

    name: str
    ticks: Sequence[float]
    text: Callable[[float], str]
    whole: int = 1


def curve_chart(
    id: str,
    title: str,
    axis: Axis,
    up: Values,
    curves: Mapping[str, Callable[[Fraction], float]],
    threshold: Fraction | None = None,
    band: str = "",
) -> CurveChart:
    """Lay out curves by name."""
    low, high = up.ticks[0], up.ticks[-1]

    def down(value: float) -> float:
        return TOP + HEIGHT * (high - value) / (high - low)

    def point(value: Fraction, curve: Callable[[Fraction], float]) -> CurvePoint:
        reached = curve(value)
        return CurvePoint(axis.text(value), up.text(reached), axis.place(value), round(down(reached), 2))

    def line(curve: Callable[[Fraction], float]) -> str:
        places = ((float(axis.share(at)) * STRETCH, down(curve(at)) - TOP) for at in axis.drawn)
        return " ".join(f"{x:.1f},{y:.2f}" for x, y in places)

    return CurveChart(
        id,
        title,
        axis.name,
        up.name,
        tuple(
            Curve(name, line(curve), tuple(point(value, curve) for value in axis.marked))
            for name, curve in curves.items()
        ),
        tuple(
            Tick(axis.text(value), axis.place(value), "end" if value == axis.drawn[-1] else "middle")
            for value in axis.ticks
        ),
        tuple(Tick(f"{up.whole * value:g}", f"{down(value):g}", "end") for value in up.ticks),
        None if threshold is None else Tick(axis.text(threshold), axis.place(threshold)),
        band,
    )
