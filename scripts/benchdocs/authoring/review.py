"""Work out review records of specs as they are now."""

import datetime
import json
import re
from collections.abc import Iterable, Iterator, Mapping

from benchdocs.authoring.changeset import Step, not_recorded
from benchdocs.files.atomic import read_exactly
from benchdocs.rules.check import Report
from benchdocs.rules.finding import Severity
from benchdocs.rules.support.records import in_future
from benchdocs.specs.choices import Outcome
from benchdocs.specs.discovery import REVIEW_FOLDER, REVIEWERS_FILE
from benchdocs.specs.reviews import REVIEWER_ID, STATED, Reviewer
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.meaning import fingerprint
from benchdocs.suite.reviews import reviewers
from benchdocs.suite.suite import Suite


def new_records(
    report: Report,
    specs: Iterable[AnySpec],
    reviewer: str,
    day: datetime.date,
    outcomes: Mapping[str, Outcome],
    comment: str = "",
) -> Iterator[Step]:
    """Yield the steps that add a record of each spec; none where it is there already.

    Raises RefusedError where the reviewer is unknown, the day cannot be, a spec has errors, or there is
    another record.
    """
    suite = report.suite
    if reviewer not in reviewers(suite) or not re.fullmatch(REVIEWER_ID, reviewer):
        if suite.broken_file(REVIEWERS_FILE):
            raise not_recorded(f"`{REVIEWERS_FILE}` cannot be read completely; `benchdocs check` says why")
        message = f"`{REVIEWERS_FILE}` lists no reviewer `{reviewer}`"
        entry = f"  - id: {reviewer}\n    role: \n    qualification: \n    conflicts:"
        raise not_recorded(f"{message}; complete this and add it below `reviewers:`\n{entry}")
    if future := in_future(day):
        raise not_recorded(f"{day} is {future}")
    for spec in specs:
        if errors := ", ".join(_errors(report, spec)):
            raise not_recorded(f"{spec.code} has errors; fix them first: {errors}")
        path = f"{REVIEW_FOLDER}/{spec.code}/{day}-{reviewer}.yaml"
        text = _record(suite, spec, reviewers(suite)[reviewer], day, outcomes, comment)
        if not (suite.root / path).exists():
            yield Step(path, text)
        elif read_exactly(suite.root / path) != text:
            later = f"add one with a later date, such as `--on {day + datetime.timedelta(days=1)}`"
            why = f"the record `{path}` already exists, and committed records are never changed; {later}"
            raise not_recorded(f"{why}, or delete this one if it is not committed")


def _errors(report: Report, spec: AnySpec) -> Iterator[str]:
    """Yield the places of the errors in a spec and its prompt, those of its reviews left out."""
    paths = (spec.document.path, getattr(spec.fields, "llm_prompt_file", None))
    for finding in report.findings:
        if finding.path in paths and finding.severity is Severity.ERROR and finding.rule[:3] != "REV":
            yield finding.place


def _record(
    suite: Suite,
    spec: AnySpec,
    reviewer: Reviewer,
    day: datetime.date,
    outcomes: Mapping[str, Outcome],
    comment: str,
) -> str:
    stated = ((name, getattr(reviewer, name)) for name in STATED)
    lines = [
        f"code: {spec.code}",
        f"version: {spec.fields.version or 1}",
        f'fingerprint: "{fingerprint(suite, spec)}"',
        f"reviewer: {reviewer.id}",
        *(f"{name}: {json.dumps(text, ensure_ascii=False)}" for name, text in stated if text),
        f"date: {day}",
        "outcome:",
        *(f"  {item}: {outcome}" for item, outcome in outcomes.items()),
        *([f"comment: {json.dumps(comment, ensure_ascii=False)}"] if comment else []),
    ]
    return "\n".join(lines) + "\n"
