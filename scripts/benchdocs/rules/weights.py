"""WGT: weights that do not add up, and texts that contradict a number."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import islice

from benchdocs.documents.locations import Route, at, at_key
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.specs.choices import Aggregation, Status
from benchdocs.specs.field_index import stated_texts
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
)
def members_weights(suite: Suite) -> Iterator[Violation]:
    """The weights of the benchmarks that a rubric lists do not add up to 1 (± 0.001). Deprecated
    benchmarks do not count. If the rubric's aggregation does not use weights, this is a warning.

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
        if len(own) < len(listed):
            continue  # which other rules report
        method = rubric.fields.aggregation_method or Aggregation.WEIGHTED_AVERAGE
        aside, severity = "", None
        if not method.uses_weights:
            aside, severity = f"; {method} does not use them, so no score changes", Severity.WARNING
        if retired := [spec.code for spec in own if spec.fields.status is Status.DEPRECATED]:
            aside += f"; not counted because deprecated: {', '.join(retired)}"
        yield from _imbalance(rubric, "benchmarks", suite.members(rubric), aside, severity)


@rule(
    "WGT302",
    "weights of a composite do not sum to 1",
    Severity.WARNING,
    source="Rubric fields: `weight`",
    fields=("rubric.weight", "sub_rubrics"),
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
        if len(members) == len(listed):
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
    terms = written
    if len(written) > _MOST_TERMS:
        terms = [*written[:3], f"... ({len(written)} weights)"]
    total = " + ".join(terms) + " = " if terms[1:] else ""
    total += f"{_plain(1 - gap)}, which is {_plain(abs(gap))} {direction}"
    message = f"the weights of {rubric.code}'s `{field}` do not sum to 1: {total}"
    related = []
    for member, weight in zip(members, written, strict=True):
        related.append(Link(member.document, at("weight"), f"weight of {member.code}: {weight}"))
    hint = _remedy(weights, gap) + aside
    yield Violation(rubric.document, at_key(field), message, hint, tuple(related), severity)


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


_NO_UNIT = r"(?![.,–-]?\d|\s?(?:[kcmµ]?[aghlms]|seconds?|minutes?|hours?|of)\b)"
_STATED = re.compile(
    r"(?P<field>threshold|weight)(?:\s(?:of|is)|:)?\s?(?:>=|≥)?\s?"
    r"(?P<number>0?\.\d+|1\.0+|[01]|\d+(?:\.\d+)?\s?%)" + _NO_UNIT,
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"(?:^|[.;:(]\s|\b(?:a|and|at|has|its|the|this|with)\s)\Z", re.IGNORECASE | re.MULTILINE
)
_LONGEST_OPENING = 5
_SUPPOSED = re.compile(r"\b(?:could|earlier|former|if|once|other|should|unless|was|were|when|would)\b")
_SENTENCE_END = re.compile(r"[.;!?]\s")
_LEVELS = ("scoring_scale", "descriptions")
_LEVEL = re.compile(r"threshold (?P<verdict>met|missed)\b", re.IGNORECASE)


@rule(
    "WGT304",
    "text contradicts a number",
    source="`concept`",
    fields=("benchmark.concept", "benchmark.rationale", "benchmark.weight", "threshold"),
)
def contradicted_number(suite: Suite) -> Iterator[Violation]:
    """The concept states a threshold or a weight (`Threshold: >=0.90`, `a weight of 0.25`) that the field
    does not have. The notation does not matter: 0.9, 0.90 and 90% are the same. Sentences that name another
    code, or say what could be or was, are not examined. In another text of the benchmark, it is a warning,
    and so is a level that starts with "Threshold met" below the threshold, or with "Threshold missed" from
    it on.

    Why: readers trust the sentence, the evaluator uses the field, and nobody can tell which one is out of
    date.

    Fix: find out which number is right and correct the other place.

    Bad a-component/A-DEM1.yaml:

        concept: >
          Measures whether the arrival time is recorded. A judge compares each record with the label.
          Formula: (matching_times / stated_times). Threshold: >=0.85.
        threshold: 0.90

    Good a-component/A-DEM1.yaml:

        concept: >
          Measures whether the arrival time is recorded. A judge compares each record with the label.
          Formula: (matching_times / stated_times). Threshold: >=90 %.
        threshold: 0.90
    """
    for spec in suite.benchmarks:
        for route, text in stated_texts(spec.fields):
            for match in islice(_stated_in(text), MAX_LISTED):
                before, after = _SENTENCE_END.split(text[: match.end()])[-1], text[match.end() :]
                others = {each.code for each in suite.codes.mentions(before)}
                others -= {spec.code, suite.parent_code(spec)}
                if not (others or _SUPPOSED.search((before + _SENTENCE_END.split(after)[0]).lower())):
                    yield from _against_field(spec, route, match)
        yield from _against_levels(spec)


def _stated_in(text: str) -> Iterator[re.Match[str]]:
    """Yield where a text states a threshold or a weight: a word is found faster than what surrounds it."""
    for word in re.finditer("threshold|weight", text.lower()):
        start = word.start()
        match = _STATED.match(text, start)
        if match and _OPENING.search(text, max(0, start - _LONGEST_OPENING), start):
            yield match


def _against_field(spec: BenchmarkSpec, route: Route, match: re.Match[str]) -> Iterator[Violation]:
    field, number = match["field"].lower(), match["number"]
    stated = Decimal(number.rstrip("% ")) / (100 if "%" in number else 1)
    value = getattr(spec.fields, field)
    if stated == value:
        return
    where, place = f"`{route[0]}`", at(*route, text=match[0])
    severity = None if route == ("concept",) else Severity.WARNING
    message, hint = f"{where} states a {field} of {number}", f"add `{field}: {stated:f}`"
    if value is None:
        message += f", but there is no field `{field}`"
        yield Violation(spec.document, place, message, hint, severity=severity)
        return
    written = spec.document.source_of((field,))
    related = (Link(spec.document, at(field), f"`{field}` is {written}"),)
    hint = f"write {written} there, or correct `{field}`"
    yield Violation(spec.document, place, f"{message}, but `{field}` is {written}", hint, related, severity)


def _against_levels(spec: BenchmarkSpec) -> Iterator[Violation]:
    """Yield levels of a scale from 0 to 1 that say the opposite of what the threshold says of them."""
    scale, threshold = spec.fields.scoring_scale, spec.fields.threshold
    if scale is None or threshold is None or scale.ends != (Decimal(0), Decimal(1)):
        return
    for level, text in scale.descriptions.items():
        match = _LEVEL.match(text)
        if match and (Decimal(str(level)) >= threshold) is not (match["verdict"].lower() == "met"):
            written = spec.document.source_of(("threshold",))
            message = f"the level {level} says `{match[0]}`, but `threshold` is {written}"
            related = (Link(spec.document, at("threshold"), f"`threshold` is {written}"),)
            hint, place = "correct the level or its text, or `threshold`", at_key(*_LEVELS, str(level))
            yield Violation(spec.document, place, message, hint, related, Severity.WARNING)
