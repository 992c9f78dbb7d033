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


_REMARK = re.compile(r"\((?!(?:[0-9]|[A-Za-z]|ii|II)\))[^()]*\)")
_FIRST_TWO = (
    *(("(1)", "(2)"), ("(a)", "(b)"), ("(i)", "(ii)")),
    *(("1)", "2)"), ("a)", "b)"), ("i)", "ii)"), ("1.", "2.")),
)
_NO_ITEM = r"(?!(?:and|or|but|nor|to|in|of|is|are|was|und|oder|bis|eines|jede[ns]|et|ou|y|o)\b)"
_JOINING = r"(?i:\b(?:and|or|either|both|to|through|if|when|where|whether|that|unless)\b)\s*"
_IN_SENTENCE = (
    rf"(?<![\w.,(/-])(1\.)\s+{_NO_ITEM}[a-z](?:[^.!?]|\.(?=\S))*?(?<![\w.,(/-])(2\.)\s+{_NO_ITEM}[a-z]"
)
"""A dotted list within one sentence; a number that ends a sentence is followed by a capital."""
_BULLETS = re.compile(r":\s+(?P<first>(?P<sign>[-*\u2022])\s\w+)[^.:]*?\s(?P<second>(?P=sign)\s\w+)")
"""Lines with a bullet each, which YAML folds into one: the first after a colon."""


_ANY_MARKER = re.compile(r"[.)](?<=[12abiABI\u0130\u0131].)(?<![a-hj-zA-HJ-Z0-9][12abiABI\u0130\u0131].)")
"""A quick look: every marker that is searched for ends in this, also where i is written as in Turkish."""


def _list_markers(text: str) -> tuple[str, ...]:
    """Return the first markers of a list in a text: two, or one where a single one can be nothing else."""
    if ":" in text and (bullets := _BULLETS.search(text)):
        return bullets["first"], bullets["second"]
    if not _ANY_MARKER.search(text):
        return ()
    plain = _REMARK.sub("_", re.sub(r"[^\S\n]+", " ", text.strip()))
    for first, second in _FIRST_TWO:
        starts = list(_marker(first).finditer(plain))
        if first == "1.":
            starts = [match for match in starts if _opens_item(plain, match, ":;.\n")]
        for follow in _marker(second).finditer(plain):
            if starts and starts[0].start() < follow.start() and not _are_names(plain, starts[0], follow):
                return starts[0][0], follow[0]
        for match in starts:
            if first != "1." and _opens_item(plain, match, ":;"):
                return (match[0],)
    listed = re.search(_IN_SENTENCE, plain) if "1. " in plain else None
    return (listed[1], listed[2]) if listed else ()


def _are_names(text: str, first: re.Match[str], second: re.Match[str]) -> bool:
    """Return whether two markers name what is next to them, as in `type (A) or (B)`: no condition follows."""
    between = re.sub(_JOINING, "", text[first.end() : second.start()]).strip(" ,").lower()
    before = [text[: marker.start()].rstrip().rpartition(" ")[2].lower() for marker in (first, second)]
    after = re.match(r"\s*([\w-]*)", text[second.end() :])
    is_named_again = before[0] == before[1] and not re.fullmatch(_JOINING, before[0])
    return is_named_again or between in ("", after[1].lower() if after else "")


def _marker(text: str) -> re.Pattern[str]:
    """Return the pattern of a list marker that is no end of a number, a word or another bracket."""
    return re.compile(rf"(?<![\w.,(/-]){re.escape(text)}(?![\w.,)])", re.IGNORECASE)


def _opens_item(text: str, marker: re.Match[str], signs: str) -> bool:
    """Return whether a marker opens the text or directly follows one of these characters."""
    before = text[max(0, marker.start() - 2) : marker.start()].strip(" ")
    return not before or before[-1] in signs


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
