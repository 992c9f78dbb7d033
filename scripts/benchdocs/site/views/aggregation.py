"""How a rubric's score is made of its members' scores, in words for the rubric's page."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from benchdocs.site.views.missing_values import NONE
from benchdocs.site.views.spec import Member
from benchdocs.specs.choices import Aggregation
from benchdocs.specs.models import Rubric
from benchdocs.specs.numbers import shown, shown_fraction
from benchdocs.suite.verdicts import aggregate

_MOST_TERMS = 8
"""Members that a formula names one by one."""


def aggregation_formula(rubric: Rubric, terms: Sequence[Member]) -> str:
    """Return a rubric's score as a formula over its members' codes; a dash where a value is missing."""
    return _formula(rubric, [(term.weight, term.code) for term in terms])


def worked_example(rubric: Rubric, terms: Sequence[Member]) -> str:
    """Return the formula with every member at its threshold, and the verdict; empty where one has none."""
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
    """Return the parts of a formula; of very many only the first ones and the last."""
    return parts if len(parts) <= _MOST_TERMS else [*parts[:3], "…", parts[-1]]


def _formula(rubric: Rubric, terms: Sequence[tuple[Decimal | None, str]]) -> str:
    names = _shortened([name for _, name in terms])
    match rubric.aggregation_method:
        case Aggregation.WEIGHTED_AVERAGE:
            weights = [weight for weight, _ in terms if weight is not None]
            if len(weights) < len(terms):
                return NONE
            products = [f"{shown(weight)} × {name}" for weight, (_, name) in zip(weights, terms, strict=True)]
            summed, total = " + ".join(_shortened(products)), sum(weights, Decimal(0))
            return summed if total == 1 else f"({summed}) / {shown(total)}"
        case Aggregation.MINIMUM:
            return f"lowest of {', '.join(names)}"
        case Aggregation.MAXIMUM:
            return f"highest of {', '.join(names)}"
        case Aggregation.MEAN:
            return f"({' + '.join(names)}) / {len(terms)}" if len(terms) > 1 else "".join(names)
        case None:
            return NONE
