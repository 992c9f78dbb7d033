"""Work out what `benchdocs score --record` adds to a suite: the record of a run, a judge or labels.

A record is written once, and nobody changes it later.
"""

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from benchdocs.authoring.changeset import Step, not_recorded
from benchdocs.documents.hidden_characters import hidden_runs
from benchdocs.documents.locations import printable
from benchdocs.documents.text_file import MAX_BYTES, TextFile, shorten
from benchdocs.documents.yaml_document import parse_yaml
from benchdocs.history import provenance
from benchdocs.history.git import GitError
from benchdocs.rules.support.records import today
from benchdocs.scoring.calibration import Calibration, MeasuredJudge
from benchdocs.scoring.plan import LONGEST, Plan
from benchdocs.scoring.report import ReportLine, ScoreReport
from benchdocs.scoring.results import CaseOutcome
from benchdocs.scoring.tally import Tally
from benchdocs.specs.discovery import JUDGE_FOLDER, LABEL_FOLDER, RUN_FOLDER, is_in_suite, is_record_name
from benchdocs.specs.records import MOST_FAILED
from benchdocs.suite.files import grouped
from benchdocs.suite.judges import digest_of_cases
from benchdocs.suite.runs import contents, digests
from benchdocs.suite.suite import Suite

_ABSENT: tuple[object, ...] = (None, "", [])
_FAILING = (CaseOutcome.FAIL, CaseOutcome.UNCERTAIN)
_FEWER_LISTED = (20, 5, 1)
"""How many cases of a benchmark are listed where the record has no room for more."""


def new_record(result: ScoreReport | Calibration, name: str) -> Step:
    """Return the step that adds the record of a run, of its labels where it has some, or of a measured judge.

    Raises RefusedError where it may not be recorded, or a record has this name.
    """
    if not is_record_name(name):
        form = "lowercase letters, digits, dots and hyphens, at most 64"
        raise not_recorded(f"`{printable(name)}` names no record: {form}")
    if isinstance(result, Calibration):
        folder, fields = JUDGE_FOLDER, _measured(result)
    elif result.labels:
        folder, fields = LABEL_FOLDER, _labeled(result)
    else:
        folder, fields = RUN_FOLDER, _run(result)
    path = f"{folder}/{name}.yaml"
    if (result.suite.root / path).exists():
        raise not_recorded(f"`{path}` exists, and records are never changed: take another name")
    text = next(filter(_is_readable, _texts(folder, fields)), None)
    if text is None:
        raise not_recorded(f"the record would have more than {MAX_BYTES:,} bytes, or too many entries")
    return Step(path, text)


def _texts(folder: str, fields: Mapping[str, Any]) -> Iterator[str]:
    """Yield the text of a record; that of a run also with ever fewer listed cases."""
    yield _text(fields)
    if folder == RUN_FOLDER:
        for most in _FEWER_LISTED:
            yield _text(_shortened(fields, most))


def _is_readable(text: str) -> bool:
    """Return whether a record with a text is read, as far as its size and form go."""
    return len(text.encode()) <= MAX_BYTES and not parse_yaml(TextFile("", text)).problems


def _shortened(fields: Mapping[str, Any], most: int) -> dict[str, Any]:
    """Return the record of a run with so many listed cases of a benchmark at most."""
    benchmarks = {
        code: {**then, "without_result": then["without_result"][:most]}
        for code, then in fields["benchmarks"].items()
    }
    of_benchmark = grouped((case["benchmark"], case) for case in fields["failed"])
    failed = [case for cases in of_benchmark.values() for case in cases[:most]]
    return {**fields, "benchmarks": benchmarks, "failed": failed, "listed": most}


def _run(report: ScoreReport) -> dict[str, Any]:
    """Return the record of a run. Raises RefusedError where it may not be recorded."""
    plan = _whole_plan(report)
    if report.state != report.digest:
        raise not_recorded("the results are of another state of the suite than today's")
    benchmarks, rubrics, failed = {}, {}, list[dict[str, str]]()
    for line in report.lines:
        if line.tally is None:
            low, high = line.score or (Fraction(0), Fraction(1))
            rubrics[line.code] = {"verdict": line.outcome, "low": str(low), "high": str(high)}
        else:
            benchmarks[line.code] = _benchmark(report, line, line.tally)
            failed += _failed(report, line.code)
    return {
        **_what_ran(report),
        "settings": _cleaned(report.results.about.get("settings", "")),
        "suite": _state_of(report.suite, report.digest),
        "plan": {"digest": plan.digest, "cases": len(plan.cases), "runs": plan.runs},
        "verdict": report.verdict,
        "benchmarks": benchmarks,
        "rubrics": rubrics,
        "failed": failed,
    }


