"""Make what the page of decisions shows: values with their states, and how much of each rubric is decided."""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from benchdocs.reports.text import listed
from benchdocs.site.views.decisions import value_name
from benchdocs.site.views.spec import SpecView
from benchdocs.site.views.suite import Views
from benchdocs.specs.choices import Choice, DecisionState
from benchdocs.specs.fields import Fields
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.numbers import counted, shown
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.decisions import decision_on, state_of, values
from benchdocs.suite.suite import Suite

_ON_CARD = (
    *("weight", "threshold", "criticality", "evaluator_type"),
    *("aggregation_method", "passing_threshold", "members"),
)
"""The values that have a place of their own at the top of a spec's page."""
_THRESHOLDS = ("threshold", "passing_threshold")
_COLUMNS = (*_THRESHOLDS, "weight")
_MARKED = ("label", "criticality")
"""The values that always have a column, and those that are marked one by one where their states differ."""
_MOST_NAMED = 4


class Who(NamedTuple):
    """Who settled a value this far, by which source and when; nobody where no decision names it."""

    state: DecisionState
    by: str | None = None
    source: str | None = None
    on: date | None = None


class Decider(NamedTuple):
    """The values that are settled by the same people: how many, and the codes whose thresholds they are."""

    who: Who
    values: int
    thresholds: list[str]


class DecisionTable(NamedTuple):
    """The values of one kind of spec, those first whose specs matter most.

    Attributes:
        is_label_alike: Whether the labels of all specs are in the same state.
        columns: The titles of thresholds and weights, and of gates whose states differ, by value.
        alike: The titles of all other values by the state that most have, with the codes of the others.
    """

    kind: str
    views: Sequence[SpecView]
    is_label_alike: bool
    columns: dict[str, str]
    alike: dict[DecisionState, list[str]]

    def text(self, view: SpecView, value: str) -> str:
        """Return a value of a column as the page writes it."""
        written: Decimal | Choice = getattr(view.spec.fields, value)
        return written.label if isinstance(written, Choice) else shown(written)

    def decider(self, view: SpecView) -> Who:
        """Return who settled the threshold of a spec."""
        value = next(value for value in _THRESHOLDS if hasattr(view.spec.fields, value))
        return who_decided(view.spec, value)

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


def who_decided(spec: AnySpec, value: str) -> Who:
    """Return who settled a value of a spec."""
    decision, state = decision_on(spec, value), state_of(spec, value)
    return Who(state, decision.by, decision.source, decision.on) if decision else Who(state)


def deciders(views: Views) -> list[Decider]:
    """Return who settled how many values, established ones first."""
    counts, thresholds = Counter[Who](), dict[Who, list[str]]()
    for spec in views.suite.specs:
        for value in values(spec):
            who = who_decided(spec, value)
            counts[who] += 1
            if value in _THRESHOLDS:
                thresholds.setdefault(who, []).append(spec.code)
    found = [Decider(who, count, thresholds.get(who, [])) for who, count in counts.most_common()]
    return sorted(found, key=lambda decider: list(DecisionState).index(decider.who.state))


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
    found: dict[str, dict[DecisionState, list[SpecView]]] = {name: {} for name in model.decided()}
    for view in views:
        for value in values(view.spec):
            found[value].setdefault(state_of(view.spec, value), []).append(view)
    columns: dict[str, str] = {}
    alike: dict[DecisionState, list[str]] = {}
    for value, states in found.items():
        title = value_name(value)
        usual = max(states, key=lambda state: len(states[state]), default=DecisionState.PROVISIONAL)
        others = [view.code for state in states if state is not usual for view in states[state]]
        if value in _COLUMNS or (others and value in _MARKED):
            columns[value] = title
        elif states:
            named = listed(others) if len(others) <= _MOST_NAMED else counted(len(others), "spec")
            alike.setdefault(usual, []).append(f"{title} (but not of {named})" if others else title)
    columns = dict(sorted(columns.items(), key=lambda column: column[0] not in _THRESHOLDS))
    weight = {view.code: suite.effective_weight(suite.counted_as(view.spec)) or 0 for view in views}
    ordered = sorted(views, key=lambda view: (not view.is_hard_gate, not view.gate, -weight[view.code]))
    is_label_alike = columns.pop("label", None) is None
    return DecisionTable(f"{model.__name__}s", ordered, is_label_alike, columns, alike)
