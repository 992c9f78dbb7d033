"""Make what the page of decisions shows: values with their states, and how much of each rubric is decided."""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from benchdocs.site.views.decisions import value_name
from benchdocs.site.views.spec import SpecView
from benchdocs.site.views.suite import Views
from benchdocs.specs.choices import Choice, DecisionState
from benchdocs.specs.fields import Fields
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.numbers import shown
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.decisions import state_of, values
from benchdocs.suite.suite import Suite

_ON_CARD = (
    *("weight", "threshold", "criticality", "evaluator_type"),
    *("aggregation_method", "passing_threshold", "members"),
)
"""The values that have a place of their own at the top of a spec's page."""


class DecisionTable(NamedTuple):
    """The values of one kind of spec, those first whose specs matter most.

    Attributes:
        is_label_alike: Whether the labels of all specs are in the same state.
        columns: The titles of all other values whose states differ, and of weights, by value.
        alike: The titles of the values whose states do not differ, by state.
    """

    kind: str
    views: Sequence[SpecView]
    is_label_alike: bool
    columns: dict[str, str]
    alike: dict[DecisionState, list[str]]

    def text(self, view: SpecView, value: str) -> str:
        """Return a value as the page writes it; a long one is only said to be stated."""
        written = getattr(view.spec.fields, value, None)
        if isinstance(written, Choice):
            return written.label
        return shown(written) if isinstance(written, Decimal) else "stated"

    def place(self, view: SpecView, value: str) -> str:
        """Return the anchor of a value on the page of its spec; a rubric at the top shows no weight."""
        is_shown = value != "weight" or view.figures.effective_weight is not None or view.unused_by
        return f"value-{value.replace('_', '-')}" if value in _ON_CARD and is_shown else "decisions"


class Progress(NamedTuple):
    """How many values of a rubric and of its benchmarks are in which state."""

    view: SpecView
    counts: Counter[DecisionState]

    def share(self, state: DecisionState) -> Decimal:
        """Return the share of the values that are in a state."""
        return Decimal(self.counts[state]) / max(self.counts.total(), 1)


def decision_tables(views: Views) -> tuple[DecisionTable, DecisionTable]:
    """Return the table of the benchmarks and that of the rubrics."""
    return _table(Benchmark, views.benchmarks, views.suite), _table(Rubric, views.rubrics, views.suite)


def progress(views: Views) -> list[Progress]:
    """Return the progress of every rubric, that with the largest share of established values first."""
    counts = {view.code: _states(view.spec) for view in views.rubrics}
    for view in views.benchmarks:
        if view.figures.parent_rubric in counts:
            counts[view.figures.parent_rubric] += _states(view.spec)
    found = [Progress(view, counts[view.code]) for view in views.rubrics]
    return sorted(found, key=lambda each: -each.share(DecisionState.ESTABLISHED))


def _states(spec: AnySpec) -> Counter[DecisionState]:
    """Return how many of a spec's values are in which state."""
    return Counter(state_of(spec, value) for value in values(spec))


def _table(model: type[Fields], views: Sequence[SpecView], suite: Suite) -> DecisionTable:
    found: dict[str, set[DecisionState]] = {name: set() for name in model.decided()}
    for view in views:
        for value in values(view.spec):
            found[value].add(state_of(view.spec, value))
    columns: dict[str, str] = {}
    alike: dict[DecisionState, list[str]] = {}
    for value, states in found.items():
        title = value_name(value)
        if len(states) > 1 or value == "weight":
            columns[value] = title
            continue
        for state in states:
            alike.setdefault(state, []).append(title)
    weight = {view.code: suite.effective_weight(suite.counted_as(view.spec)) or 0 for view in views}
    ordered = sorted(views, key=lambda view: (not view.is_hard_gate, not view.gate, -weight[view.code]))
    is_label_alike = columns.pop("label", None) is None
    return DecisionTable(f"{model.__name__}s", ordered, is_label_alike, columns, alike)
