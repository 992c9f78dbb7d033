"""Make the tables of who decided what: every value of every benchmark and rubric."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from benchdocs.site.views.spec import SpecView
from benchdocs.site.views.suite import Views
from benchdocs.specs.choices import DecisionState
from benchdocs.specs.fields import Fields
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.suite.decisions import state_of, values

Row = tuple[SpecView, tuple[DecisionState | None, ...]]
"""A spec, and how far each value is settled; None where it does not state the value."""


class Matrix(NamedTuple):
    """The values of one kind of spec."""

    kind: str
    values: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def totals(self) -> Iterator[tuple[DecisionState, list[int]]]:
        """For each state the number of specs with a value in it, by value."""
        for state in DecisionState:
            yield state, [states.count(state) for states in zip(*(own for _, own in self.rows), strict=True)]


def matrices(views: Views) -> tuple[Matrix, Matrix]:
    """Return the matrix of the benchmarks and that of the rubrics."""
    return _matrix(Benchmark, views.benchmarks), _matrix(Rubric, views.rubrics)


def _matrix(model: type[Fields], views: Sequence[SpecView]) -> Matrix:
    names = tuple(model.decided())
    rows = []
    for view in views:
        stated = values(view.spec)
        rows.append((view, tuple(state_of(view.spec, name) if name in stated else None for name in names)))
    return Matrix(f"{model.__name__}s", names, tuple(rows))
