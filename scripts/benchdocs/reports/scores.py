"""The report of a run as JSON, text and Markdown."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor
from typing import Any

from benchdocs.documents.text_file import shorten
from benchdocs.reports.changes import quiet
from benchdocs.scoring.comparison import RISK, Difference, differences, turned
from benchdocs.scoring.report import LEVEL, ReportLine, RunVerdict, ScoreReport, score_text
from benchdocs.scoring.tally import Tally
from benchdocs.scoring.watch import CLOSE, close_pairs, never_fired
from benchdocs.specs.blocks import USUAL_LEVEL
from benchdocs.specs.numbers import counted, percent, round_down, round_up
from benchdocs.suite.paired_tests import least_changes

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
    "without_result": "Without a result",
    "not_applicable": "Called not applicable, although the plan has them: no result",
    "unsteady": "Cases whose runs differ; each counts as in its worst run",
}
"""Cases that a report names, each kind with its title."""
_COUNTS = (
    "planned",
    "evaluated",
    "missing",
    "without_result",
    "failed",
    "not_applicable",
    "unreadable",
    "left_out",
)
"""Numbers of cases that every benchmark has, and the whole run."""
_EXPLAINED = ("fails", "failed")
"""Those that text explains, in short; JSON has all reasons as they are."""
_MOST_EXPLAINED, _REASON, _MOST_NAMED = 5, 110, 3
"""Most cases of a benchmark that text explains, characters of a reason, and cases named without a result."""
_FINE = 1_000_000
"""Fractions of a bound in JSON."""
_TURNED = ("code", "before", "after")
_HEAD = ("", "verdict", "score", f"true rate (each bound: {percent(USUAL_LEVEL)})", "because")


def score_json(report: ScoreReport, before: ScoreReport | None = None) -> str:
    """Return a report, and how it differs from an earlier one, as JSON with a line end."""
    answer = _data(report)
    if before:
        answer["earlier"] = before.results.about
        answer["against"] = list(map(_difference_data, differences(before, report)))
        answer["turned"] = [dict(zip(_TURNED, change, strict=True)) for change in turned(before, report)]
    return json.dumps(answer, ensure_ascii=False, indent=2) + "\n"


def _data(report: ScoreReport) -> dict[str, Any]:
    versions = {}
    for code in report.tallies:
        versions[code] = int(report.suite.benchmark[code].fields.version or 1)
    never_events = []
    for text, code, cases in report.never_events:
        never_events.append({"requirement": text, "benchmark": code, "cases": list(cases)})
    summary: dict[str, Any] = {
        "verdict": report.verdict,
        "cases": len(report.agenda.codes),
        "published": len(report.agenda.codes) - len(report.unknown),
        "runs": report.agenda.runs,
        "tag": report.tag or None,
        "level": LEVEL,
        "trimmed": report.trimmed,
        "run_of_plan": report.others + 1 if report.plan else None,
    }
    summary["results"] = _totals(report)
    outcomes = Counter(line.outcome for line in report.lines)
    for outcome in RunVerdict:
        summary[outcome.value] = outcomes[outcome]
    return {
        "suite": {"digest": report.digest, "versions": versions, "run": report.state},
        "plan": report.plan.digest if report.plan else None,
        "about": report.results.about,
        "verdicts": list(map(_verdict, report.lines)),
        "never_events": never_events,
        "watch": {
            "close_pairs": [pair._asdict() for pair in close_pairs(report.tallies)],
            "never_fired": dict(never_fired(report.tallies)),
        },
        "cases": {name: report.named(name) for name in _LISTS},
        "outside": report.outside,
        "unknown": report.unknown,
        "unusable": [bad._asdict() for bad in report.results.bad],
        "reasons": report.reasons,
        "summary": summary,
    }


def _count(counts: Tally, name: str) -> int:
    """Return how many planned cases of a benchmark are of a kind."""
    if name == "planned":
        return counts.planned
    return len(counts.shares if name == "evaluated" else getattr(counts, name))


def _totals(report: ScoreReport) -> dict[str, int]:
    """Return the numbers of planned verdicts of the whole run."""
    totals = dict.fromkeys(_COUNTS, 0)
    for counts in report.tallies.values():
        for name in _COUNTS:
            totals[name] += _count(counts, name)
    return totals


def _verdict(line: ReportLine) -> dict[str, Any]:
    """Return what a line says; only a benchmark's has the numbers of cases."""
    low, high = _outward(line)
    verdict: dict[str, Any] = {
        "code": line.code,
        "kind": line.kind,
        "gate": line.gate,
        "verdict": line.outcome,
        "score": None,
        "low": low,
        "high": high,
        "lowest": _as_float(line.score and line.score.low),
        "highest": _as_float(line.score and line.score.high),
        "because": line.because,
    }
    if line.score and line.score.low == line.score.high:
        verdict["score"] = _as_float(line.score.low)
    if counts := line.tally:
        given, certain = counts.given, counts.if_uncertain_passed
        verdict["score"] = _as_float(given.share) if given else None
        verdict["passed"] = _as_float(given.passed) if given else None
        for name in _COUNTS:
            verdict[name] = _count(counts, name)
        for name in ("fails", "uncertain", "unsteady"):
            verdict[name] = len(getattr(counts, name))
        verdict["score_if_uncertain_passed"] = _as_float(certain.share) if certain else None
        verdict["deciding"] = line.deciding
    return verdict


