"""The suite as the home page shows it: a matrix of rubrics and benchmarks, in several colorings."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from benchdocs.history.signatures import Reviewed
from benchdocs.site.views.aggregation import counts_in_words
from benchdocs.site.views.missing_values import NONE, share_text
from benchdocs.site.views.spec import NO_GATE, BenchmarkView, RubricView, status_label
from benchdocs.site.views.suite import Views
from benchdocs.specs.choices import Criticality, DecisionState, EvaluatorType, Status
from benchdocs.suite.codes import component_of
from benchdocs.suite.files import grouped
from benchdocs.suite.reviews import Standing

WEIGHT_STEPS = 4
"""Parts of the largest effective weight for which the matrix has a color each."""
_REJECTED = "rejected"


class CellMark(NamedTuple):
    """What a cell says in one coloring, and the name of its color."""

    words: str
    color: str


class Cell(NamedTuple):
    """A benchmark, or a rubric of a large suite, with its mark in each coloring by the coloring's name."""

    code: str
    label: str
    marks: Mapping[str, CellMark]


class RubricColumn(NamedTuple):
    """A rubric with its benchmarks, or a composite with its rubrics; `view` is None where it has no file."""

    code: str
    view: RubricView | None
    cells: tuple[Cell, ...]

    @property
    def id(self) -> str:
        """The id of its heading, without what a code that breaks the rules may contain."""
        return "rubric-" + re.sub(r"[^a-z0-9]+", "-", self.code.lower())


class Coloring(NamedTuple):
    """One way to color the matrix, with the colors that occur and how many cells have each."""

    name: str
    title: str
    legend: tuple[tuple[CellMark, int], ...]


