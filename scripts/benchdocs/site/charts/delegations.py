"""Geometry of the delegation graph: codes in a column, scope handed over as arcs beside it.

An arc on the right leads down the column, one on the left leads up it, so that its side shows who gives and
who takes. Horizontal positions are percentages of the width of a side and vertical ones pixels, as in the
other charts.
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from benchdocs.site.charts.lengths import percentage

_ROW = 24
_GROUP_GAP = 10
_NEAREST, _FARTHEST = 12.0, 97.0
"""Reach of the shortest and of the longest arc, in percent of the width of a side."""


class Arc(NamedTuple):
    """Half an ellipse from a giver to a taker; `y` is its middle, `rx` its reach."""

    y: float
    rx: str
    ry: float


class DelegationNode(NamedTuple):
    """A code with the arcs that lead from it."""

    code: str
    y: int
    down: tuple[Arc, ...]
    up: tuple[Arc, ...]
    takes_from_above: bool
    takes_from_below: bool
    gives: tuple[str, ...]
    takes: tuple[str, ...]


class DelegationChart(NamedTuple):
    """The graph with its total height."""

    height: int
    nodes: tuple[DelegationNode, ...]


def delegation_chart(groups: Iterable[Sequence[str]], edges: Iterable[tuple[str, str]]) -> DelegationChart:
    """Lay out codes in their groups, and (giver, taker) edges; codes without one are left out."""
    pairs = tuple(dict.fromkeys(edges))
    linked = {code for pair in pairs for code in pair}
    height, y = 0, {}
    for group in groups:
        drawn = [code for code in group if code in linked]
        for code in drawn:
            y[code] = height + _ROW // 2
            height += _ROW
        height += _GROUP_GAP if drawn else 0
    longest = max((abs(y[giver] - y[taker]) for giver, taker in pairs), default=1)

    def arc(giver: str, taker: str) -> Arc:
        distance = abs(y[giver] - y[taker])
        # By the square root, so that the many short arcs do not lie on each other.
        reach = _NEAREST + (_FARTHEST - _NEAREST) * sqrt(distance / longest)
        return Arc((y[giver] + y[taker]) / 2, percentage(reach), distance / 2)

    def node(code: str) -> DelegationNode:
        gives = tuple(taker for giver, taker in pairs if giver == code)
        takes = tuple(giver for giver, taker in pairs if taker == code)
        return DelegationNode(
            code=code,
            y=y[code],
            down=tuple(arc(code, taker) for taker in gives if y[taker] > y[code]),
            up=tuple(arc(code, taker) for taker in gives if y[taker] < y[code]),
            takes_from_above=any(y[giver] < y[code] for giver in takes),
            takes_from_below=any(y[giver] > y[code] for giver in takes),
            gives=gives,
            takes=takes,
        )

    return DelegationChart(max(height - _GROUP_GAP, 0), tuple(node(code) for code in y))
