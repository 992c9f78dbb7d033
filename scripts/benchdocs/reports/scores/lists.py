"""What all forms of the report of a run list: every verdict, cases by what became of them, comparisons."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from benchdocs.documents.text_file import shorten
from benchdocs.reports.scores.summary import SIGNS, Summary, cases_text, score_of, shortened
from benchdocs.scoring.comparison import RISK, Difference, differences, turned
from benchdocs.scoring.report import LEVEL, LEVEL_TEXT, ReportLine, ScoreReport
from benchdocs.scoring.watch import CLOSE, close_pairs, never_fired
from benchdocs.specs.choices import RunVerdict
from benchdocs.specs.numbers import counted, round_down, round_up
from benchdocs.suite.files import grouped
from benchdocs.suite.paired_tests import least_changes

_WORDS = {RunVerdict.FAIL: "FAIL", RunVerdict.BLOCKED: "BLOCKED"}
HEAD = ("", "verdict", "score", "passed", f"true rate (each bound: {LEVEL_TEXT})", "because")
LISTS = {
    "fails": "Failed cases",
    "uncertain": "Uncertain verdicts, which count as fails",
    "unreadable": "No output, or none that could be read",
    "no_verdict": "No verdict: the judge, the harness or a script failed, or the line cannot be used",
    "not_applicable": "Called not applicable, although the plan has them: no result",
    "without_line": "Without a line",
    "unsteady": "Cases whose runs differ; each counts as in its worst run",
}
"""Cases that a report names, each kind with its title."""
_EXPLAINED = ("fails", "no_verdict")
"""Those that text explains, in short; JSON has all reasons as they are."""
_MOST_LINES = 50
"""Most lines that cannot be used of which a report says why."""
_MOST_EXPLAINED, _REASON = 5, 110
"""Most cases of a benchmark that are explained, and characters of a reason."""


class ReportList(NamedTuple):
    """A list of the report: what each entry is about, and what is said of it."""

    title: str
    entries: Sequence[tuple[str, str]]


def cells(summary: Summary, line: ReportLine) -> tuple[str, ...]:
    """Return verdict, score, cases, bounds and cause of a line."""
    verdict = f"{_WORDS.get(line.outcome, line.outcome)} {summary.gates[line.code]}".rstrip()
    bounds = ""
    if line.bounds:
        bounds = f"at least {round_down(line.bounds.low)}, at most {round_up(line.bounds.high)}"
    return verdict, score_of(line), cases_text(line), bounds, line.because


def sections(summary: Summary) -> Iterator[ReportList]:
    """Yield what differs from an earlier run, then lists of cases, then benchmarks to look at."""
    report, order = summary.report, [*SIGNS]
    if summary.before:
        yield from _compared(report, summary.before)
    if report.labels:
        yield from _labeled(report)
    for kind in LISTS:
        entries: list[tuple[str, str]] = []
        named = report.named(kind)
        for code in sorted(named, key=lambda code: order.index(summary.kinds[code])):
            entries += _entries(report, kind, code, named[code])
        if entries:
            yield ReportList(LISTS[kind], entries)
    if failed := list(report.without_output.items()):
        rest = (
            [("not listed", counted(len(failed) - _MOST_LINES, "more case"))] if failed[_MOST_LINES:] else []
        )
        title = "The product failed or took too long, so there is no output"
        yield ReportList(title, [(case, shorten(why, _REASON)) for case, why in failed[:_MOST_LINES]] + rest)
    if report.lowest_gate_bound is not None:
        yield ReportList(f"True rates of the hard gates at {LEVEL_TEXT}", [*_gate_bounds(report)])
    if bad := [(f"{line.file}:{line.line}", line.why) for line in report.results.bad]:
        rest = [("not listed", counted(len(bad) - _MOST_LINES, "more line"))] if bad[_MOST_LINES:] else []
        yield ReportList("Lines that cannot be used", bad[:_MOST_LINES] + rest)
    if report.outside:
        lines = [(case, counted(number, "line")) for case, number in report.outside.items()]
        yield ReportList("Outside the plan, not counted", lines)
    if report.unknown and not report.plan:
        yield ReportList("Cases that the suite does not have", [("cases", ", ".join(report.unknown))])
    pairs = []
    for pair in close_pairs(report.tallies):
        correlation = f"{pair.correlation:.3f} over {counted(pair.cases, 'case')}"
        pairs.append((" and ".join(pair.codes), correlation))
    if pairs:
        yield ReportList(f"Correlated above {CLOSE}: these benchmarks measure nearly the same", pairs)
    if silent := ", ".join(f"{code} ({cases})" for code, cases in never_fired(report.tallies)):
        yield ReportList("Never fired: no case of these failed", [("benchmarks, with their cases", silent)])


def _labeled(report: ScoreReport) -> Iterator[ReportList]:
    """Yield how the run's verdicts go with what people said of its traces."""
    people = report.people
    found: list[tuple[str, str]] = []
    for code, passed, others in people.rows:
        low, high = passed.bounds(LEVEL)
        bounds = f"at least {round_down(low)}, at most {round_up(high)}"
        without = f"; without a verdict: {others}" if others else ""
        found.append((code, f"{passed.passed} of {passed.evaluated} fail, {bounds}{without}"))
    if agreed := people.agreement:
        low, high = agreed.interval or (agreed.kappa, agreed.kappa)
        found.append(("the one code of a trace", f"kappa {agreed.kappa:.2f}, from {low:.2f} to {high:.2f}"))
    yield ReportList(f"Of traces that people gave a code, those that fail by it ({LEVEL_TEXT})", found)
    lists = {
        "Labeled by people, and not failed by that benchmark": people.missed,
        "What people could not place": people.unplaced,
        "Labeled traces that are no cases here": people.absent,
    }
    for title, labels in lists.items():
        entries = [(label.trace_id, label.words) for label in labels[:_MOST_LINES]]
        if labels[_MOST_LINES:]:
            entries.append(("not listed", counted(len(labels) - _MOST_LINES, "more label")))
        if entries:
            yield ReportList(title, entries)


