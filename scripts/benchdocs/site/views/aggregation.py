"""How a score is made of members' scores, in words."""

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

from benchdocs.reports.text import listed
from benchdocs.site.views.missing_values import NONE
from benchdocs.site.views.spec import RubricView, SpecView
from benchdocs.specs.choices import Aggregation
from benchdocs.specs.models import Rubric
from benchdocs.specs.numbers import counted, percent, shown, shown_fraction
from benchdocs.suite.verdicts import aggregate

_MOST_TERMS = 8
"""Members that a formula names one by one."""
_MOST_NAMED = 3
"""Members that a sentence names one by one."""


def counts_in_words(rubric: RubricView) -> str:
    """Return what counts of the members of a rubric that makes no use of weights."""
    method = rubric.spec.fields.aggregation_method
    if method and method.takes_one:
        return f"{method.noun} of {rubric.count} counts"
    return f"{rubric.count} count equally"


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
    if len(groups) < 2:
        each = ((_span(codes, noun), len(codes), percent(share)) for share, codes in groups)
        return "".join(f"{'Each of ' * (count > 1)}{who} counts {share}." for who, count, share in each)
    (most, first), *between, (least, last) = groups
    verb = "counts" if len(first) == 1 else "count"
    rest = _span(last, noun) if between or len(last) <= _MOST_NAMED else f"the other {len(last)}"
    return (
        f"{_span(first, noun)} {verb} most, {percent(most)}{' each' * (len(first) > 1)}; "
        f"{rest} least, {percent(least)}{' each' * (len(last) > 1)}."
    )


def _span(codes: Sequence[str], noun: str) -> str:
    """Return codes as a span, as a list or, of many, as their number."""
    parts = [re.fullmatch(r"(.*?)(\d+)", code) for code in codes]
    numbers = [(part[1], int(part[2])) for part in parts if part]
    if len(numbers) == len(codes) > 2 and all(
        after == (stem, number + 1) for (stem, number), after in pairwise(numbers)
    ):
        return f"{codes[0]} to {codes[-1]}"
    return listed(codes) if len(codes) <= _MOST_NAMED else counted(len(codes), noun)


def aggregation_formula(rubric: Rubric, terms: Sequence[SpecView]) -> str:
    """Return a rubric's score as a formula over its members' codes; a dash where a value is missing."""
    return _formula(rubric, [(term.spec.fields.weight, term.code) for term in terms])


def worked_example(rubric: Rubric, terms: Sequence[SpecView]) -> str:
    """Return the rest of a sentence "If every member scores its own threshold, ...", and what follows.

    Empty where a member has no threshold.
    """
    passing, method = rubric.passing_threshold, rubric.aggregation_method
    stated = ((term.threshold, term.spec.fields.weight) for term in terms)
    pairs = [(least, weight) for least, weight in stated if least is not None and weight is not None]
    if passing is None or method is None or len(pairs) < len(terms):
        return ""
    try:
        result = aggregate(method, pairs)
    except ValueError:
        return ""
    if method.takes_one:
        values = [shown(threshold) for threshold, _ in pairs]
        reached = next(shown(value) for value, _ in pairs if value == result)
        score = f"the {method.noun} of {listed(_shortened(values))} is {reached}"
    else:
        formula = _formula(rubric, [(weight, shown(threshold)) for threshold, weight in pairs])
        score = f"{formula} = {shown_fraction(result)}"
    relation, verdict = ("reaches", "passes") if result >= Fraction(passing) else ("is below", "fails")
    return f"{score}. This {relation} the threshold of {shown(passing)}, so it {verdict}."


def _shortened(parts: list[str]) -> list[str]:
    """Return the parts of a formula; of very many only the first ones and the last."""
    return parts if len(parts) <= _MOST_TERMS else [*parts[:3], "…", parts[-1]]


def _product(weight: Decimal, terms: Sequence[tuple[Decimal | None, str]]) -> str:
    """Return a weight times the sum of all members that have it; of very many it says how many they are."""
    names = [name for own, name in terms if own == weight]
    parts = _shortened(names)
    summed = " + ".join(parts) + (f", {len(names)} members" if len(parts) < len(names) else "")
    return f"{shown(weight)} × ({summed})" if len(names) > 1 else f"{shown(weight)} × {summed}"


def _formula(rubric: Rubric, terms: Sequence[tuple[Decimal | None, str]]) -> str:
    names = _shortened([name for _, name in terms])
    match method := rubric.aggregation_method:
        case Aggregation.WEIGHTED_AVERAGE:
            weights = [weight for weight, _ in terms if weight is not None]
            if len(weights) < len(terms):
                return NONE
            if len(terms) > _MOST_TERMS:
                shared = Counter(weights)
                products = [_product(weight, terms) for weight in sorted(shared, key=shared.__getitem__)]
            else:
                products = [
                    f"{shown(weight)} × {name}" for weight, (_, name) in zip(weights, terms, strict=True)
                ]
            summed, total = " + ".join(_shortened(products)), sum(weights, Decimal(0))
            return summed if total == 1 else f"({summed}) / {shown(total)}"
        case Aggregation.MINIMUM | Aggregation.MAXIMUM:
            return f"{method.noun} of {', '.join(names)}"
        case Aggregation.MEAN:
            return f"({' + '.join(names)}) / {len(terms)}" if len(terms) > 1 else "".join(names)
        case None:
            return NONE
