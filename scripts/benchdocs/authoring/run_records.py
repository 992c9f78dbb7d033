"""Work out the record of a run: what `benchdocs score --record` adds to a suite."""

import datetime
import json
from collections.abc import Iterator
from fractions import Fraction

from benchdocs.authoring.changeset import RefusedError, Step
from benchdocs.documents.hidden_characters import hidden_runs
from benchdocs.documents.locations import printable
from benchdocs.documents.text_file import shorten
from benchdocs.history import provenance
from benchdocs.history.git import GitError
from benchdocs.scoring.plan import LONGEST, Plan
from benchdocs.scoring.report import ReportLine, ScoreReport
from benchdocs.scoring.results import CaseOutcome
from benchdocs.scoring.tally import Tally
from benchdocs.specs.discovery import RUN_FOLDER, is_in_suite, is_record_name
from benchdocs.specs.run_record import MOST_FAILED
from benchdocs.suite.files import grouped
from benchdocs.suite.runs import digests
from benchdocs.suite.suite import Suite

_FAILING = (CaseOutcome.FAIL, CaseOutcome.UNCERTAIN)
_SPEAKERS = {"code": "script", "judge": "judge", "expert": "expert"}


def new_run(report: ScoreReport, name: str, day: datetime.date) -> Step:
    """Return the step that adds the record of a run.

    Raises RefusedError where the run may not be recorded, or a record has this name.
    """
    path, plan = record_path(report.suite, RUN_FOLDER, name), whole_plan(report)
    if report.state != report.digest:
        raise refused("the results are of another state of the suite than today's")
    return Step(path, "".join(f"{line}\n" for line in _lines(report, plan, day)))


def whole_plan(report: ScoreReport) -> Plan:
    """Return the plan of a run. Raises RefusedError where no verdict may rest on it."""
    if report.plan is None or report.doubt:
        raise refused(report.doubt)
    if report.plan.tags:
        raise refused("a subset of the cases decides nothing")
    return report.plan


def record_path(suite: Suite, folder: str, name: str) -> str:
    """Return the path of a new record in the folder of its kind. Raises RefusedError."""
    if not is_record_name(name):
        raise refused(
            f"`{printable(name)}` names no record: lowercase letters, digits, dots and hyphens, at most 64"
        )
    path = f"{folder}/{name}.yaml"
    if (suite.root / path).exists():
        raise refused(f"`{path}` exists, and records are never changed: take another name")
    return path


def refused(why: str) -> RefusedError:
    """Return that a record was not added, and why."""
    return RefusedError(f"nothing was recorded: {why}")


def commit_of(suite: Suite) -> str:
    """Return the last commit of the suite's files; empty where git does not know them."""
    try:
        checkout = provenance.commit(suite)
    except GitError:
        return ""
    if uncommitted := list(filter(is_in_suite, checkout.files)):
        raise refused(f"`{uncommitted[0]}` is not committed, so nobody could look up what was run")
    return checkout.id


def what_ran(report: ScoreReport, day: datetime.date) -> Iterator[str]:
    """Yield what records of a run say of it first."""
    about = report.results.about
    yield f"product: {quoted(about['product'])}"
    if "judge" in about:
        yield f"judge: {quoted(about['judge'])}"
    yield f"date: {day}"


def _lines(report: ScoreReport, plan: Plan, day: datetime.date) -> Iterator[str]:
    yield from what_ran(report, day)
    if settings := report.results.about.get("settings"):
        yield f"settings: {quoted(settings)}"
    commit = commit_of(report.suite)
    yield f'suite: {{digest: "{report.digest}"' + (f', commit: "{commit}"}}' if commit else "}")
    yield f'plan: {{digest: "{plan.digest}", cases: {len(plan.cases)}, runs: {plan.runs}}}'
    yield f"verdict: {report.verdict}"
    yield "benchmarks:"
    lines = {line.code: line for line in report.lines}
    for code, counts in report.tallies.items():
        if code in lines:
            yield f"  {code}: {{{', '.join(_benchmark(report, lines[code], counts))}}}"
    yield "rubrics:"
    for line in report.lines:
        if line.tally is None:
            low, high = line.score or (Fraction(0), Fraction(1))
            yield f'  {line.code}: {{verdict: {line.outcome}, low: "{low}", high: "{high}"}}'
    if failed := [entry for code in report.tallies for entry in _failed(report, code)]:
        yield "failed:"
        yield from failed


def _benchmark(report: ScoreReport, line: ReportLine, counts: Tally) -> Iterator[str]:
    """Yield what a record has of a benchmark, as keys with values."""
    spec = report.suite.benchmark[line.code]
    yield f"version: {spec.fields.version or 1}"
    for key, digest in digests(report.suite)[line.code].items():
        yield f'{key}: "{digest}"'
    evaluated = len(counts.shares)
    yield f"verdict: {line.outcome}"
    yield f"passed: {evaluated - len(counts.fails)}"
    yield f"evaluated: {evaluated}"
    yield f"planned: {counts.planned}"
    lists = {"missing": counts.missing, "unreadable": counts.left_out, "uncertain": counts.uncertain}
    for name, cases in lists.items():
        if cases:
            yield f"{name}: {len(cases)}"
    if named := [quoted(case) for case in sorted(counts.missing)[:MOST_FAILED]]:
        yield f"without_result: [{', '.join(named)}]"
    if spec.fields.has_shares:
        yield f'total: "{sum(counts.shares.values(), Fraction(0))}"'
    if lost := sum((1 - most for most in counts.most.values()), Fraction(0)):
        yield f'lost: "{lost}"'
    if counts.given and counts.given.sources:
        yield f"sources: {len(counts.given.sources)}"


def _failed(report: ScoreReport, code: str) -> Iterator[str]:
    """Yield the failed cases of a benchmark, each with what was said of it and by whom."""
    answers = sorted(report.results.answers.get(code, {}).items())
    of_case = grouped((question.case, (question.half, answer)) for question, answer in answers)
    for case in sorted(report.tallies[code].fails)[:MOST_FAILED]:
        reasons, speakers = dict[str, None](), dict[str, None]()
        for half, answer in of_case.get(case, ()):
            if answer.outcome in _FAILING:
                reasons |= dict.fromkeys(filter(None, [answer.why]))
                speakers[_SPEAKERS[half]] = None
        entry = f"benchmark: {code}, case: {quoted(case)}"
        if reasons:
            entry += f", why: {quoted(' / '.join(reasons))}"
        if speakers:
            entry += f", by: {quoted(' and '.join(speakers))}"
        yield f"  - {{{entry}}}"


def quoted(value: str, limit: int = LONGEST) -> str:
    """Return a text as YAML on one line, short and without what nobody sees."""
    for _, hidden in [*hidden_runs(value)]:
        value = value.replace(hidden, " ")
    return json.dumps(shorten(" ".join(printable(value).split()), limit), ensure_ascii=False)
