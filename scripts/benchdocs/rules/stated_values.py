"""WGT304, VER1005: texts that state the value of a field, held against the field as it is and was."""

import re
from collections.abc import Iterator
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from benchdocs.documents.locations import Route, at, at_key
from benchdocs.documents.sentences import sentences
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.rules.support import claims
from benchdocs.rules.support.corrections import is_misspelled
from benchdocs.specs.blocks import ScoringScale
from benchdocs.specs.choices import Criticality
from benchdocs.specs.field_index import stated_texts
from benchdocs.specs.formula import DEFAULT, FormulaError, Scale, parse_formula
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.validation import AnySpec, is_uncertain
from benchdocs.suite.suite import BenchmarkSpec, Suite

_IN_FORMULA = re.compile(r"ormula(?<=[Ff]ormula)\W{1,4}(?P<numerator>\w*_\w*)\s*/\s*(?P<denominator>\w*_\w*)")
_CONCEPT = ("concept",)
_LEVELS = ("scoring_scale", "descriptions")
_NAMES = (*(name for _, name in claims.STATABLE), " gate", "% of", "scale")
"""Words without which a text states no value of a field."""
_LOOK_BACK = 100
"""Characters before `It` that may name what it is."""
_LINK = r"(?:'s)?\s+\(?(?:(?:a|an|and|at|gate|hard|has|is|its|makes|passing|the|threshold|up|with)\s+)*"
"""What may stand between a code and what is stated of it."""
_SIGN = re.compile("[<>≤]=?")
_SUPPOSED = r"\b(?:could|earlier|former|if|once|other|should|unless|until|was|were|when|whether|would)\b"


class _Stated(NamedTuple):
    """A sentence with the values that it states."""

    sentence: str
    numbers: tuple[tuple[str, claims.NumberClaim], ...]
    scales: tuple[claims.ScaleClaim, ...]