def _outward(line: ReportLine) -> tuple[float | None, float | None]:
    """Return a benchmark's bounds for JSON, rounded away from its score."""
    if line.bounds is None:
        return None, None
    return floor(line.bounds.low * _FINE) / _FINE, ceil(line.bounds.high * _FINE) / _FINE


def _as_float(number: Any) -> float | None:
    return None if number is None else float(number)


def _difference_data(difference: Difference) -> dict[str, Any]:
    low, high = difference.interval or (None, None)
    return {
        "code": difference.code,
        "cases": difference.cases,
        "better": difference.better,
        "worse": difference.worse,
        "lost": difference.lost,
        "shown": difference.shown or None,
        "difference": float(difference.change),
        "low": low,
        "high": high,
        "p": float(difference.p),
    }


def score_text_lines(report: ScoreReport, before: ScoreReport | None = None) -> Iterator[str]:
    """Yield a report, and how it differs from an earlier one, as lines of text."""
    yield from _opening(report)
    for text, code, cases in report.never_events:
        yield f"NEVER EVENT: {text} {code} fails in {', '.join(cases)}"
    yield ""
    yield from _aligned(report)
    for title, entries in _titled(report, before):
        yield ""
        yield f"{title}:"
        for subject, words in entries:
            yield f"  {subject}: {words}"
    yield ""
    yield _closing(report)


def _aligned(report: ScoreReport) -> Iterator[str]:
    """Yield the table of verdicts, all but its last column aligned."""
    rows = [_HEAD]
    rows += (("  " * _INDENTS[line.kind] + line.code, *_cells(line)) for line in report.lines)
    *aligned, _ = (max(map(len, column)) for column in zip(*rows, strict=True))
    for row in rows:
        cells = map(str.ljust, row, (*aligned, 0))
        yield "  ".join(cells).rstrip()


def score_markdown_lines(report: ScoreReport, before: ScoreReport | None = None) -> Iterator[str]:
    """Yield a report, and how it differs from an earlier one, as lines of Markdown."""
    yield f"**{_closing(report)}**"
    yield ""
    for line in _opening(report):
        yield f"- {quiet(line)}"
    for text, code, cases in report.never_events:
        yield f"- **Never event:** {quiet(text)} {code} fails in {quiet(', '.join(cases))}"
    yield ""
    yield f"| {' | '.join(_HEAD)} |"
    yield f"|{'---|' * len(_HEAD)}"
    for scored in report.lines:
        code = scored.code
        if scored.kind != "benchmark":
            code = f"**{code}**"
        yield f"| {' | '.join((code, *map(quiet, _cells(scored))))} |"
    for title, entries in _titled(report, before):
        yield f"\n### {title}\n"
        for subject, words in entries:
            yield f"- {subject}: {quiet(words)}"


def _cells(line: ReportLine) -> tuple[str, str, str, str]:
    """Return verdict, score, interval and cause of a line."""
    interval, because = "", line.because
    if line.bounds:
        low, high = line.bounds
        interval = f"at least {round_down(low)}, at most {round_up(high)}"
    return _WORDS[line.outcome], score_text(line), interval, because


def _opening(report: ScoreReport) -> Iterator[str]:
    """Yield what was scored."""
    yield f"Suite: SHA-256 `{report.digest}`"
    about = report.results.about
    if report.state is None:
        yield "The results do not say which state of the suite was run"
    elif report.state != report.digest:
        yield f"These results were made with another state of the suite, SHA-256 {report.state}"
    yield from _of_plan(report)
    if report.tag:
        yield f"Subset: only the cases with the tag {report.tag}. It decides nothing"
    for key, value in about.items():
        if key not in ("suite", "plan"):
            yield f"{key.capitalize()}: {value}"
    for key in ("product", "judge"):
        if key not in about:
            yield f"{key.capitalize()}: not stated"
    counts = _totals(report)
    yield (
        f"Of {counts['planned']} planned verdicts: {counts['evaluated']} given, {counts['failed']} failed, "
        f"{counts['without_result']} without a result, {counts['not_applicable']} not applicable, "
        f"{counts['left_out']} not readable"
    )
    if report.trimmed:
        yield f"Text around {counted(report.trimmed, 'reply')} of the judge was dropped"
    if report.results.bad:
        yield f"Lines that cannot be used, and do not count: {len(report.results.bad)}"


