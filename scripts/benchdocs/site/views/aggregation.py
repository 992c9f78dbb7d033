"""How a score is made of members' scores, in words."""

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise, starmap

from benchdocs.reports.text import listed
from benchdocs.site.views.missing_values import NONE
from benchdocs.site.views.spec import RubricView, SpecView
from benchdocs.specs.choices import Aggregation
from benchdocs.specs.models import Rubric
from benchdocs.specs.numbers import counted, percent, shown

_MOST_TERMS = 8
"""Members that a formula names one by one."""
_MOST_NAMED = 3
"""Members that a sentence names one by one."""


def only_one_counts(rubric: RubricView) -> str:
    """Return in a sentence what counts of the members of a rubric that makes no use of weights."""
    method, members = rubric.spec.fields.aggregation_method, f"{rubric.code}'s {rubric.count}"
    if method and method.takes_one:
        return f"of {members}, only the {method.noun} counts"
    return f"{members} count equally"


def shares_in_words(rubric: RubricView) -> str:
    """Return how much a rubric's members count; empty where weights are not used, or one is unknown."""
    groups: dict[Decimal, list[str]] = {}
    for member in rubric.members:
        share = member.figures.share
        if share is None or not rubric.uses_weights:
            return ""
        groups.setdefault(share, []).append(member.code)
    return most_and_least(sorted(groups.items(), reverse=True), rubric.noun)


def most_and_least(groups: Sequence[tuple[Decimal, Sequence[str]]], noun: str) -> str:
    """Return in a sentence who counts most and least, of codes by their share, the largest first."""
    if not groups:
        return ""
    (most, first), (least, last) = groups[0], groups[-1]
    if len(groups) == 1:
        words = f"{_span(first, noun)} counts {percent(most)}."
        return f"Each of {words}" if len(first) > 1 else words
    verb = "counts" if len(first) == 1 else "count"
    rest = f"the other {len(last)}"
    if len(groups) > 2 or len(last) <= _MOST_NAMED:
        rest = _span(last, noun)
    words = f"{_span(first, noun)} {verb} most, {_of_each(first, most)}"
    return f"{words}; {rest} least, {_of_each(last, least)}."


def _of_each(codes: Sequence[str], share: Decimal) -> str:
    """Return the share of one code, or of each of several."""
    return f"{percent(share)} each" if len(codes) > 1 else percent(share)


def _span(codes: Sequence[str], noun: str) -> str:
    """Return codes as a span, as a list or, of many, as their number."""
    if len(codes) > 2 and all(starmap(_follows, pairwise(codes))):
        return f"{codes[0]} to {codes[-1]}"
    return listed(codes) if len(codes) <= _MOST_NAMED else counted(len(codes), noun)


def _follows(code: str, after: str) -> bool:
    """Return whether a code is the next one after another: A-NEG2 after A-NEG1."""
    number = re.search(r"\d+$", code)
    return number is not None and after == f"{code[: number.start()]}{int(number[0]) + 1}"


def aggregation_formula(rubric: Rubric, terms: Sequence[SpecView]) -> str:
    """Return a rubric's score as a formula over its members' codes; a dash where a value is missing."""
    return _formula(rubric, [(term.spec.fields.weight, term.code) for term in terms])


def _shortened(parts: list[str]) -> list[str]:
    """Return the parts of a formula; of very many only the first ones and the last."""
    return parts if len(parts) <= _MOST_TERMS else [*parts[:3], "…", parts[-1]]


def _formula(rubric: Rubric, terms: Sequence[tuple[Decimal | None, str]]) -> str:
    """Return how a score is made of terms, each with its weight; a dash where a value is missing."""
    names = [name for _, name in terms]
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


def _weighted_average(terms: Sequence[tuple[Decimal | None, str]]) -> str:
    """Return terms times their weights, each weight once; of very many terms, the rarest first."""
    by_weight: dict[Decimal, list[str]] = {}
    total = Decimal(0)
    for weight, name in terms:
        if weight is None:
            return NONE
        total += weight
        by_weight.setdefault(weight, []).append(name)
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
