"""How a score is made of members' scores, in words."""

from collections.abc import Sequence
from decimal import Decimal

from benchdocs.site.views.missing_values import NONE
from benchdocs.site.views.spec import RubricView, SpecView
from benchdocs.specs.choices import Aggregation
from benchdocs.specs.models import Rubric
from benchdocs.specs.numbers import shown

_MOST_TERMS = 8
"""Members that a formula names one by one."""


def only_one_counts(rubric: RubricView) -> str:
    """Return in a sentence what counts of the members of a rubric that makes no use of weights."""
    method, members = rubric.spec.fields.aggregation_method, f"{rubric.code}'s {rubric.count}"
    if method and method.takes_one:
        return f"of {members}, only the {method.noun} counts"
    return f"{members} count equally"


def aggregation_formula(rubric: Rubric, terms: Sequence[SpecView]) -> str:
    """Return a rubric's score as a formula over its members' codes; a dash where a value is missing."""
    names = [term.code for term in terms]
    match method := rubric.aggregation_method:
        case Aggregation.WEIGHTED_AVERAGE:
            return _weighted_average(terms)
        case Aggregation.MINIMUM | Aggregation.MAXIMUM:
            return f"{method.noun} of {', '.join(_shortened(names))}"
        case Aggregation.MEAN if len(terms) > 1:
            return f"({' + '.join(_shortened(names))}) / {len(terms)}"
        case Aggregation.MEAN:
            return "".join(names)
        case None:
            return NONE


def _shortened(parts: list[str]) -> list[str]:
    """Return the parts of a formula; of very many only the first ones and the last."""
    return parts if len(parts) <= _MOST_TERMS else [*parts[:3], "…", parts[-1]]


def _weighted_average(terms: Sequence[SpecView]) -> str:
    """Return terms times their weights, each weight once; of very many terms, the rarest first."""
    by_weight: dict[Decimal, list[str]] = {}
    total = Decimal(0)
    for term in terms:
        weight = term.spec.fields.weight
        if weight is None:
            return NONE
        total += weight
        by_weight.setdefault(weight, []).append(term.code)
    groups = list(by_weight.items())
    if len(terms) > _MOST_TERMS:
        groups.sort(key=lambda group: len(group[1]))
    formula = " + ".join(_shortened([_product(weight, names) for weight, names in groups]))
    return formula if total == 1 else f"({formula}) / {shown(total)}"


def _product(weight: Decimal, names: list[str]) -> str:
    """Return a weight times the sum of all members that have it; of very many it says how many they are."""
    parts = _shortened(names)
    factor = " + ".join(parts)
    if len(parts) < len(names):
        factor += f", {len(names)} members"
    return f"{shown(weight)} × ({factor})" if len(names) > 1 else f"{shown(weight)} × {factor}"
