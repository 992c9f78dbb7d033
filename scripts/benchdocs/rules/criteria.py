"""TXT501-504: criteria that lack the standard form, by which people and models read them alike."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from benchdocs.documents.locations import at
from benchdocs.documents.sentences import sentences
from benchdocs.documents.text_file import shorten
from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.specs.field_index import CRITERIA, criteria
from benchdocs.specs.settings import CriteriaWords
from benchdocs.suite.suite import BenchmarkSpec, Suite

SOURCE = "Inclusion and Exclusion Criteria Format"
CUT_OFF = "put quotes around the text: the ` #` in it starts a comment"
_OPENING_WORDS = 3
_LONGEST_OPENING = 60
_NEAR_APPLY = (
    r"appl(?:y|ies|ied|icable)\s+(?:when(?:ever)?|if|where)\b"
    r"(?!\s*(?:,|(?:and\s+only|unless|except|without|if|when|where|not|only|possible)\b))"
)
_NEAR_DO_NOT = r"(?:do(?:es)?\s*(?:n['’]?t|not)|not|never)\s+(?:be\s+)?appl(?:y|ied|icable)\b"


class _Opening(NamedTuple):
    """Words that start a sentence of criteria.

    Attributes:
        right: The words that are written in place of near ones.
        pattern: What matches them, also in another spacing.
        near: What matches words that mean the same.
        demand: The start of a message that they are missing.
    """

    right: str
    pattern: str
    near: str
    demand: str


@rule(
    "TXT501",
    "inclusion does not start with `Apply when`",
    source=f"{SOURCE}: `inclusion_criteria`",
    fields=("inclusion_criteria",),
    fixable=True,
)
def inclusion_opening(suite: Suite) -> Iterator[Violation]:
    """The inclusion criteria do not start with the exact words "Apply when" and a condition.

    Why: people and models look for the trigger at the start, after these two words. With any other opening it
    is unclear where the trigger ends and the failure begins.

    Fix: start with "Apply when" and the condition that brings a test case into scope.

    Bad a-component/A-DEM1.yaml:

        inclusion_criteria: >
          Applies to narratives with an arrival time. Flag if the record lacks the time.

    Good a-component/A-DEM1.yaml:

        inclusion_criteria: >
          Apply when the narrative gives an arrival time. Flag if the record lacks the time.
    """
    return _wrong_openings(suite, "inclusion_criteria", _opening(suite, "apply_when"))


def _opening(suite: Suite, name: str) -> _Opening:
    """Return the suite's words for how a sentence starts: those of its settings, else the usual ones."""
    own, usual = getattr(suite.settings.criteria, name), _USUAL[name]
    if own == CriteriaWords.model_fields[name].default:
        return usual
    pattern = r"\s+".join(map(re.escape, own.split())) + r"(?!\w)"
    demand = usual.demand.partition(' "')[0]
    return _Opening(own, pattern, f"{pattern}|{usual.near}", f'{demand} "{own}"')


def _wrong_openings(suite: Suite, field: str, opening: _Opening) -> Iterator[Violation]:
    for spec in suite.benchmarks:
        text = getattr(spec.fields, field)
        if text is None or re.match(opening.pattern + GOES_ON, text):
            continue
        if bare := re.match(opening.pattern, text):
            yield _says_nothing(spec, field, bare[0])
        else:
            yield _wrong_opening(spec, field, text, opening)


def _wrong_opening(spec: BenchmarkSpec, field: str, text: str, opening: _Opening) -> Violation:
    """Return the violation of a wrong opening, with the right words where it is close."""
    words = " ".join(text.split()[:_OPENING_WORDS])
    message, place = f'{opening.demand}, not with "{shorten(words, _LONGEST_OPENING)}"', at(field, text=words)
    if spec.document.has_comment_after((field,)):
        return Violation(spec.document, place, message, CUT_OFF)
    match = re.match(opening.near, text, re.IGNORECASE)
    if not match:
        hint = f'start the text with "{opening.right}" and the condition'
        return Violation(spec.document, place, message, hint)
    hint = f'replace "{match[0]}" with "{opening.right}"'
    return Violation(spec.document, at(field, text=match[0]), message, hint, fix=opening.right)