def _gate_bounds(report: ScoreReport) -> Iterator[tuple[str, str]]:
    """Yield the bound of the worst hard gate, then one for each that are right all at once."""
    worst = round_down(report.lowest_gate_bound or 0.0)
    yield "the worst of them", f"at least {worst}"
    gates = grouped((f"at least {round_down(low)}", code) for code, low in report.gate_bounds.items())
    for bound, codes in gates.items():
        yield f"{bound} each, all at once (Bonferroni)", ", ".join(codes)


def _entries(report: ScoreReport, kind: str, code: str, cases: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield cases of one kind and benchmark: some with a reason, the others in one line."""
    rest = [*cases]
    if kind in _EXPLAINED:
        reasons = report.reasons.get(code, {})
        explained = list(filter(reasons.__contains__, cases))[:_MOST_EXPLAINED]
        for case in explained:
            yield code, f"{case} ({shorten(' / '.join(reasons[case]), _REASON)})"
        rest = [case for case in cases if case not in explained]
    if not rest:
        return
    words = shortened(rest)
    if kind in _EXPLAINED and len(rest) < len(cases):
        words += " (reasons: --format json)"
    counts = report.tallies[code]
    if kind == "uncertain" and counts.given and counts.if_uncertain_passed:
        low, high = counts.given.share, counts.if_uncertain_passed.share
        words += f"; the score is {float(low):.3f} if all of them fail, and {float(high):.3f} if all pass"
    yield code, words


def _compared(report: ScoreReport, before: ScoreReport) -> Iterator[ReportList]:
    """Yield how a report differs from an earlier one."""
    changes = [(code, f"{old} → {new}") for code, old, new in turned(before, report)]
    yield ReportList("Verdicts that turned", changes or [("none", "all are as before")])
    about = [(key, before.results.about.get(key, "not stated")) for key in ("product", "judge")]
    yield ReportList("The earlier run", about)
    found = differences(before, report)
    compared = [(changed.code, _difference(changed)) for changed in found if changed.cases]
    tests = f"p corrected for {counted(len(found), 'benchmark')}"
    seen = f"a difference takes {counted(least_changes(len(found), RISK), 'changed case')}, all one way"
    title = f"Against the earlier run, over the cases of both ({tests}; {seen})"
    yield ReportList(title, compared or [("cases", "none was evaluated in both")])


def _difference(difference: Difference) -> str:
    """Return a difference in words."""
    better, worse = len(difference.better), len(difference.worse)
    lost = f", {len(difference.lost)} lost" if difference.lost else ""
    if not better and not worse:
        return f"the same in {counted(difference.cases, 'case')}{lost}"
    shown = difference.shown or "may be chance"
    changed = f"{better} better, {worse} worse of {difference.cases}{lost}"
    return f"{shown}: {float(difference.change):+.4f}, {changed}, p = {float(difference.p):.4f}"