def _of_plan(report: ScoreReport) -> Iterator[str]:
    """Yield what the run was to answer, and what is not known without a plan."""
    cases, runs = counted(len(report.agenda.codes), "case"), counted(report.agenda.runs, "run")
    published = len(report.agenda.codes) - len(report.unknown)
    own = f"{published} of them the suite's own, which are published"
    if not report.plan:
        named = report.results.about.get("plan", "")[:8]
        yield f"No plan{named and f' ({named} is not next to the results)'}: nothing passes"
        yield f"Results on {cases} in {runs}, {own}"
        return
    yield f"Plan {report.plan.short}: {cases} in {runs}, {own}"
    if report.others:
        yield f"This is run {report.others + 1} of this plan: other files next to it name the same product"


def _titled(report: ScoreReport, before: ScoreReport | None) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the lists of the report with their titles, each entry with what it is about."""
    for kind, title in _LISTS.items():
        entries: list[tuple[str, str]] = []
        for code, cases in report.named(kind).items():
            entries += _entries(report, kind, code, cases)
        if entries:
            yield title, entries
    pairs = []
    for pair in close_pairs(report.tallies):
        correlation = f"{pair.correlation:.3f} over {counted(pair.cases, 'case')}"
        pairs.append((" and ".join(pair.codes), correlation))
    if pairs:
        yield f"Correlated above {CLOSE}: these benchmarks measure nearly the same", pairs
    if silent := [(code, counted(cases, "case")) for code, cases in never_fired(report.tallies)]:
        yield "Never fired: no case of these failed", silent
    new_plan = "A new plan with at least {} new cases would decide it; cases are not added to this run"
    if few := [(line.code, new_plan.format(line.deciding)) for line in report.lines if line.deciding]:
        yield "Too few cases", few
    if report.outside:
        yield (
            "Outside the plan, not counted",
            [(case, counted(n, "line")) for case, n in report.outside.items()],
        )
    if report.unknown and not report.plan:
        yield "Cases that the suite does not have", [("cases", ", ".join(report.unknown))]
    if before:
        yield from _compared(report, before)


def _compared(report: ScoreReport, before: ScoreReport) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield how a report differs from an earlier one: lists with their titles."""
    yield "Verdicts that turned", [(code, f"{old} → {new}") for code, old, new in turned(before, report)]
    yield "The earlier run", [*before.results.about.items()] or [("judge", "not stated")]
    tested = differences(before, report)
    compared = [(changed.code, _difference(changed)) for changed in tested if changed.cases]
    if not compared:
        yield "Against the earlier run", [("cases", "none was evaluated in both")]
        return
    tests = f"p corrected for {counted(len(tested), 'benchmark')}"
    seen = f"a difference takes {counted(least_changes(len(tested), RISK), 'changed case')}, all one way"
    yield f"Against the earlier run, over the cases of both ({tests}; {seen})", compared


def _difference(difference: Difference) -> str:
    """Return a difference in words."""
    if not difference.better and not difference.worse:
        return f"the same in {counted(difference.cases, 'case')}"
    shown = f"{difference.shown}: " if difference.shown else ""
    change = f"{float(difference.change):.4f}"
    if difference.change > 0:
        change = f"+{change}"
    if difference.interval:
        change += f" ({difference.interval.low:+.3f} to {difference.interval.high:+.3f})"
    better, worse = len(difference.better), len(difference.worse)
    counts = f"{better} better, {worse} worse of {difference.cases}, {len(difference.lost)} lost"
    return f"{shown}{change}, {counts}, p = {float(difference.p):.4f}"


def _entries(report: ScoreReport, kind: str, code: str, cases: list[str]) -> Iterator[tuple[str, str]]:
    """Yield cases of one kind and benchmark: some with a reason, the others in one line."""
    reasons: Mapping[str, Sequence[str]] = {}
    if kind in _EXPLAINED:
        reasons = report.reasons.get(code, {})
    explained = list(filter(reasons.__contains__, cases))[:_MOST_EXPLAINED]
    for case in explained:
        yield code, f"{case} ({shorten(' / '.join(reasons[case]), _REASON)})"
    rest = [case for case in cases if case not in explained]
    if not rest:
        return
    named = rest
    if kind == "without_result":
        named = rest[:_MOST_NAMED]
    listed = ", ".join(named)
    if len(named) < len(rest):
        listed += f" and {len(rest) - len(named)} more"
    if explained and not reasons.keys().isdisjoint(rest):
        listed += " (reasons: --format json)"
    if kind == "uncertain" and (best := report.tallies[code].if_uncertain_passed):
        listed += f" (if they passed: {best.text})"
    yield code, listed


def _closing(report: ScoreReport) -> str:
    """Return the verdict and the counts in a sentence."""
    outcomes = Counter(line.outcome for line in report.lines if line.kind == "benchmark")
    counts = [f"{outcomes[outcome]} {outcome}" for outcome in RunVerdict if outcomes[outcome]]
    return f"Verdict: {_WORDS[report.verdict]}. Benchmarks: {', '.join(counts)}."
