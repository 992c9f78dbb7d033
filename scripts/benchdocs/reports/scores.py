"""The report of a run as JSON, text and Markdown."""

import json
from collections.abc import Iterator
from typing import Any

from benchdocs.documents.text_file import shorten
from benchdocs.history.provenance import suite_digest
from benchdocs.reports.changes import quiet
from benchdocs.scoring.comparison import Difference, differences, turned
from benchdocs.scoring.report import LEVEL, ReportLine, RunVerdict, ScoreReport, score_text
from benchdocs.scoring.watch import CLOSE, close_pairs, never_fired
from benchdocs.specs.numbers import counted

_WORDS = {
    RunVerdict.PASS: "pass",
    RunVerdict.FAIL: "FAIL",
    RunVerdict.BLOCKED: "BLOCKED",
    RunVerdict.UNDECIDED: "undecided",
    RunVerdict.MISSING: "missing",
}
_INDENTS = {"root": 0, "component": 0, "rubric": 1, "benchmark": 2}
_LISTS = {
    "fails": "Failed cases",
    "uncertain": "Uncertain verdicts, which count as fails",
    "unreadable": "Output that could not be read",
    "failed": "No verdict: the judge, the harness or a script failed",
    "without_result": "No result, although the benchmark applies to these cases of the run",
    "unsteady": "Cases whose runs differ; each counts as in its worst run",
}
"""Cases that a report names, each kind with its title."""
_EXPLAINED = ("fails", "failed")
"""Those that text explains, in short; JSON has all reasons as they are."""
_MOST_EXPLAINED, _REASON, _MOST_NAMED = 5, 110, 3
"""Most cases of a benchmark that text explains, characters of a reason, and cases named without a result."""
_TURNED = ("code", "before", "after")
_HEAD = ("", "verdict", "score", "95% interval", "because")


def score_json(report: ScoreReport, before: ScoreReport | None = None) -> str:
    """Return a report, and how it differs from an earlier one, as JSON with a line end."""
    answer = _data(report)
    if before:
        answer["earlier"] = dict(before.about)
        answer["against"] = [_difference_data(each) for each in differences(before, report)]
        answer["turned"] = [dict(zip(_TURNED, each, strict=True)) for each in turned(before, report)]
    return json.dumps(answer, ensure_ascii=False, indent=2) + "\n"


def _data(report: ScoreReport) -> dict[str, Any]:
    outcomes, benchmarks = [line.outcome for line in report.lines], report.suite.benchmark
    versions = {code: int(benchmarks[code].fields.version or 1) for code in report.tallies}
    return {
        "suite": {"digest": suite_digest(report.suite), "versions": versions},
        "about": dict(report.about),
        "verdicts": [_verdict(line) for line in report.lines],
        "never_events": [
            {"requirement": text, "benchmark": code, "cases": list(cases)}
            for text, code, cases in report.never_events
        ],
        "watch": {
            "close_pairs": [pair._asdict() for pair in close_pairs(report.tallies)],
            "never_fired": dict(never_fired(report.tallies)),
        },
        "cases": {name: report.named(name) for name in _LISTS},
        "reasons": report.reasons,
        "summary": {
            "verdict": report.verdict,
            "results": len(report.results),
            "cases": report.cases,
            "runs": report.runs,
            "tag": report.tag or None,
            "level": LEVEL,
            **{outcome.value: outcomes.count(outcome) for outcome in RunVerdict},
        },
    }


def _verdict(line: ReportLine) -> dict[str, Any]:
    counted, given = line.tally, line.tally.given if line.tally else None
    score, interval = line.score, line.interval
    exact = given.share if given else score.low if score and score.low == score.high else None
    low, high = (score.low, score.high) if score and not counted else interval or (None, None)
    found = {
        "code": line.code,
        "kind": line.kind,
        "verdict": line.outcome,
        "score": None if exact is None else float(exact),
        "passed": float(given.passed) if given else None,
        "evaluated": given.evaluated if given else None,
        "low": None if low is None else float(low),
        "high": None if high is None else float(high),
        "because": line.because,
    }
    if counted is None:
        return {key: value for key, value in found.items() if key not in ("passed", "evaluated")}
    rest = counted.without_uncertain
    counts = {name: len(getattr(counted, name)) for name in ("not_applicable", *_LISTS)}
    return found | counts | {"score_without_uncertain": float(rest.share) if rest else None}


def _difference_data(each: Difference) -> dict[str, Any]:
    low, high = each.interval or (None, None)
    ends = {"difference": float(each.change), "low": low, "high": high, "p": float(each.p)}
    return {"code": each.code, "cases": each.cases, "better": each.better, "worse": each.worse, **ends}


def score_text_lines(report: ScoreReport, before: ScoreReport | None = None) -> Iterator[str]:
    """Yield a report, and how it differs from an earlier one, as lines of text."""
    yield from _opening(report)
    for text, code, cases in report.never_events:
        yield f"NEVER EVENT: {text} {code} fails in {', '.join(cases)}"
    yield ""
    rows = [("  " * _INDENTS[line.kind] + line.code, *_cells(line)) for line in report.lines]
    widths = [max(len(row[column]) for row in (_HEAD, *rows)) for column in range(len(_HEAD) - 1)]
    for row in (_HEAD, *rows):
        cells = (cell.ljust(width) for cell, width in zip(row, (*widths, 0), strict=True))
        yield "  ".join(cells).rstrip()
    for title, found in _titled(report, before):
        yield ""
        yield f"{title}:"
        yield from (f"  {code}: {cases}" for code, cases in found)
    yield ""
    yield _closing(report)


