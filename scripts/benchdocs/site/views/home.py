"""The suite as the home page shows it: a map, and the numbers of benchmarks by evaluator, gate and status."""

from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cached_property

from benchdocs.site.charts.lengths import percentage
from benchdocs.site.charts.suite_map import LAYOUTS, MapGroup, MapItem, SuiteMap, suite_map
from benchdocs.site.views.spec import EVALUATOR_NAMES, GATE_NAMES, NO_GATE, Member
from benchdocs.site.views.suite import Views
from benchdocs.specs.choices import Status
from benchdocs.suite.codes import component_of

MOST_BOXES = 300
"""Benchmarks that the map draws individually; in a larger suite each box is a rubric."""


MixPart = tuple[str, int, str, str]
"""A value of a trait, how many benchmarks share it, and their part of a bar: its x and its width."""


class Overview:
    """The computed contents of the home page."""

    def __init__(self, views: Views) -> None:
        self.views = views

    @cached_property
    def maps(self) -> tuple[SuiteMap, ...]:
        """The map in each layout; none where nothing has a weight."""
        groups = self._of_rubrics if self.is_large else self._of_benchmarks
        maps = (suite_map(groups, layout) for layout in LAYOUTS)
        return tuple(drawn for drawn in maps if drawn.blocks)

    @property
    def is_large(self) -> bool:
        """Whether a box of the map is a rubric; else it is a benchmark."""
        return len(self.views.benchmarks) > MOST_BOXES

    @property
    def _of_benchmarks(self) -> list[MapGroup]:
        """Rubrics with their benchmarks."""
        return [
            MapGroup(rubric.code, rubric.label, tuple(map(_map_item, rubric.members)))
            for rubric in self.views.rubrics
            if not rubric.is_composite
        ]

    @property
    def _of_rubrics(self) -> list[MapGroup]:
        """Composites with the rubrics that they list; rubrics that none lists belong to their component."""
        items: dict[str, list[MapItem]] = {}
        for rubric in self.views.rubrics:
            weights = (member.effective for member in rubric.members if member.effective is not None)
            above = rubric.composite.code if rubric.composite else component_of(rubric.code)
            if not rubric.is_composite:
                items.setdefault(above, []).append(MapItem(rubric.code, sum(weights, Decimal(0))))
        labels = {code: self.views.rubric[code].label for code in items if code in self.views.rubric}
        return [MapGroup(code, labels.get(code, ""), tuple(found)) for code, found in items.items()]

    @property
    def mixes(self) -> Iterator[tuple[str, str, list[MixPart]]]:
        """Numbers of benchmarks by evaluator, gate and status, each with its filter's name and a title."""
        views = self.views.benchmarks
        gates = (*GATE_NAMES.values(), NO_GATE)
        yield "evaluator", "Who judges", _parts((view.evaluator for view in views), EVALUATOR_NAMES.values())
        yield "gate", "What a miss does", _parts((view.gate or NO_GATE for view in views), gates)
        yield "status", "How settled", _parts((view.status for view in views), Status)


def _parts(values: Iterable[str], order: Iterable[str]) -> list[MixPart]:
    """Return the values that occur: those of the given order first, then the others."""
    counts = Counter(values)
    start, total = 0, counts.total()
    parts: list[MixPart] = []
    for name in dict.fromkeys((*order, *counts)):
        if counts[name]:
            x, width = percentage(100 * start / total), percentage(100 * counts[name] / total)
            parts.append((name, counts[name], x, width))
            start += counts[name]
    return parts


def _map_item(member: Member) -> MapItem:
    is_marked = member.is_hard_gate or member.status == Status.ACTIVE
    return MapItem(member.code, member.effective or Decimal(0), is_marked)
