"""WGT301, WGT302: weights that do not add up."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from benchdocs.documents.locations import at, at_key
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.specs.choices import Aggregation, Status
from benchdocs.specs.validation import is_uncertain
from benchdocs.suite.suite import BenchmarkSpec, RubricSpec, Suite

TOLERANCE = Decimal("0.001")
"""How far from 1 the sum of a group's weights may be."""
_MOST_TERMS = 8
_MOST_EQUAL_SHARES = 20


@rule(
    "WGT301",
    "weights of a rubric do not sum to 1",
    source="`weight`",
    fields=("benchmark.weight", "aggregation_method", "benchmarks"),
    unfixable="only you know which weight is wrong",
)
def members_weights(suite: Suite) -> Iterator[Violation]:
    """The weights of the benchmarks that a rubric lists do not add up to 1 (± 0.001). Deprecated
    benchmarks do not count. If the rubric's aggregation does not use weights (`MINIMUM`, `MAXIMUM`, `MEAN`),
    this is a warning.

    Why: a weight is a share of the rubric's score. Shares that add up to 0.9 leave a tenth of the score
    unexplained, and even a perfect record could not reach 1.

    Fix: change the weights so that they add up to 1. The finding shows the sum and each weight's place.

    Bad a-component/A-DEM1.yaml:

        weight: 0.4

    Good a-component/A-DEM1.yaml:

        weight: 0.5
    """
    for rubric in suite.rubric.values():
        listed = [suite.benchmark.get(code) for code in dict.fromkeys(rubric.fields.benchmarks or ())]
        own = [spec for spec in listed if spec and suite.parent_code(spec) == rubric.code]
        may_be_retired = any(is_uncertain(spec, "status") for spec in own)
        if len(own) < len(listed) or may_be_retired or is_uncertain(rubric, "benchmarks"):
            continue  # which other rules report
        method = rubric.fields.aggregation_method or Aggregation.WEIGHTED_AVERAGE
        unused = "" if method.uses_weights else f"; {method} does not use them, so no score changes"
        retired = [spec.code for spec in own if spec.fields.status is Status.DEPRECATED]
        aside = f"; not counted because deprecated: {', '.join(retired)}" if retired else ""
        severity = None if method.uses_weights else Severity.WARNING
        yield from _imbalance(rubric, "benchmarks", suite.members(rubric), unused + aside, severity)


@rule(
    "WGT302",
    "weights of a composite do not sum to 1",
    Severity.WARNING,
    source="Rubric fields: `weight`",
    fields=("rubric.weight", "sub_rubrics"),
    unfixable="only you know which weight is wrong",
)
def sub_rubrics_weights(suite: Suite) -> Iterator[Violation]:
    """The weights of the rubrics that a composite lists do not add up to 1 (± 0.001).

    Why: the site shows each rubric's share of the whole. If the weights do not add up, it divides each by
    their sum, and the share shown differs from the number in the file.

    Fix: change the rubrics' weights so that they add up to 1, or complete the list of `sub_rubrics`.

    Bad rubrics/A-AUX.yaml:

        weight: 0.5

    Good rubrics/A-AUX.yaml:

        weight: 0.25
    """
    for rubric in suite.rubric.values():
        listed = dict.fromkeys(rubric.fields.sub_rubrics or ())
        members = suite.sub_rubrics(rubric)
        if len(members) == len(listed) and not is_uncertain(rubric, "sub_rubrics"):
            shown = "; until then, the site shows each weight divided by the sum"
            yield from _imbalance(rubric, "sub_rubrics", members, shown)


def _imbalance(
    rubric: RubricSpec,
    field: str,
    members: Sequence[BenchmarkSpec | RubricSpec],
    aside: str,
    severity: Severity | None = None,
) -> Iterator[Violation]:
    """Yield the violation of a list whose members' weights do not add up; none where a weight is unknown."""
    weights = [member.fields.weight for member in members if member.fields.weight is not None]
    gap = 1 - sum(weights, Decimal(0))
    if not weights or len(weights) < len(members) or abs(gap) <= TOLERANCE:
        return
    written = [member.document.source_of(("weight",)) or "" for member in members]
    direction = "short of 1" if gap > 0 else "more than 1"
    terms = [*written[:3], f"... ({len(written)} weights)"] if len(written) > _MOST_TERMS else written
    total = " + ".join(terms) + " = " if terms[1:] else ""
    total += f"{_plain(1 - gap)}, which is {_plain(abs(gap))} {direction}"
    message = f"the weights of {rubric.code}'s `{field}` do not sum to 1: {total}"
    pairs = zip(members, written, strict=True)
    related = tuple(Link(each.document, at("weight"), f"weight of {each.code}: {own}") for each, own in pairs)
    hint = _remedy(weights, gap) + aside
    yield Violation(rubric.document, at_key(field), message, hint, related, severity)


def _remedy(weights: list[Decimal], gap: Decimal) -> str:
    if len(weights) == 1:
        return "a single member needs `weight: 1`"
    if len(set(weights)) == 1 and len(weights) <= _MOST_EQUAL_SHARES:
        share = _plain((Decimal(1) / len(weights)).quantize(Decimal("0.0001")))
        return f"for equal shares, write `weight: {share}` in each"
    return f"{'raise' if gap > 0 else 'lower'} the weights by {_plain(abs(gap))} in total"


def _plain(number: Decimal) -> str:
    """Return a number without exponent and without zeros at its end."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