def _says_nothing(spec: BenchmarkSpec, field: str, opening: str) -> Violation:
    message = f'a sentence of `{field}` ends right after its first words "{" ".join(opening.split())}"'
    return Violation(spec.document, at(field, text=opening), message, "write the condition after these words")


_DO_NOT_APPLY = r"Do\s+not\s+(?:apply|use)\b(?=((?:\s+(?:when|if|where|for|to|in)\b)?))\1"
_USUAL = {
    "apply_when": _Opening(
        "Apply when",
        r"Apply\s+when\b",
        _NEAR_APPLY,
        '`inclusion_criteria` has to start with "Apply when"',
    ),
    "flag_if": _Opening(
        "Flag if",
        r"Flag if\b",
        r"(?<!\bnot )(?<!\bnever )\bflag(?:s|ged)?\s+(?:it\s+)?(?:if|when|where)\b",
        '`inclusion_criteria` has no sentence that starts with "Flag if"',
    ),
    "do_not_apply": _Opening(
        "Do not apply",
        _DO_NOT_APPLY,
        _NEAR_DO_NOT,
        '`exclusion_criteria` has to start with "Do not apply" or "Do not use"',
    ),
}
GOES_ON = r"(?=(?:[^\w.!?]|[.!?](?=\S))*[\w])"
"""Looks for a word ahead in the same sentence."""


@rule(
    "TXT502",
    "no sentence starts with `Flag if`",
    Severity.WARNING,
    source=f"{SOURCE}: second clause",
    fields=("inclusion_criteria",),
    fixable=True,
)
def failure_condition(suite: Suite) -> Iterator[Violation]:
    """No sentence of the inclusion criteria starts with the words "Flag if" followed by a failure.

    Why: the first sentence says which test cases are checked; this one says what counts as a failure. Without
    it, two evaluators can agree on the scope and still differ on every verdict.

    Fix: end the trigger with a period. Then write "Flag if" and the failures, joined by "or".

    Bad a-component/A-DEM1.yaml:

        inclusion_criteria: >
          Apply when the narrative gives an arrival time and the record lacks it.

    Good a-component/A-DEM1.yaml:

        inclusion_criteria: >
          Apply when the narrative gives an arrival time. Flag if the record lacks it.
    """
    opening = _opening(suite, "flag_if")
    flag_if = re.compile(opening.pattern + GOES_ON)
    for spec in suite.benchmarks:
        text = spec.fields.inclusion_criteria
        if text is None or any(flag_if.match(sentence) for sentence in sentences(text)):
            continue
        if bare := re.search(rf"\b{opening.pattern}(?!{GOES_ON})", text):
            yield _says_nothing(spec, "inclusion_criteria", bare[0])
            continue
        message, right = opening.demand, opening.right
        if near := re.search(opening.near, text, re.IGNORECASE):
            hint, place = f'replace "{near[0]}" with "{right}"', at("inclusion_criteria", text=near[0])
            fix: str | None = right
            if text[: near.start()].rstrip()[-1:] not in (".", "!", "?"):
                hint = f'end the sentence before "{near[0]}" with a period and continue with "{right}"'
                fix = None
            yield Violation(spec.document, place, message, hint, fix=fix)
        elif spec.document.has_comment_after(("inclusion_criteria",)):
            yield Violation(spec.document, at("inclusion_criteria"), message, CUT_OFF)
        else:
            hint = f'add a sentence: "{right}" and what counts as a failure'
            yield Violation(spec.document, at("inclusion_criteria"), message, hint)


