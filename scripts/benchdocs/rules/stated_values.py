"""VER1005: texts that state the former value of a field."""

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import islice

from benchdocs.documents.locations import at
from benchdocs.documents.sentences import sentences
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import MAX_LISTED, rule
from benchdocs.specs.field_index import stated_texts
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.suite import Suite

_CONCEPT = ("concept",)
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