@rule(
    "WGT304",
    "text contradicts a field",
    source="`concept`",
    fields=("concept", "rationale", "weight", "threshold", "criticality", "min_cases", "decision"),
    unfixable="only you know which of the two numbers is right",
)
def contradicted_number(suite: Suite) -> Iterator[Violation]:
    """The concept states a threshold, a weight or a scale that differs from the field, or a threshold
    although the field `threshold` is missing. The notation does not matter: 0.9, 0.90 and 90% are the same.
    It is a warning where another text does so, the rubric's included; where a text states other `min_cases`,
    another confidence level or gate, or a sign other than `>=`; and where a level says that the threshold is
    met or missed and it is not; and where the names in the concept's formula differ from those in `metric`.

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
    for spec in suite.specs:
        yield from islice(_contradictions(suite, spec), MAX_LISTED)
    for benchmark in suite.benchmarks:
        yield from _against_metric(benchmark)


def _contradictions(suite: Suite, spec: AnySpec) -> Iterator[Violation]:
    rubric = "".join(above.code for above in suite.above(spec)[:1])
    for route, text in stated_texts(spec.fields):
        for sentence, numbers, scales in _stated_in(text):
            for named, claim in numbers:
                field = "weight" if named == rubric else named
                if "-" in field:  # a share of another rubric
                    continue
                ahead = sentence.partition(claim.words)[0]
                if claim.words.lower().startswith("it "):  # of what the sentence before names
                    ahead = text.partition(claim.words)[0][-_LOOK_BACK:]
                if "-" not in ahead and _is_right(spec, field, claim):
                    continue
                about = _subject(suite, spec, ahead, rubric if field == "weight" else "")
                is_supposed = route != _CONCEPT and re.search(_SUPPOSED, ahead.lower())
                if about and not is_supposed and not (about is spec and claim.words.startswith("is ")):
                    yield from _against_value(spec, about, route, field, claim)
            if route == _CONCEPT and scales and _subject(suite, spec, sentence, "") is spec:
                yield from _against_scale(spec, scales)
        if route[:-1] == _LEVELS and (match := claims.threshold_met(text)):
            yield from _against_level(spec, route, text, match)


@lru_cache(maxsize=1024)
def _stated_in(text: str) -> tuple[_Stated, ...]:
    """Return the sentences of a text that state values."""
    lower = text.lower()
    is_likely = any(name in lower for name in _NAMES)
    return tuple(filter(None, map(_stated, sentences(text) if is_likely else ())))


@lru_cache(maxsize=4096)
def _stated(sentence: str) -> _Stated | None:
    """Return the values that a sentence states; None where there are none. Specs repeat many sentences."""
    if not (" gate" in sentence or claims.has_number(sentence)):
        return None
    numbers, scales = (*claims.stated(sentence),), (*claims.scale_claims(sentence),)
    return _Stated(sentence, numbers, scales) if numbers or scales else None


def _subject(suite: Suite, spec: AnySpec, ahead: str, rubric: str) -> AnySpec | None:
    """Return what a value is stated of: the code right before it, or the benchmark; None where unclear."""
    named = [*suite.codes.mentions(ahead)]
    if named and re.fullmatch(_LINK, ahead.rpartition(named[-1].text)[2]):
        return suite.spec(named[-1].code or "")
    is_own = isinstance(spec.fields, Benchmark) or ahead.lower().endswith("passing ")
    return spec if is_own and all(each.code in (spec.code, rubric) for each in named) else None


def _is_right(spec: AnySpec, field: str, claim: claims.NumberClaim) -> bool:
    """Return whether a spec has the value that a text states; what it then is stated of needs no look."""
    value, sign = getattr(spec.fields, field, None), _SIGN.search(claim.words)
    is_same = (value is Criticality.HARD_GATE if field == "criticality" and value else value) == claim.value
    return is_same and (not sign or sign[0] == ">=")


def _against_value(
    spec: AnySpec, about: AnySpec, route: Route, field: str, claim: claims.NumberClaim
) -> Iterator[Violation]:
    field = "passing_threshold" if field == "threshold" and isinstance(about.fields, Rubric) else field
    value, scale = getattr(about.fields, field, None), None
    target: tuple[str, ...] = (field,)
    if field == "threshold":
        scale = getattr(about.fields, "scoring_scale", None)
    elif field == "level" and (decision := getattr(about.fields, "decision", None)):
        value, target = decision.confidence, ("decision", field)
    where = f"the {route[0]}" if route in (_CONCEPT, ("rationale",)) else "this text"
    is_own = about is spec and field in ("threshold", "weight")
    severity = None if route == _CONCEPT and is_own else Severity.WARNING
    place, sign = at(*route, text=claim.words), _SIGN.search(claim.words)
    is_gate, is_absent = field == "criticality", about is spec and field not in spec.document.data
    now = Fraction(value == Criticality.HARD_GATE if is_gate else value) if value is not None else None
    is_raw = scale is None and is_uncertain(about, "scoring_scale") and not claim.is_share
    if is_raw or (field == "weight" and claim.value > 1):
        return
    if now is not None and now not in _readings(claim, scale):
        written, path = about.document.source_of(target) or value, ".".join(target)
        stated = f"a {field}{'' if about is spec else f' of {about.code}'} of {claim.written}"
        message, hint = f"{where} states {stated}, but `{path}` is {written}", f"write {written} in {where}"
        related = (Link(about.document, at(*target), f"`{path}` is {written}"),)
        yield Violation(spec.document, place, message, f"{hint}, or correct `{path}`", related, severity)
    elif sign and sign[0] != ">=":
        message = f"{where} compares with `{sign[0]}`, but a score passes from the threshold on"
        yield Violation(spec.document, place, message, "write `>=`", severity=Severity.WARNING)
    elif (field, route) == ("threshold", _CONCEPT) and is_absent and not is_misspelled(spec, target):
        message = f"the concept states a threshold of {claim.written}, but there is no field `threshold`"
        share = f": {claim.value:f}`" if claim.value <= 1 else "`, a number from 0 to 1"
        yield Violation(spec.document, place, message, f"add `threshold{share}")


def _against_level(spec: AnySpec, route: Route, text: str, match: re.Match[str]) -> Iterator[Violation]:
    scale, threshold = getattr(spec.fields, "scoring_scale", None), getattr(spec.fields, "threshold", None)
    is_plain = scale and scale.normalization_formula in (None, DEFAULT, "x") and scale.ends == (0, 1)
    raw = Decimal(str(route[-1]))
    for score in (raw,) if is_plain else _normalized(Fraction(raw), scale):
        if threshold is not None and score <= 1 and (score >= threshold) is bool(match["not"]):
            written, words = spec.document.source_of(("threshold",)), text[slice(*match.span())]
            message = f"the level {route[-1]} says `{words}`, but `threshold` is {written}"
            related = (Link(spec.document, at("threshold"), f"`threshold` is {written}"),)
            hint = "correct the level or its text, or `threshold`"
            yield Violation(spec.document, at_key(*route), message, hint, related, Severity.WARNING)


def _against_metric(spec: BenchmarkSpec) -> Iterator[Violation]:
    """Yield the names of the concept's formula that the metric does not have."""
    metric, named = spec.fields.metric, _IN_FORMULA.search(spec.fields.concept or "")
    for name, written in named.groupdict().items() if metric and named else ():
        if getattr(metric, name) not in (None, written):
            message = f"the concept's formula has the {name} `{written}`, but `metric` has another"
            related = (Link(spec.document, at("metric", name), f"the {name} of the metric"),)
            place, hint = at("concept", text=written), "use the same name in both"
            yield Violation(spec.document, place, message, hint, related, Severity.WARNING)


