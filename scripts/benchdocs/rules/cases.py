"""CAS1601-1603, 1605-1606, 1612: calibration cases of no evaluator, contradictory, given away or unsafe."""

import re
from collections.abc import Iterator
from functools import lru_cache

from benchdocs.documents.locations import Route, at
from benchdocs.documents.spelling import did_you_mean, plain_letters
from benchdocs.documents.yaml_document import YamlDocument
from benchdocs.rules.finding import Link, Severity, Violation
from benchdocs.rules.rule import rule
from benchdocs.rules.support.records import unlisted_reviewer
from benchdocs.specs.cases import CASE_ID, Call, Case, name_and_digest
from benchdocs.specs.choices import CaseKind, Expected, Unit
from benchdocs.specs.discovery import CASE_FOLDER
from benchdocs.suite.cases import CaseSpec, benchmark_of, concept, short_digest
from benchdocs.suite.files import grouped
from benchdocs.suite.suite import BenchmarkSpec, Suite

SOURCE = "Project conventions: calibration cases"
_VERDICTS = {
    CaseKind.CLEAR_PASS: (Expected.PASS,),
    CaseKind.CLEAR_FAIL: (Expected.FAIL,),
    CaseKind.INJECTION: (Expected.PASS, Expected.FAIL),
}
"""Verdicts that a case of a kind can have; those of another kind are free."""
_SAME_WORDS = 10
"""Words in a row that a narrative and a prompt do not share by chance."""
_FEWEST_WORDS = 5


@rule(
    "CAS1601",
    "case file without an evaluator, or in the wrong place",
    fixable=True,
)
def misplaced_cases(suite: Suite) -> Iterator[Violation]:
    """A case file names a benchmark that the suite does not have. Or its name
    does not match its evaluator: use `evaluators/cases/NAME.yaml` for the prompt `NAME_prompt.md`, and the
    code in lowercase for a benchmark that a script checks.

    Why: each evaluator keeps its cases in one place. Cases that nobody finds test no judge.

    Fix: correct the code, or rename the file as the message says. Replace a former code with the present one.

    Bad (whole file) evaluators/cases/arrival.yaml:

        benchmark: A-DEM9
        cases: []

    Good a-component/A-DEM1.yaml:

        weight: 0.5
    """
    judged = suite.benchmark.values() if suite.cases else ()
    named = grouped((_file_name(suite, each), each.code) for each in judged)
    paths = {file.document.path for file in suite.cases}
    for file in suite.cases:
        code, place = file.fields.benchmark or "", at("benchmark")
        known, codes = suite.known_code(code) or "", named.get(file.stem, ())
        right, spec = codes[0] if len(codes) == 1 else None, suite.benchmark.get(known)
        if spec is None:
            message = f"there is no benchmark `{code}`"
            hint = f"the file's name says `{right}`" if right else did_you_mean(code, suite.benchmark)
            yield Violation(file.document, place, message, hint, fix=right)
        elif known != code:
            message, hint = f"`{code}` is the former code of `{known}`", f"write `{known}`"
            yield Violation(file.document, place, message, hint, fix=known)
        elif (name := _file_name(suite, spec)) and _path(name) != file.document.path:
            path = _path(name)
            message = f"according to its content, the file should be `{path}`"
            hint, fix = "move it there, or correct the code", None
            if path in paths:
                message = f"`{code}` has the file `{path}` already"
                hint = f"the file's name says `{right}`" if right else "correct the code"
                fix = right
            yield Violation(file.document, place, message, hint, fix=fix)


def _path(name: str) -> str:
    return f"{CASE_FOLDER}/{name}.yaml"


def _file_name(suite: Suite, spec: BenchmarkSpec) -> str | None:
    """Return the name of a benchmark's files; None where it has a prompt, and nobody can tell which."""
    path, kind = spec.fields.llm_prompt_file, spec.fields.evaluator_type
    return concept(spec) if path in suite.prompt or not (path or (kind and kind.needs_prompt)) else None


