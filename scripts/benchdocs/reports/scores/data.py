"""The report of a run as JSON."""

import json
from collections import Counter
from math import ceil, floor
from typing import Any

from benchdocs.reports.scores.lists import LISTS
from benchdocs.reports.scores.summary import SIGNS, Summary
from benchdocs.scoring.comparison import differences, turned
from benchdocs.scoring.report import LEVEL, ReportLine, ScoreReport
from benchdocs.scoring.watch import close_pairs, never_fired
from benchdocs.specs.choices import RunVerdict
from benchdocs.suite.trace_labels import TraceLabels

_FINE = 1_000_000
"""Fractions of a bound."""


def score_json(report: ScoreReport, before: ScoreReport | None = None) -> str:
    """Return a report, and how it differs from an earlier one, as JSON with a line end."""
    answer = _data(Summary(report, before))
    if before:
        answer["earlier"] = before.results.about
        answer["against"] = []
        for changed in differences(before, report):
            low, high = changed.interval or (None, None)
            row: dict[str, Any] = {"code": changed.code, "cases": changed.cases, "lost": changed.lost}
            row |= {"better": changed.better, "worse": changed.worse, "shown": changed.shown or None}
            row |= {"difference": float(changed.change), "low": low, "high": high, "p": float(changed.p)}
            answer["against"].append(row)
        answer["turned"] = []
        for code, then, now in turned(before, report):
            answer["turned"].append({"code": code, "before": then, "after": now})
    return json.dumps(answer, ensure_ascii=False, indent=2) + "\n"


def _data(summary: Summary) -> dict[str, Any]:
    report = summary.report
    release = {"question": summary.question, "answer": summary.answer, "because": summary.because}
    kinds: dict[str, list[str]] = {kind: [] for kind in SIGNS}
    for code, kind in summary.kinds.items():
        kinds[kind].append(code)
    never_events = []
    for text, code, cases in report.never_events:
        never_events.append({"requirement": text, "benchmark": code, "cases": list(cases)})
    versions = {code: int(report.suite.benchmark[code].fields.version or 1) for code in report.tallies}
    return {
        "release": {**release, **kinds, "notes": [*summary.notes]},
        "suite": {"digest": report.digest, "versions": versions, "run": report.state},
        "plan": report.plan.digest if report.plan else None,
        "about": report.results.about,
        "verdicts": [_verdict(report, line) for line in report.lines],
        "never_events": never_events,
        "gate_bounds": {code: floor(low * _FINE) / _FINE for code, low in report.gate_bounds.items()},
        "watch": {
            "close_pairs": [pair._asdict() for pair in close_pairs(report.tallies)],
            "never_fired": dict(never_fired(report.tallies)),
        },
        "labels": _labels(report.people) if report.labels else None,
        "cases": {name: report.named(name) for name in LISTS},
        "outside": report.outside,
        "unknown": report.unknown,
        "unusable": [bad._asdict() for bad in report.results.bad],
        "reasons": report.reasons,
        "summary": _totals(report),
    }


def _labels(people: TraceLabels) -> dict[str, Any]:
    """Return how the run goes with what people said of its traces; bounds are rounded away from the share."""
    codes: list[dict[str, Any]] = []
    for code, found, others in people.rows:
        low, high = found.bounds(LEVEL)
        row: dict[str, Any] = {"code": code, "failed": found.passed, "evaluated": found.evaluated}
        row |= {"low": floor(low * _FINE) / _FINE, "high": ceil(high * _FINE) / _FINE}
        codes.append(row | {"without_verdict": others})
    kappa, interval = people.agreement or (None, None)
    labels = [label.model_dump(mode="json") for label in people.labels]
    return {"codes": codes, "kappa": kappa, "kappa_interval": interval, "labels": labels}


def _totals(report: ScoreReport) -> dict[str, Any]:
    """Return what the whole run comes to."""
    outcomes = Counter(line.outcome for line in report.lines)
    return {
        "verdict": report.verdict,
        "cases": len(report.agenda.codes),
        "cases_without_output": len(report.without_output),
        "cases_without_result": report.without_result,
        "published": len(report.agenda.codes) - len(report.unknown),
        "runs": report.agenda.runs,
        "level": LEVEL,
        "trimmed": report.trimmed,
        "files": report.others + 1 if report.plan else None,
        "results": report.totals,
        **{outcome.value: outcomes[outcome] for outcome in RunVerdict},
    }


def _verdict(report: ScoreReport, line: ReportLine) -> dict[str, Any]:
    """Return what a line says; only a benchmark's has the numbers of cases.

    Bounds are rounded away from the score.
    """
    low, high = line.score or (None, None)
    verdict: dict[str, Any] = {
        "code": line.code,
        "kind": line.kind,
        "gate": line.gate,
        "verdict": line.outcome,
        "score": _as_float(low if low == high else None),
        "low": floor(line.bounds.low * _FINE) / _FINE if line.bounds else None,
        "high": ceil(line.bounds.high * _FINE) / _FINE if line.bounds else None,
        "lowest": _as_float(low),
        "highest": _as_float(high),
        "because": line.because,
    }
    if line.code in report.judges:
        verdict["judge"] = report.judges[line.code]
    if counts := line.tally:
        given, certain = counts.given, counts.if_uncertain_passed
        verdict["score"] = _as_float(given and given.share)
        verdict["passed"] = _as_float(given and given.passed)
        verdict["score_if_uncertain_passed"] = _as_float(certain and certain.share)
        verdict["deciding"] = line.deciding
        verdict |= counts.numbers
    return verdict


def _as_float(number: Any) -> float | None:
    return None if number is None else float(number)