@rule(
    "TXT503",
    "numbered list in criteria",
    source=f"{SOURCE}: rules",
    fields=CRITERIA,
)
def numbered_list(suite: Suite) -> Iterator[Violation]:
    """The inclusion or exclusion criteria number or letter their conditions, or put bullets before them:
    `(1)`, `2)`, `3.`, `(a)`, `i)`, `- `.

    Why: a list does not say whether one condition is enough or all must be met. "Or" and "and" do.

    Fix: write a sentence. Use "or" between conditions that are each sufficient, and "and" between conditions
    that must occur together.

    Bad a-component/A-DEM1.yaml:

        inclusion_criteria: >
          Apply when: (1) a time is given; (2) the guest has arrived. Flag if the output lacks the time.

    Good a-component/A-DEM1.yaml:

        inclusion_criteria: >
          Apply when a time is given and the guest has arrived. Flag if the output lacks the time.
    """
    for spec in suite.benchmarks:
        for (field, *_), text in criteria(spec.fields):
            if markers := _list_markers(text):
                shown = ", ".join(f"`{marker}`" for marker in markers)
                message = f"`{field}` lists its conditions under {shown}"
                hint = 'write them as one sentence, joined by "or", "and" or commas'
                yield Violation(spec.document, at(field, text=markers[0]), message, hint)


_BULLETS = re.compile(r":\s+(?P<first>(?P<sign>[-*\u2022])\s\w+)[^.:]*?\s(?P<second>(?P=sign)\s\w+)")
"""Lines with a bullet each, which YAML folds into one: the first after a colon."""
_OPENS = r"(?:(?:^|[:;])\s*|,\s+|\b(?:if|when|where|whether|either|both|unless|wenn|falls|wo)\s+)"
"""What is before the first item of a list; another word names the item, as in `type (A) or (B)`."""
_FIRST_AND_SECOND = re.compile(
    rf"{_OPENS}(?P<first>1\.|\(?(?:1|(?P<letter>a)|(?P<roman>i))\))\s.{{0,500}}?"
    r"(?<=[\s,;])(?P<second>\(?(?(letter)b|(?(roman)ii|2))[.)])(?=\s)",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
_FIRST_ALONE = re.compile(r"(?:^|[:;])\s*(?P<first>\(?[1ai]\))(?=\s)", re.IGNORECASE)
"""A marker at the start, or where a list has to follow, which can be nothing else."""
_ANY_MARKER = re.compile(r"[.):](?:(?<=[1aiAI][.)])\s|(?<=:)\s+[-*\u2022])")
"""A quick look by the first character: every list that is searched for has one of these."""


def _list_markers(text: str) -> tuple[str, ...]:
    """Return the first markers of a list in a text: two, or one where a single one can be nothing else."""
    if not _ANY_MARKER.search(text):
        return ()
    for pattern in (_BULLETS, _FIRST_AND_SECOND, _FIRST_ALONE):
        if found := pattern.search(text):
            return tuple(filter(None, map(found.groupdict().get, ("first", "second"))))
    return ()


@rule(
    "TXT504",
    "exclusion does not start with `Do not apply`",
    source=f"{SOURCE}: `exclusion_criteria`",
    fields=("exclusion_criteria",),
    fixable=True,
)
def exclusion_opening(suite: Suite) -> Iterator[Violation]:
    """The exclusion criteria do not start with the exact words "Do not apply" or "Do not use" and an
    exception.

    Why: a case that meets these criteria is skipped altogether. With another opening, readers may take them
    for cases that are checked and pass, which belong in the prompt's pass conditions.

    Fix: start with "Do not apply when" or "Do not use for" and the exception.

    Bad a-component/A-DEM1.yaml:

        exclusion_criteria: >
          Narratives without an arrival time.

    Good a-component/A-DEM1.yaml:

        exclusion_criteria: >
          Do not apply when the narrative gives no arrival time.
    """
    return _wrong_openings(suite, "exclusion_criteria", _opening(suite, "do_not_apply"))