@rule(
    "CAS1602",
    "case without a unique ID",
    fixable=True,
)
def unfit_id(suite: Suite) -> Iterator[Violation]:
    """The ID of a case contains something other than lowercase letters, digits and hyphens, or appears twice
    in its file.

    Why: results and addresses identify a case by its ID.

    Fix: give each case a unique ID, such as `plain-denial-lost`. Where only capital letters or spaces are
    wrong, `--fix` corrects the ID.

    Bad (whole file) evaluators/cases/arrival.yaml:

        benchmark: A-DEM1
        cases:
          - id: Time Lost
            kind: clear_fail
            narrative: We were on site at 1405.
            expected: fail

    Good a-component/A-DEM1.yaml:

        weight: 0.5
    """
    for file in suite.cases:
        first: dict[str, int] = {}
        ids = {case.id for case in file.fields.cases or ()}
        for index, case in _cases(file):
            place = at("cases", index, "id")
            if case.id and not re.fullmatch(CASE_ID, case.id):
                right = re.sub(r"[\s_]+", "-", plain_letters(case.id.strip())).lower()
                is_sure = re.fullmatch(CASE_ID, right) and right not in ids
                hint = f"write `{right}`" if is_sure else "write it as `plain-denial-lost`"
                message = f"`{case.id}` is not an ID: use lowercase letters, digits and hyphens"
                fix = right if is_sure else None
                yield Violation(file.document, place, message, hint, fix=fix)
            elif case.id and case.id in first:
                related = (Link(file.document, at("cases", first[case.id], "id"), "first given here"),)
                message, hint = f"the ID `{case.id}` is given twice", "give each case a unique ID"
                yield Violation(file.document, place, message, hint, related)
            first.setdefault(case.id or "", index)


@rule(
    "CAS1603",
    "expected verdict contradicts the kind",
)
def contradictory_verdict(suite: Suite) -> Iterator[Violation]:
    """A case marked as a clear pass is expected to fail, a clear fail is expected to pass, or an injection
    attempt has a verdict other than pass or fail. Or the case's benchmark counts items, and `expected_score`
    is missing or contradicts the verdict: only a case that passes scores 1.

    Why: agreement is computed from the verdicts, and the balance of a file from the kinds. Both must describe
    the same case.

    Fix: correct the verdict, the kind or the score. If experts may disagree on a case, it is `borderline`.

    Bad (whole file) evaluators/cases/arrival.yaml:

        benchmark: A-DEM1
        cases:
          - id: time-lost
            kind: clear_pass
            narrative: We were on site at 1405.
            expected: fail

    Good a-component/A-DEM1.yaml:

        weight: 0.5
    """
    for file in suite.cases:
        spec = benchmark_of(suite, file)
        for index, case in _cases(file):
            fitting = _VERDICTS.get(case.kind) if case.kind else None
            if fitting and case.expected and case.expected not in fitting:
                message = f"a case of the kind `{case.kind}` cannot have the verdict `{case.expected}`"
                hint = f"its verdict is {' or '.join(f'`{each}`' for each in fitting)}, or its kind is wrong"
                related = (Link(file.document, at("cases", index, "kind"), "the kind"),)
                yield Violation(file.document, at("cases", index, "expected"), message, hint, related)
            if message := _wrong_score(spec, case):
                hint = "it is the share of the items that are right, where a benchmark counts items"
                yield Violation(file.document, at("cases", index, "expected_score"), message, hint)


def _wrong_score(spec: BenchmarkSpec | None, case: Case) -> str:
    """Return what is wrong with the expected score of a case in words; empty if nothing is."""
    metric, score = spec.fields.metric if spec else None, case.expected_score
    if metric is None or case.expected is None:
        return ""
    is_scored = metric.unit is Unit.ITEM and case.expected in (Expected.PASS, Expected.FAIL)
    if (score is not None) is not is_scored:
        return f"the case {'needs' if is_scored else 'cannot have'} an `expected_score`"
    is_right = score is None or (score == 1) is (case.expected is Expected.PASS)
    return "" if is_right else f"a case that scores {score} cannot have the verdict `{case.expected}`"


@rule(
    "CAS1605",
    "case that the prompt gives away",
    Severity.WARNING,
)
def given_away(suite: Suite) -> Iterator[Violation]:
    """The narrative of a case shares ten words in a row with its benchmark's prompt, or the prompt contains
    the whole narrative.

    Why: a judge that has already seen a case and its verdict is not tested by that case.

    Fix: use a different call in the case, or in the prompt.

    Bad (whole file) evaluators/cases/arrival.yaml:

        benchmark: A-DEM1
        cases:
          - id: time-lost
            kind: clear_fail
            narrative: We were on site at 1405, by the old mill.
            expected: fail

    Bad evaluators/llm-judge/arrival_prompt.md:

        DESCRIPTION:
        The caller said: we were on site at 1405 by the old mill.

    Good evaluators/llm-judge/arrival_prompt.md:

        DESCRIPTION:
        The caller says when they arrived.
    """
    for file in suite.cases:
        spec = benchmark_of(suite, file)
        prompt = suite.prompt.get(spec.fields.llm_prompt_file or "") if spec else None
        if prompt is None:
            continue
        for index, case in _cases(file):
            words = _words(case.narrative or "")
            length = min(len(words), _SAME_WORDS)
            shown = _runs_shown(prompt.text, length) if length >= _FEWEST_WORDS else ()
            if same := next((run for run in _runs(words, length) if run in shown), None):
                message = f'the prompt shows "{" ".join(same)}", which is also in the case'
                hint = f"use a different call here, or in `{prompt.path}`"
                yield Violation(file.document, at("cases", index, "narrative"), message, hint)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _runs(words: list[str], length: int) -> Iterator[tuple[str, ...]]:
    """Yield all runs of that many words."""
    return zip(*(words[start:] for start in range(length)), strict=False)