class Overview:
    """The computed contents of the home page."""

    def __init__(self, views: Views, reviewed: Mapping[str, Reviewed]) -> None:
        self.views = views
        self._reviewed = reviewed

    @property
    def needs_decisions(self) -> bool:
        """Whether a benchmark is a draft, or a value is not established or cannot be read."""
        views = self.views
        undecided = views.states.total() - views.states[DecisionState.ESTABLISHED]
        return bool(views.drafts or undecided) or views.is_settled_unknown

    @cached_property
    def groups(self) -> dict[str, list[RubricColumn]]:
        """The columns of the matrix by category; under one empty name in a large suite."""
        if self.views.is_large:
            return {"": list(self._composites())}
        groups: dict[str, list[RubricColumn]] = {}
        by_parent = grouped((view.figures.parent_rubric, view) for view in self.views.benchmarks)
        for name, rubrics in self.views.categories.items():
            for rubric in rubrics:
                if not rubric.is_composite:
                    members = by_parent.pop(rubric.code, ())
                    column = RubricColumn(rubric.code, rubric, tuple(map(self._benchmark, members)))
                    groups.setdefault(name, []).append(column)
        for parent, members in by_parent.items():
            column = RubricColumn(parent, None, tuple(map(self._benchmark, members)))
            groups.setdefault("In no rubric", []).append(column)
        return groups

    def _composites(self) -> Iterator[RubricColumn]:
        """Yield composites with the rubrics that they list; rubrics of none belong to their component."""
        below: dict[str, list[RubricView]] = {}
        for view in self.views.leaves:
            composite = view.figures.parent or component_of(view.code)
            below.setdefault(composite, []).append(view)
        for code, rubrics in below.items():
            cells = [Cell(view.code, view.label, {"weight": self._weight(view)}) for view in rubrics]
            yield RubricColumn(code, self.views.rubric.get(code), tuple(cells))

    def _benchmark(self, view: BenchmarkView) -> Cell:
        review = self._reviewed[view.code]
        words = {
            "gate": view.gate or NO_GATE,
            "evaluator": view.evaluator,
            "status": status_label(view.status),
            "review": str(review.standing),
        }
        if review.rejections:
            words["review"] = _REJECTED
        marks = {name: _mark(word) for name, word in words.items()}
        marks["weight"] = self._weight(view)
        return Cell(view.code, view.label, marks)

    def _weight(self, view: BenchmarkView | RubricView) -> CellMark:
        """Return the effective weight, or what counts where an aggregation above makes no use of it."""
        if view.within:
            return CellMark(view.effective_text, "unused")
        counted = self.views.suite.counted_as(view.spec)
        if counted is not view.spec:
            return CellMark(self._undivided(view, counted.code), "unused")
        effective = view.figures.effective_weight
        if effective is None:
            return CellMark(NONE, "unknown")
        step = 1
        while step < WEIGHT_STEPS and effective > self._step(step):
            step += 1
        return CellMark(share_text(effective), f"weight-{step}")

    def _undivided(self, view: BenchmarkView | RubricView, code: str) -> str:
        """Return what counts of a rubric that makes no use of the weights below it, for a cell there."""
        whole = self.views.rubric[code]
        words = counts_in_words(whole)
        if code != self.views.suite.above(view.spec)[0].code:
            words = f"{code}: {words}"
        together = whole.figures.effective_weight
        return words if together is None else f"{words}, {share_text(together)} together"

    @cached_property
    def _largest(self) -> Decimal:
        """The largest effective weight of a cell."""
        shown = self.views.leaves if self.views.is_large else self.views.benchmarks
        return max((view.figures.effective_weight or Decimal(0) for view in shown), default=Decimal(0))

    def _step(self, step: int) -> Decimal:
        """Return the weight up to which a color goes."""
        return self._largest * step / WEIGHT_STEPS

    @cached_property
    def colorings(self) -> tuple[Coloring, ...]:
        """The ways to color the matrix that tell cells apart, the first one chosen; a large suite has one."""
        orders: dict[str, tuple[str, Iterable[str]]] = {
            "gate": ("Gate", (*(gate.label for gate in Criticality), NO_GATE)),
            "evaluator": ("Evaluator", [kind.label for kind in EvaluatorType]),
            "status": ("Status", [status.label for status in Status]),
            "review": ("Review", (*reversed(Standing), _REJECTED)),
        }
        if self.views.is_large:
            orders.clear()
        found = []
        for name, (title, order) in orders.items():
            legend = self._legend(name, order)
            if len(legend) > 1:
                found.append(Coloring(name, title, legend))
        return (*found, Coloring("weight", "Effective weight", tuple(self._weights())))

    def _marks(self, coloring: str) -> Iterator[CellMark]:
        for columns in self.groups.values():
            for column in columns:
                for cell in column.cells:
                    yield cell.marks[coloring]

    def _legend(self, coloring: str, order: Iterable[str]) -> tuple[tuple[CellMark, int], ...]:
        """Return the marks that occur with their numbers: those of the given order first."""
        counts = Counter(self._marks(coloring))
        marks = dict.fromkeys((*map(_mark, map(str, order)), *counts))
        return tuple((mark, counts[mark]) for mark in marks if counts[mark])

    def _weights(self) -> Iterator[tuple[CellMark, int]]:
        """Yield the colors of weights with what each means and how many cells have it."""
        marks = list(self._marks("weight"))
        counts = Counter(mark.color for mark in marks)
        used = [step for step in range(1, WEIGHT_STEPS + 1) if counts[f"weight-{step}"]]
        for step in range(used[0], used[-1] + 1) if used else ():  # a scale has no holes
            words = f"up to {share_text(self._step(step))}"
            if step > 1:
                words = f"over {share_text(self._step(step - 1))} to {share_text(self._step(step))}"
            yield CellMark(words, f"weight-{step}"), counts[f"weight-{step}"]
        unused = {mark.words for mark in marks if mark.color == "unused"}
        if len(unused) == 1:
            yield CellMark(unused.pop(), "unused"), counts["unused"]
        elif unused:
            yield CellMark("none by itself", "unused"), counts["unused"]
        if counts["unknown"]:
            yield CellMark("weight not known", "unknown"), counts["unknown"]


def _mark(word: str) -> CellMark:
    """Return a word with the name of its color."""
    return CellMark(word, _slug(word))


def _slug(value: str) -> str:
    """Return a value as the name of its color."""
    return value.lower().replace(" ", "-")
