"""Compute the weight that a group leaves to a new member, and the member's threshold."""

from collections.abc import Collection, Sequence
from decimal import Decimal

from benchdocs.rules.weights import TOLERANCE
from benchdocs.suite.suite import BenchmarkSpec, RubricSpec

USUAL_THRESHOLD = Decimal("0.90")
"""Passing threshold where there is none to take it from."""


def weight_left(
    members: Sequence[BenchmarkSpec | RubricSpec], listed: Collection[str], code: str
) -> tuple[Decimal, str]:
    """Return the weight that a group leaves to a new member, at least 0, and in a sentence why.

    `listed` are the codes that the group names; it leaves nothing while one of them has no readable weight.
    """
    weights = {member.code: member.fields.weight for member in members}
    unread = [other for other in {**weights, **dict.fromkeys(listed)} if weights.get(other) is None]
    if others := [other for other in unread if other != code]:
        why = f"the weight of {', '.join(others)} cannot be read (`benchdocs check` says why)"
        return Decimal(0), f"{code} gets the weight 0, because {why}."
    total = sum((weight for weight in weights.values() if weight is not None), Decimal(0))
    left = 1 - total
    if left <= TOLERANCE:
        then = f"lower them by the weight that {code} should get"
        return Decimal(0), f"{code} gets the weight 0: the other weights sum to {total}; {then}."
    return left, f"{code} gets the weight {left}: the other weights sum to {total}."


def threshold_for(rubric: RubricSpec | None) -> tuple[Decimal, str]:
    """Return the threshold of a new member of a rubric or composite, and in words where it comes from."""
    if rubric and rubric.fields.passing_threshold:
        return rubric.fields.passing_threshold, f"{rubric.code}'s own"
    return USUAL_THRESHOLD, "the usual one"