def score_markdown_lines(report: ScoreReport, before: ScoreReport | None = None) -> Iterator[str]:
    """Yield a report, and how it differs from an earlier one, as lines of Markdown."""
    yield f"**{_closing(report)}**"
    yield ""
    yield from (f"- {quiet(line)}" for line in _opening(report))
    for text, code, cases in report.never_events:
        yield f"- **Never event:** {quiet(text)} {code} fails in {quiet(', '.join(cases))}"
    yield ""
    yield f"| {' | '.join(_HEAD)} |"
    yield f"|{'---|' * len(_HEAD)}"
    for line in report.lines:
        code = line.code if line.kind == "benchmark" else f"**{line.code}**"
        yield f"| {' | '.join((code, *map(quiet, _cells(line))))} |"
    for title, found in _titled(report, before):
        yield f"\n### {title}\n"
        yield from (f"- {code}: {quiet(cases)}" for code, cases in found)


def _cells(line: ReportLine) -> tuple[str, str, str, str]:
    """Return verdict, score, interval and cause of a line."""
    interval = f"{line.interval.low:.3f} to {line.interval.high:.3f}" if line.interval else ""
    left_out = len(line.tally.not_applicable) if line.tally else 0
    because = f"{line.because}; {left_out} not applicable" if left_out and line.score else line.because
    return _WORDS[line.outcome], score_text(line), interval, because


def _opening(report: ScoreReport) -> Iterator[str]:
    """Yield what was scored."""
    yield f"Suite: SHA-256 `{suite_digest(report.suite)}`"
    if report.tag:
        yield f"Subset: only the cases with the tag {report.tag}. It decides nothing"
    yield from (f"{key.capitalize()}: {value}" for key, value in report.about.items() if key != "suite")
    if "judge" not in report.about:
        yield "Judge: not stated"
    cases, runs = counted(report.cases, "case"), counted(report.runs, "run")
    yield f"Results: {len(report.results)} on {cases} in {runs}"
    if (stated := report.about.get("suite")) and stated != suite_digest(report.suite):
        yield f"These results were made with another state of the suite, SHA-256 {stated}"


def _titled(report: ScoreReport, before: ScoreReport | None) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the lists of the report with their titles, each entry with what it is about."""
    for kind, title in _LISTS.items():
        if found := report.named(kind):
            yield (
                title,
                [entry for code, cases in found.items() for entry in _entries(report, kind, code, cases)],
            )
    if pairs := list(close_pairs(report.tallies)):
        shown = [
            (" and ".join(each.codes), f"{each.correlation:.3f} over {counted(each.cases, 'case')}")
            for each in pairs
        ]
        yield f"Correlated above {CLOSE}: these benchmarks measure nearly the same", shown
    if silent := list(never_fired(report.tallies)):
        yield (
            "Never fired: no case of these failed",
            [(code, counted(cases, "case")) for code, cases in silent],
        )
    if before:
        yield "Verdicts that turned", [(code, f"{old} → {new}") for code, old, new in turned(before, report)]
        yield "The earlier run", [*before.about.items()] or [("judge", "not stated")]
        compared = [(each.code, _difference(each)) for each in differences(before, report)]
        if not compared:
            yield "Against the earlier run", [("cases", "none was evaluated in both")]
            return
        by_chance = f"of {len(compared)} tests, about {len(compared) / 20:.0f} have p < 0.05 by chance"
        yield f"Against the earlier run, over the cases of both ({by_chance})", compared


def _difference(each: Difference) -> str:
    """Return a difference in words."""
    if not each.better and not each.worse:
        return f"the same in {counted(each.cases, 'case')}"
    sign = "+" if each.change > 0 else ""
    ends = f" ({each.interval.low:+.3f} to {each.interval.high:+.3f})" if each.interval else ""
    cases = f"{len(each.better)} better, {len(each.worse)} worse of {each.cases}"
    return f"{sign}{float(each.change):.4f}{ends}, {cases}, p = {float(each.p):.4f}"


def _entries(report: ScoreReport, kind: str, code: str, cases: list[str]) -> Iterator[tuple[str, str]]:
    """Yield cases of one kind and benchmark: some with a reason, the others in one line."""
    said = report.reasons.get(code, {}) if kind in _EXPLAINED else {}
    explained = [case for case in cases if case in said][:_MOST_EXPLAINED]
    yield from ((code, f"{case} ({shorten(' / '.join(said[case]), _REASON)})") for case in explained)
    if rest := [case for case in cases if case not in explained]:
        named = rest[:_MOST_NAMED] if kind == "without_result" else rest
        more = f" and {len(rest) - len(named)} more" if len(named) < len(rest) else ""
        listed = ", ".join(named) + more
        if explained and not said.keys().isdisjoint(rest):
            listed += " (reasons: --format json)"
        if kind == "uncertain":
            without = report.tallies[code].without_uncertain
            listed += f" (without: {without.text if without else 'no case'})"
        yield code, listed


def _closing(report: ScoreReport) -> str:
    """Return the verdict and the counts in a sentence."""
    outcomes = [line.outcome for line in report.lines if line.kind == "benchmark"]
    counts = ", ".join(f"{outcomes.count(each)} {each}" for each in RunVerdict if each in outcomes)
    return f"Verdict: {_WORDS[report.verdict]}. Benchmarks: {counts}."
