"""Decisions as pages show them: which values of a spec are settled, and who settled them."""

from typing import NamedTuple

from benchdocs.specs.blocks import Decision
from benchdocs.specs.choices import DecisionState
from benchdocs.specs.numbers import day_text
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.decisions import decision_on, is_stated, state_of, values

_NAMES = {
    "criticality": "gate",
    "decision": "decision rule",
    "evaluator_type": "evaluator",
    "min_cases": "minimum of cases",
    "passing_threshold": "threshold",
}
"""What pages call a value whose field has another name."""


class ValueGroup(NamedTuple):
    """Values of a spec that one decision names, or none."""

    values: tuple[str, ...]
    state: DecisionState
    decision: Decision | None


class DecisionMark(NamedTuple):
    """The state of a value, with the reason for it in words."""

    state: DecisionState
    reason: str


def value_name(value: str) -> str:
    """Return what pages call a value of a spec."""
    return _NAMES.get(value, value.replace("_", " "))


def value_groups(spec: AnySpec) -> tuple[ValueGroup, ...]:
    """Return the values that a spec states, by decision; those that none names come last."""
    named = {value: decision_on(spec, value) for value in values(spec)}
    groups: dict[int, list[str]] = {id(decision): [] for decision in (*spec.fields.decisions, None)}
    for value, decision in named.items():
        groups[id(decision)].append(value)
    return tuple(
        ValueGroup(tuple(group), state_of(spec, group[0]), named[group[0]])
        for group in groups.values()
        if group
    )


def mark_of(spec: AnySpec, value: str) -> DecisionMark | None:
    """Return the mark beside a value on a page; None where the spec does not state the value."""
    if not is_stated(spec, value):
        return None
    decision = decision_on(spec, value)
    parts: tuple[str | None, ...] = ()
    if decision:
        day = day_text(decision.on) if decision.on else None
        parts = (decision.by, decision.source, day, decision.because)
    reason = "; ".join(part.rstrip(".") for part in parts if part)
    return DecisionMark(state_of(spec, value), reason or "no decision names it")
