"""Compute and explain the weight that a group leaves to a new member, and the member's threshold."""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from benchdocs.rules.weights import TOLERANCE
from benchdocs.suite.suite import BenchmarkSpec, RubricSpec, Suite

USUAL_THRESHOLD = Decimal("0.90")
"""Passing threshold where there is none to take it from."""
_MOST_SHOWN = 8
"""Weights of an example that are listed one by one."""


def benchmarks_left(suite: Suite, rubric: RubricSpec, code: str) -> tuple[Decimal, tuple[str, ...]]:
    """Return the weight that a rubric's benchmarks leave to a new one, at least 0, and the explanation."""
    missing = _missing(suite, rubric.fields.benchmarks or [], code)
    return left_by(suite.members(rubric), missing, f"{rubric.code}'s benchmarks", code)


def rubrics_left(suite: Suite, composite: RubricSpec, code: str) -> tuple[Decimal, tuple[str, ...]]:
    """Return the weight that a composite's rubrics leave to a new one, at least 0, and the explanation."""
    missing = _missing(suite, composite.fields.sub_rubrics or [], code)
    return left_by(suite.sub_rubrics(composite), missing, f"{composite.code}'s rubrics", code)


def threshold_for(rubric: RubricSpec | None) -> tuple[Decimal, str]:
    """Return the threshold of a new member of a rubric or composite, and in words where it comes from."""
    if rubric is None:
        why = "there is no composite to take it from"
    elif stated := rubric.fields.passing_threshold:
        return stated, f"{rubric.code}'s own"
    elif stated is not None:
        why = f"that of {rubric.code} is 0"
    else:
        why = f"{rubric.code} has none"
    return USUAL_THRESHOLD, f"the usual one: {why}"


def _missing(suite: Suite, codes: list[str], code: str) -> Iterator[str]:
    """Yield the entries of a list, other than the new member, that no sound file defines."""
    for listed in dict.fromkeys(codes):
        if listed != code and not suite.spec(listed):
            file = suite.broken_file(listed)
            yield f"{listed} ({file.document.path if file else 'no file has this code'})"


def left_by(
    specs: Iterable[BenchmarkSpec | RubricSpec], missing: Iterable[str], group: str, code: str
) -> tuple[Decimal, tuple[str, ...]]:
    """Return the weight that a group leaves to a new member, at least 0, and the explanation."""
    weights, unreadable = {}, []
    for spec in specs:
        if spec.fields.weight is None:
            unreadable.append(f"{spec.code} ({spec.document.path})")
        else:
            weights[spec.code] = spec.fields.weight
    unreadable += missing
    unchanged = "and the other weights do not change"
    if unreadable:
        why = f"The remaining weight of {group} is unknown, because some weights cannot be read: "
        then = "fix what cannot be read (`benchdocs check`), then divide the weights"
        return Decimal(0), (
            f"{why}{', '.join(unreadable)}.",
            f"So {code} gets the weight 0, {unchanged}: {then}.",
        )
    if not weights:
        return Decimal(1), (f"There are no other weights among {group}.", f"{code} gets the weight 1.")
    total = sum(weights.values(), Decimal(0))
    left = 1 - total
    if left <= TOLERANCE:
        left = Decimal(0)
    terms = ", ".join(f"{member} {weight}" for member, weight in weights.items())
    sums = f"The weights of {group} sum to {total} ({terms}); {left or 'nothing'} is left."
    if left:
        return left, (sums, f"{code} gets the weight {left}.")
    then = f"lower them by the weight that {code} should get"
    if abs(total - 1) <= TOLERANCE:
        counting = {member: weight for member, weight in weights.items() if weight}
        then += f", for example {_example(counting, code)}"
    return left, (sums, f"So {code} gets the weight 0, {unchanged}: {then}.")


def _example(weights: Mapping[str, Decimal], code: str) -> str:
    """Return weights that sum to 1 with a new member: an even share for it, the others' in proportion."""
    share = round(Decimal(1) / (len(weights) + 1), 2)
    new = {member: weight * (1 - share) for member, weight in weights.items()}
    if set(new.values()) == {share}:
        return f"to {share} each"
    terms = [f"each times {1 - share}"]
    if len(new) <= _MOST_SHOWN:
        terms = [f"{member} {_shown(weight)}" for member, weight in new.items()]
    return f"in proportion: {', '.join(terms)} and {code} {share}"


def _shown(weight: Decimal) -> str:
    """Return a weight with two decimals, or with as many as it takes."""
    if weight == round(weight, 2):
        return f"{weight:.2f}"
    return f"{weight.normalize():f}"
