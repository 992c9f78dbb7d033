"""WGT: weights that do not add up or count for nothing, and verdicts that are known beforehand."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from benchdocs.documents.locations import Route, at, at_key
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.specs.choices import Aggregation, Status
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.validation import is_uncertain
from benchdocs.suite.suite import BenchmarkSpec, RubricSpec, Suite, is_in_use

TOLERANCE = Decimal("0.001")
"""How far from 1 the sum of a group's weights may be."""
IS_ZERO = "`weight` is 0"
_ROUNDING = Fraction(1, 10**9)
"""What a confidence in floating-point numbers may be off by."""
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


_ABOVE_ZERO = "write a weight above 0 and lower the others in its group, so that they sum to 1"


@rule(
    "WGT303",
    "weight is zero",
    Severity.WARNING,
    source="`weight`",
    fields=("weight",),
    unfixable="only you know which share it has",
)
def zero_weight(suite: Suite) -> Iterator[Violation]:
    """A benchmark that is not deprecated, or a rubric, has a weight of 0.

    Why: the benchmark is run, listed and read, but has no share in the score. Usually the number was a
    placeholder.

    Fix: give it its share. If the benchmark should no longer count, set `status: deprecated`.

    Bad (whole file) a-component/A-DEM2.yaml:

        code: A-DEM2
        concept: >
          Measures whether the departure time is recorded. A script compares the times.
          Formula: (matching_times / stated_times). Threshold: >=0.80.
        weight: 0
        threshold: 0.80
        evaluator_type: code
        inclusion_criteria: Apply when a time is stated. Flag if it is missing.
        exclusion_criteria: Do not apply when no time is stated.
        examples: ["Narrative: 'left at 14:40' but the record has no departure time."]

    Good a-component/A-DEM2.yaml:

        weight: 0.5
    """
    for spec in suite.benchmarks:
        if spec.fields.weight == 0 and is_in_use(spec):
            message = f"{IS_ZERO}, so {spec.code} has no share in {suite.parent_code(spec)}"
            hint = f"{_ABOVE_ZERO}, or `status: deprecated` if the benchmark should no longer count"
            yield Violation(spec.document, at("weight"), message, hint)
    for rubric in suite.rubrics:
        if rubric.fields.weight == 0:
            above = suite.composite_of.get(rubric.code)
            whole = above.code if above else "the suite"
            message = f"{IS_ZERO}, so {rubric.code} has no share in {whole}"
            hint = f"{_ABOVE_ZERO}, or remove the rubric from the suite"
            yield Violation(rubric.document, at("weight"), message, hint)


@rule(
    "WGT305",
    "verdict that no score can change",
    Severity.WARNING,
    source="`threshold`, `decision`",
    fields=("threshold", "passing_threshold", "min_cases", "decision.level", "metric.denominator"),
    unfixable="only you know which number is meant",
)
def settled_beforehand(suite: Suite) -> Iterator[Violation]:
    """Every score passes, because a threshold is 0 or the numerator of a metric is its denominator. Or none
    does: under `decision: {method: lower_bound}`, not even a pass in each of `min_cases` cases shows a true
    rate as high as the threshold; a rate of 1 cannot be shown at all. Or `level` is below 0.5: it is the
    confidence of the bound, not its chance of error.

    Why: a verdict that is known before anything is measured looks like a result. A bound with a level of 0.05
    is above the score, and claims what was never shown.

    Fix: write the threshold that a score has to reach, `level: 0.95` for an error of 0.05, and as many
    `min_cases` as the hint says.

    Bad a-component/A-DEM1.yaml:

        min_cases: 5
        decision: {method: lower_bound}

    Good a-component/A-DEM1.yaml:

        min_cases: 29
        decision: {method: lower_bound}
    """
    for spec in suite.specs:
        for route, message, hint in () if is_uncertain(spec, "status") else _idle(spec.fields):
            yield Violation(spec.document, at(*route), message, hint)


def _idle(fields: Benchmark | Rubric) -> Iterator[tuple[Route, str, str]]:
    """Yield what decides a verdict before anything is measured, each with a message and a hint."""
    if isinstance(fields, Benchmark) and fields.status is Status.DEPRECATED:
        return
    least = "threshold" if isinstance(fields, Benchmark) else "passing_threshold"
    if getattr(fields, least) == 0:
        yield (least,), f"`{least}` is 0, so every score passes", "write the lowest score that passes"
    if isinstance(fields, Rubric):
        return
    metric, decision, cases = fields.metric, fields.decision, fields.min_cases
    if metric and metric.numerator and metric.numerator == metric.denominator:
        message = "the numerator and the denominator are the same, so every score is 1"
        yield ("metric", "denominator"), message, "count all cases there"
    if decision and decision.level is not None and decision.level < Decimal("0.5"):
        message = f"`level` is {decision.level}: the true rate is more likely below the bound than above"
        hint = f"`level` is the confidence: for an error of {decision.level} write `{1 - decision.level}`"
        yield ("decision", "level"), message, hint
    elif decision and decision.confidence and fields.threshold is not None:
        from benchdocs.suite.sampling import cases_needed  # few suites need it

        needed = cases_needed(Fraction(fields.threshold), Fraction(decision.confidence) - _ROUNDING)
        shows = f"a true rate of {fields.threshold}"
        if needed is None:
            hint = "lower the threshold, or compare the score itself: `method: point_estimate`"
            yield ("threshold",), f"no number of cases shows {shows}, so no score passes", hint
        elif cases and cases < needed:
            message = f"{cases} passed of {cases} cases do not show {shows}: a full score fails"
            yield ("min_cases",), message, f"write `min_cases: {needed}` or more"