def _against_scale(spec: AnySpec, found: tuple[claims.ScaleClaim, ...]) -> Iterator[Violation]:
    scale = getattr(spec.fields, "scoring_scale", None)
    ends = scale.ends if scale else None
    for claim in found if ends else ():
        if (claim.low, claim.high) != ends:
            source = spec.document.source_of
            low, high = (source(("scoring_scale", name)) for name in ("min_value", "max_value"))
            message = f"the concept says `{claim.words}`, but `scoring_scale` runs from {low} to {high}"
            hint = f"write {low} to {high} in the concept, or correct `min_value` and `max_value`"
            related = (Link(spec.document, at_key("scoring_scale"), f"runs from {low} to {high}"),)
            yield Violation(spec.document, at("concept", text=claim.words), message, hint, related)


def _readings(claim: claims.NumberClaim, scale: ScoringScale | None) -> set[Fraction]:
    """Return the shares of 1 that a number can mean: itself; a bare one also a percentage or raw score."""
    value = Fraction(claim.value)
    return {value} if claim.is_share else {value, value / 100, *_normalized(value, scale)}


def _normalized(raw: Fraction, scale: ScoringScale | None) -> Iterator[Fraction]:
    """Yield the normalized score of a raw one; nothing where the scale does not say it."""
    if scale and scale.ends:
        with suppress(FormulaError, ZeroDivisionError):
            formula = parse_formula(scale.normalization_formula or DEFAULT)
            yield formula.evaluate(raw, Scale.of(*scale.ends))


_NUMBER = re.compile(
    r"(?<![\w.])(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:\s?%)?(?![\w.]*[0-9])|\b(?:half|quarter|fifth|eighth)\b"
)
_IN_WORDS = {"half": "0.5", "quarter": "0.25", "fifth": "0.2", "eighth": "0.125"}
_OF_ALL = r"\b(?:all|both|each|every|four|members?|others?|rubric|same|siblings|theirs|three|two)\b"


@rule(
    "VER1005",
    "text states a former number",
    Severity.NOTE,
    source="Project conventions: versions and former codes",
    fields=("weight", "threshold", "passing_threshold"),
    unfixable="only you know whether the sentence still means this number",
)
def former_number(suite: Suite, earlier: Suite) -> Iterator[Violation]:
    """A threshold or weight has changed, and a text of the same spec, a sibling or the rubric above still
    has a sentence with the old number. The check looks for the number near words such as `threshold` or
    `share`; elsewhere than in its own texts, the sentence also has to name the spec or speak of all members.

    Why: readers take the reasons for the old number as reasons for the new one.

    Fix: correct the sentence. If it means another number, leave it.

    Bad a-component/A-DEM2.yaml:

        concept: >
          Measures whether the departure time is recorded. A script compares the times.
          Formula: (matching_times / stated_times). Threshold: >=0.85.
        threshold: 0.85
        version: 2
        rationale: The threshold of 0.80 leaves room for noise.

    Good a-component/A-DEM2.yaml:

        concept: >
          Measures whether the departure time is recorded. A script compares the times.
          Formula: (matching_times / stated_times). Threshold: >=0.85.
        threshold: 0.85
        version: 2
        rationale: The threshold of 0.85 leaves room for noise.
    """
    for spec in suite.specs:
        before = earlier.spec(spec.code)
        for field in ("weight", "threshold", "passing_threshold"):
            old, new = (getattr(each and each.fields, field, None) for each in (before, spec))
            if old is not None and new is not None and old != new:
                yield from islice(_still_stated(suite, spec, field, old), MAX_LISTED)


def _still_stated(suite: Suite, spec: AnySpec, field: str, old: Decimal) -> Iterator[Violation]:
    above = [*suite.above(spec)[:1], *filter(None, [suite.rubric.get(spec.code)])]
    near = [each for top in above for each in (top, *suite.members(top), *suite.sub_rubrics(top))]
    related = (Link(spec.document, at(field), f"`{field}` is {spec.document.source_of((field,))}"),)
    message, hint = f"is the former {field} of {spec.code}", "correct the sentence, if it means this number"
    of_weights, of_thresholds = r"weight|share|half|quarter|fifth|eighth", r"threshold|gate|below|under|reach"
    about = of_weights if field == "weight" else of_thresholds
    for other in {each.document.path: each for each in (spec, *near)}.values():
        for route, text in stated_texts(other.fields):
            for sentence in sentences(text) if route != _CONCEPT else ():
                is_meant = other is spec or spec.code in sentence or re.search(_OF_ALL, sentence)
                is_meant = is_meant and re.search(about, sentence.lower())
                numbers = _NUMBER.findall(sentence) if is_meant else ()
                for written in [each for each in numbers if _value(each) == old][:1]:
                    place = at(*route, text=written)
                    yield Violation(other.document, place, f"`{written}` {message}", hint, related)


def _value(written: str) -> Decimal:
    return Decimal(_IN_WORDS.get(written, written.rstrip("% "))) / (100 if "%" in written else 1)
