"""Decisions: who settled which values of a spec, and how much of the weights is settled."""

from fractions import Fraction
from functools import cache

from benchdocs.specs.blocks import Decision
from benchdocs.specs.choices import DecisionState
from benchdocs.specs.fields import Fields
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.suite import Suite


def values(spec: AnySpec) -> tuple[str, ...]:
    """Return the names, as `decisions` writes them, of the values that a spec states."""
    return tuple(name for name in type(spec.fields).decided() if is_stated(spec, name))


def is_stated(spec: AnySpec, value: str) -> bool:
    """Return whether a spec states a value that can be decided."""
    fields = type(spec.fields).decided().get(value, ())
    return any(getattr(spec.fields, field) not in (None, []) for field in fields)


def decision_on(spec: AnySpec, value: str) -> Decision | None:
    """Return the decision that names a value; of several, the first counts."""
    for decision in spec.fields.decisions:
        if value in decision.fields:
            return decision
    return None


def state_of(spec: AnySpec, value: str) -> DecisionState:
    """Return how far a value is settled; what no decision names is provisional."""
    decision = decision_on(spec, value)
    if decision is None or decision.state is None:
        return DecisionState.PROVISIONAL
    return decision.state


def values_in(spec: AnySpec, state: DecisionState) -> list[str]:
    """Return the values that a spec states and that are settled this far."""
    return [value for value in values(spec) if state_of(spec, value) is state]


def unsettled(spec: AnySpec) -> tuple[str, ...]:
    """Return the values that an active benchmark needs established and that this one has not."""
    names = _settled_if_active(type(spec.fields))
    return tuple(name for name in names if state_of(spec, name) is not DecisionState.ESTABLISHED)


@cache
def _settled_if_active(model: type[Fields]) -> tuple[str, ...]:
    return tuple(facts.decided_as for facts in model.facts().values() if facts.settled_if_active)


def settled_weight(suite: Suite, spec: AnySpec) -> Fraction:
    """Return a spec's effective weight where every weight on its way up is established, else 0."""
    path = suite.weight_path(spec) or ()
    if not all(state_of(step.spec, "weight") is DecisionState.ESTABLISHED for step in path):
        return Fraction(0)
    return suite.effective_weight(spec) or Fraction(0)
