"""Work out the record of a run."""

import datetime
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from benchdocs.authoring.changeset import Step
from benchdocs.authoring.records import cleaned, new_record, refused, state_of, what_ran, whole_plan
from benchdocs.scoring.report import ReportLine, ScoreReport
from benchdocs.scoring.results import CaseOutcome
from benchdocs.scoring.tally import Tally
from benchdocs.specs.discovery import RUN_FOLDER
from benchdocs.specs.run_record import MOST_FAILED
from benchdocs.suite.files import grouped
from benchdocs.suite.runs import digests

_FAILING = (CaseOutcome.FAIL, CaseOutcome.UNCERTAIN)
_SPEAKERS = {"code": "script", "judge": "judge", "expert": "expert"}


def new_run(report: ScoreReport, name: str, day: datetime.date) -> Step:
    """Return the step that adds the record of a run. Raises RefusedError where it may not be recorded."""
    plan = whole_plan(report)
    if report.state != report.digest:
        raise refused("the results are of another state of the suite than today's")
    benchmarks, rubrics, failed = {}, {}, list[dict[str, str]]()
    for line in report.lines:
        if line.tally is None:
            low, high = line.score or (Fraction(0), Fraction(1))
            rubrics[line.code] = {"verdict": line.outcome, "low": str(low), "high": str(high)}
    lines = {line.code: line for line in report.lines}
    for code, counts in report.tallies.items():
        failed += _failed(report, code)
        if code in lines:
            benchmarks[code] = _benchmark(report, lines[code], counts)
    fields = {
        **what_ran(report, day),
        "settings": cleaned(report.results.about.get("settings", "")),
        "suite": state_of(report.suite, report.digest),
        "plan": {"digest": plan.digest, "cases": len(plan.cases), "runs": plan.runs},
        "verdict": report.verdict,
        "benchmarks": benchmarks,
        "rubrics": rubrics,
        "failed": failed,
    }
    return new_record(report.suite, RUN_FOLDER, name, fields)


def _benchmark(report: ScoreReport, line: ReportLine, counts: Tally) -> dict[str, Any]:
    """Return what a record has of a benchmark."""
    spec, evaluated = report.suite.benchmark[line.code], len(counts.shares)
    lost = sum((1 - most for most in counts.most.values()), Fraction(0))
    total = sum(counts.shares.values(), Fraction(0))
    return {
        "version": spec.fields.version or 1,
        **digests(report.suite)[line.code],
        "verdict": line.outcome,
        "passed": evaluated - len(counts.fails),
        "evaluated": evaluated,
        "planned": counts.planned,
        "missing": len(counts.missing) or None,
        "unreadable": len(counts.left_out) or None,
        "uncertain": len(counts.uncertain) or None,
        "without_result": [cleaned(case) for case in sorted(counts.missing)[:MOST_FAILED]],
        "total": str(total) if spec.fields.has_shares else None,
        "lost": str(lost) if lost else None,
        "sources": len(counts.given.sources) or None if counts.given else None,
    }


def _failed(report: ScoreReport, code: str) -> Iterator[dict[str, str]]:
    """Yield the failed cases of a benchmark, each with what was said of it and by whom."""
    answers = sorted(report.results.answers.get(code, {}).items())
    of_case = grouped((question.case, (question.half, answer)) for question, answer in answers)
    for case in sorted(report.tallies[code].fails)[:MOST_FAILED]:
        reasons, speakers = dict[str, None](), dict[str, None]()
        for half, answer in of_case.get(case, ()):
            if answer.outcome in _FAILING:
                reasons |= dict.fromkeys(filter(None, [answer.why]))
                speakers[_SPEAKERS[half]] = None
        said, by = cleaned(" / ".join(reasons)), " and ".join(speakers)
        yield {"benchmark": code, "case": cleaned(case), "why": said, "by": by}
