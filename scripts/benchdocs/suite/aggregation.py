"""How scores are aggregated, and the same worked out in words for a rubric's page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from benchdocs.specs.models import Aggregation, Rubric
from benchdocs.specs.numbers import shown, shown_fraction

_MOST_TERMS = 60
"""Members that a formula names one by one."""


@dataclass(frozen=True)
class Term:
    """What a member brings to its rubric's score; weight and threshold are 0 to 1."""

    code: str
    weight: Decimal | None
    threshold: Decimal | None


def aggregate(method: Aggregation, scores: Sequence[tuple[Decimal | Fraction, Decimal]]) -> Fraction:
    """Score of a rubric from its members' (score, weight) pairs; weights are taken together as 1.

    Raises ValueError where there are no pairs, or where a weighted average has no weight at all.
    """
    values = [Fraction(value) for value, _ in scores]
    total = sum((Fraction(weight) for _, weight in scores), Fraction(0))
    if not values or (method is Aggregation.WEIGHTED_AVERAGE and not total):
        raise ValueError("a rubric without members or weights has no score")
    match method:
        case Aggregation.MINIMUM:
            return min(values)
        case Aggregation.MAXIMUM:
            return max(values)
        case Aggregation.MEAN:
            return sum(values, Fraction(0)) / len(values)
        case Aggregation.WEIGHTED_AVERAGE:
            return sum((Fraction(value) * Fraction(weight) for value, weight in scores), Fraction(0)) / total


def aggregation_formula(rubric: Rubric, terms: Sequence[Term]) -> str:
    """The rubric's score as a formula over its members' codes."""
    return _formula(rubric, [(term.weight, term.code) for term in terms])


def worked_example(rubric: Rubric, terms: Sequence[Term]) -> str:
    """The formula with every member at its own threshold, and the verdict; empty where one has none."""
    passing, method = rubric.passing_threshold, rubric.aggregation_method
    pairs = [
        (term.threshold, term.weight)
        for term in terms
        if term.threshold is not None and term.weight is not None
    ]
    if passing is None or method is None or len(pairs) < len(terms):
        return ""
    try:
        result = aggregate(method, pairs)
    except ValueError:
        return ""
    relation, verdict = ("at least", "pass") if result >= Fraction(passing) else ("below", "fail")
    formula = _formula(rubric, [(weight, shown(threshold)) for threshold, weight in pairs])
    return f"{formula} = {shown_fraction(result)}, which is {relation} {shown(passing)}: {verdict}"


def _shortened(parts: list[str]) -> list[str]:
    """The parts of a formula, of very many only the first ones and the last."""
    return parts if len(parts) <= _MOST_TERMS else [*parts[:3], "…", parts[-1]]


def _formula(rubric: Rubric, terms: Sequence[tuple[Decimal | None, str]]) -> str:
    names = _shortened([name for _, name in terms])
    match rubric.aggregation_method:
        case Aggregation.WEIGHTED_AVERAGE:
            products = [f"{'?' if weight is None else shown(weight)} × {name}" for weight, name in terms]
            summed = " + ".join(_shortened(products))
            if any(weight is None for weight, _ in terms):
                return f"({summed}) / ?"
            total = sum((weight for weight, _ in terms if weight is not None), Decimal(0))
            return summed if total == 1 else f"({summed}) / {shown(total)}"
        case Aggregation.MINIMUM:
            return f"lowest of {', '.join(names)}"
        case Aggregation.MAXIMUM:
            return f"highest of {', '.join(names)}"
        case Aggregation.MEAN:
            return f"({' + '.join(names)}) / {len(terms)}" if len(terms) > 1 else "".join(names)
        case None:
            return ""