@lru_cache(maxsize=8)
def _runs_shown(text: str, length: int) -> frozenset[tuple[str, ...]]:
    """Return all runs of that many words in a prompt."""
    return frozenset(_runs(_words(text), length))


@rule(
    "CAS1606",
    "case confirmed by an unknown person, or in another state",
)
def unknown_confirmer(suite: Suite) -> Iterator[Violation]:
    """A case or a call was confirmed by someone who is not listed in `reviewers.yaml`. Or the digest after
    the reviewer's ID is missing, or not that of the present case.

    Why: a verdict counts as right because a qualified person says so, and readers must be able to ask that
    person. Nobody has confirmed what was changed later.

    Fix: write the reviewer's ID, or list the reviewer. Delete a confirmation of another state of the case,
    until the reviewer confirms this one.

    Bad (whole file) evaluators/cases/arrival.yaml:

        benchmark: A-DEM1
        cases:
          - id: time-lost
            kind: clear_fail
            narrative: We were on site at 1405.
            expected: fail
            confirmed_by: [expert-1 5f0c31aa]

    Good (whole file) reviewers.yaml:

        reviewers:
          - id: expert-1
            role: Subject expert
            qualification: Triage
            conflicts: None known
    """
    for file in suite.cases:
        for index, case in _cases(file):
            yield from _confirmed(suite, file.document, case, ("cases", index))
    for call in suite.calls:
        yield from _confirmed(suite, call.document, call.fields, ())


def _confirmed(suite: Suite, document: YamlDocument, case: Case | Call, start: Route) -> Iterator[Violation]:
    """Yield what is wrong with the confirmations of a case or call."""
    for number, stated in enumerate(case.confirmed_by):
        (who, digest), place = name_and_digest(stated), at(*start, "confirmed_by", number)
        yield from unlisted_reviewer(suite, document, place, who)
        if digest != short_digest(case):
            state = "another state" if digest else "an unknown state"
            hint = f"delete it, or write `{who} {short_digest(case)}` once `{who}` confirms what it is now"
            yield Violation(document, place, f"`{who}` confirmed {state} of what is here", hint)


_ADDRESS = re.compile(
    r"\s*(?:[a-z][a-z0-9+.-]*://|(?:file|exec|package|python|javascript):(?=\S))", re.IGNORECASE
)
"""Start of a text that a harness takes for an address, from which it reads or runs something."""
_SIGNS = ("://", "file:", "exec:", "package:", "python:", "javascript:", "\\x", "\\u", "\\/")
"""What a file with such a text has in it, in small letters; it may be written in escapes."""


@rule(
    "CAS1612",
    "text that a harness would follow as an address",
)
def address_in_place_of_text(suite: Suite) -> Iterator[Violation]:
    """A text of a case or call starts like an address: `file:///etc/passwd`, `exec:` or `https://`. This rule
    cannot be waived.

    Why: promptfoo replaces such a text by the content of the file, on the machine that runs the
    export. It would end up in results, or be sent to the model that judges.

    Fix: write the text itself. If the speaker gave an address, put a word before it.

    Bad (whole file) evaluators/cases/arrival.yaml:

        benchmark: A-DEM1
        cases:
          - id: time-lost
            kind: clear_fail
            narrative: We were on site at 1405.
            expected: fail
            because: file:///etc/passwd

    Good a-component/A-DEM1.yaml:

        weight: 0.5
    """
    for document in (file.document for file in (*suite.cases, *suite.calls)):
        lowered = document.text.lower()
        is_suspect = any(sign in lowered for sign in _SIGNS)
        for route, node in document.scalars() if is_suspect else ():
            if isinstance(node.value, str) and (address := _ADDRESS.match(node.value)):
                start, hint = address[0].strip(), "write the text itself, or a word before it"
                message = f"the text starts with `{start}`, which a harness follows as an address"
                yield Violation(document, at(*route), message, hint)


def _cases(file: CaseSpec) -> Iterator[tuple[int, Case]]:
    return enumerate(file.fields.cases or ())