def _benchmark(report: ScoreReport, line: ReportLine, counts: Tally) -> dict[str, Any]:
    """Return what a record has of a benchmark."""
    spec, evaluated = report.suite.benchmark[line.code], len(counts.shares)
    lost = sum((1 - most for most in counts.most.values()), Fraction(0))
    total = sum(counts.shares.values(), Fraction(0))
    return {
        "version": int(spec.fields.version or 1),
        "content": contents(report.suite)[line.code],
        **digests(report.suite)[line.code],
        "verdict": line.outcome,
        "passed": evaluated - len(counts.fails),
        "evaluated": evaluated,
        "planned": counts.planned,
        "missing": len(counts.missing) or None,
        "unreadable": len(counts.left_out) or None,
        "uncertain": len(counts.uncertain) or None,
        "without_result": [*map(_cleaned, sorted(counts.missing)[:MOST_FAILED])],
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
                speakers["script" if half == "code" else half] = None
        said, by = _cleaned(" / ".join(reasons)), " and ".join(speakers)
        yield {"benchmark": code, "case": _cleaned(case), "why": said, "by": by}


def _measured(calibration: Calibration) -> dict[str, Any]:
    """Return the record of a measured judge. Raises RefusedError where it may not be recorded."""
    suite = calibration.suite
    if calibration.results.bad:
        raise not_recorded("a line cannot be used")
    benchmarks = {}
    for code, measured in calibration.measured.items():
        benchmarks[code] = {
            "prompt": digests(suite)[code]["prompt"],
            "cases": digest_of_cases(measured.cases),
            **_sides(measured),
            "wrong": [*map(_cleaned, measured.wrong[:MOST_FAILED])],
        }
    return {
        "judge": _cleaned(calibration.judge),
        "date": today(),
        "suite": _state_of(suite, calibration.digest),
        "benchmarks": benchmarks,
    }


def _sides(measured: MeasuredJudge) -> dict[str, Any]:
    """Return how many good and faulty records a judge got right, and over sources, where these count."""
    quality, sides = measured.quality, dict[str, dict[str, Any]]()
    for name, right, passed in (("good", "pass", quality.good), ("faulty", "fail", quality.faulty)):
        given = [each.is_right for each in measured.given.values() if each.right == right]
        sides[name] = {"right": sum(given), "cases": len(given)}
        if quality.by_share and given:
            sides[name] |= {"total": str(passed.passed), "sources": passed.evaluated}
    return sides


def _labeled(report: ScoreReport) -> dict[str, Any]:
    """Return the record of labels. Raises RefusedError where they may not be recorded."""
    plan, labels = _whole_plan(report), []
    for label in report.people.labels:
        texts = {"trace_id": _cleaned(label.trace_id, MAX_BYTES), "note": _cleaned(label.note or "")}
        labels.append({**dict(label), **texts})
    return {**_what_ran(report), "plan": plan.digest, "labels": labels}


# What all kinds share ----------------------------------------------------------------------


def _whole_plan(report: ScoreReport) -> Plan:
    """Return the plan of a run. Raises RefusedError where no verdict may rest on it."""
    if report.plan is None or report.doubt:
        raise not_recorded(report.doubt)
    if report.plan.tags:
        raise not_recorded("a subset of the cases decides nothing")
    return report.plan


def _what_ran(report: ScoreReport) -> dict[str, Any]:
    """Return what records of a run say of it first."""
    about = report.results.about
    return {"product": _cleaned(about["product"]), "judge": _cleaned(about.get("judge", "")), "date": today()}


def _state_of(suite: Suite, digest: str) -> dict[str, Any]:
    """Return the state of a suite; without a commit where git does not know its files.

    Raises RefusedError where a file is not committed.
    """
    try:
        checkout = provenance.commit(suite)
    except GitError:
        return {"digest": digest}
    if uncommitted := list(filter(is_in_suite, checkout.files)):
        raise not_recorded(f"`{uncommitted[0]}` is not committed, so nobody could look up what was run")
    return {"digest": digest, "commit": checkout.id}


def _cleaned(text: str, limit: int = LONGEST) -> str:
    """Return a text on one line, short and without what nobody sees."""
    for _, hidden in [*hidden_runs(text)]:
        text = text.replace(hidden, " ")
    return shorten(" ".join(printable(text).split()), limit)


def _text(fields: Mapping[str, Any]) -> str:
    """Return fields as JSON, with a line for each entry of a list or named block.

    YAML reads it as well. A text that is JSON is read in an eighth of the time.
    """
    lines = []
    for name, value in fields.items():
        entries = []
        if isinstance(value, list):
            entries = [*map(_json, value)]
        elif isinstance(value, dict) and all(isinstance(block, dict) for block in value.values()):
            entries = [f"{_json(code)}: {_json(block)}" for code, block in value.items()]
        if entries:
            first, last = "[]" if isinstance(value, list) else "{}"
            lines.append(f"{_json(name)}: {first}\n  " + ",\n  ".join(entries) + f"\n{last}")
        elif value not in _ABSENT:
            lines.append(f"{_json(name)}: {_json(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _json(value: Any) -> str:
    """Return a value as JSON on one line, without fields that say nothing."""
    if isinstance(value, dict):
        value = {name: inner for name, inner in value.items() if inner not in _ABSENT}
    return json.dumps(value, ensure_ascii=False, default=str)
