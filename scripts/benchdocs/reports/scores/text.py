"""The report of a run as text and Markdown."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from benchdocs.documents.locations import printable
from benchdocs.documents.text_file import shorten
from benchdocs.reports.changes import quiet
from benchdocs.reports.scores.summary import SIGNS, Summary, cases_text, score_text, shortened
from benchdocs.scoring.comparison import RISK, Difference, differences, turned
from benchdocs.scoring.report import LEVEL, ReportLine, RunVerdict, ScoreReport
from benchdocs.scoring.watch import CLOSE, close_pairs, never_fired
from benchdocs.specs.numbers import counted, round_down, round_up
from benchdocs.suite.files import grouped
from benchdocs.suite.paired_tests import least_changes

_WORDS = {RunVerdict.FAIL: "FAIL", RunVerdict.BLOCKED: "BLOCKED"}
HEAD = ("", "verdict", "score", "passed", f"true rate (each bound: {LEVEL:.0%})", "because")
_INDENTS = {"root": 0, "component": 0, "rubric": 1, "benchmark": 2}
LISTS = {
    "fails": "Failed cases",
    "uncertain": "Uncertain verdicts, which count as fails",
    "unreadable": "Output that could not be read",
    "failed": "No verdict: the judge, the harness or a script failed",
    "not_applicable": "Called not applicable, although the plan has them: no result",
    "without_result": "Without a result",
    "unsteady": "Cases whose runs differ; each counts as in its worst run",
}
"""Cases that a report names, each kind with its title."""
_EXPLAINED = ("fails", "failed")
"""Those that text explains, in short; JSON has all reasons as they are."""
_MOST_ENTRIES, _MOST_EXPLAINED, _REASON = 8, 5, 110
"""Most entries of a group, cases of a benchmark that are explained, and characters of a reason."""


class Section(NamedTuple):
    """A list of the report: what each entry is about, and what is said of it."""

    title: str
    entries: Sequence[tuple[str, str]]


class _Form(NamedTuple):
    """How a form writes the parts of a report; each has one place, for its words."""

    title: str
    answer: str
    heading: str
    item: str
    words: Callable[[str], str]
    table: Callable[[Sequence[Sequence[str]]], Iterator[str]]


def score_text_lines(report: ScoreReport, before: ScoreReport | None = None) -> Iterator[str]:
    """Yield a report, and how it differs from an earlier one, as lines of text."""
    return _lines(report, before, _Form("{}", "{}", "\n{}", "  {}", printable, _aligned))


def score_markdown_lines(report: ScoreReport, before: ScoreReport | None = None) -> Iterator[str]:
    """Yield a report, and how it differs from an earlier one, as lines of Markdown."""
    return _lines(report, before, _Form("## {}", "\n**{}**", "\n### {}\n", "- {}", _quiet, _piped))


def _lines(report: ScoreReport, before: ScoreReport | None, form: _Form) -> Iterator[str]:
    """Yield a report in a form: what it says first, the table of verdicts, and the lists."""
    summary = Summary(report)
    title, answer, heading, item, words, table = form
    yield title.format(words(summary.question))
    yield answer.format(f"{SIGNS[summary.kind]} {summary.answer} {words(summary.because)}")
    for group in summary.groups:
        yield heading.format(f"{SIGNS[group.kind]} {group.title}: {len(group.entries)}")
        for entry in group.entries[:_MOST_ENTRIES]:
            line = entry.line
            name = " ".join(filter(None, (line.code, summary.gates[line.code], line.label)))
            yield item.format(words(f"{name}: {entry.words}"))
        if rest := group.entries[_MOST_ENTRIES:]:
            yield item.format(f"and {len(rest)} more, in the table below")
        if group.closing:
            yield item.format(group.closing)
    yield heading.format("The run")
    yield item.format(", ".join(f"{count:,} {name}" for name, count in summary.counts.items()))
    for name, fact in summary.facts.items():
        yield item.format(f"{name}: {words(fact)}")
    for note in summary.notes:
        yield item.format(words(note))
    yield heading.format("Every verdict")
    rows = (("  " * _INDENTS[line.kind] + line.code, *cells(summary, line)) for line in report.lines)
    yield from table([HEAD, *rows])
    for section in sections(summary, before):
        yield heading.format(section.title)
        for subject, said in section.entries:
            yield item.format(words(f"{subject}: {said}"))


def _quiet(text: str) -> str:
    return quiet(printable(text.strip()))


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a table as text, all but its last column aligned."""
    *widths, _ = (max(map(len, column)) for column in zip(*rows, strict=True))
    for row in rows:
        yield "  ".join(map(str.ljust, row, (*widths, 0))).rstrip()


def _piped(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a table as Markdown."""
    for number, row in enumerate(rows):
        yield f"| {' | '.join(map(_quiet, row))} |"
        if not number:
            yield f"|{'---|' * len(row)}"


def cells(summary: Summary, line: ReportLine) -> tuple[str, ...]:
    """Return verdict, score, cases, bounds and cause of a line."""
    verdict = f"{_WORDS.get(line.outcome, line.outcome)} {summary.gates[line.code]}".rstrip()
    bounds = ""
    if line.bounds:
        bounds = f"at least {round_down(line.bounds.low)}, at most {round_up(line.bounds.high)}"
    return verdict, score_text(line), cases_text(line), bounds, line.because


def sections(
    summary: Summary, before: ScoreReport | None, lists: Sequence[str] = (*LISTS,)
) -> Iterator[Section]:
    """Yield what differs from an earlier run, then these lists of cases, then benchmarks to look at."""
    report, order = summary.report, [*SIGNS]
    if before:
        yield from _compared(summary, before)
    for kind in lists:
        entries: list[tuple[str, str]] = []
        named = report.named(kind)
        for code in sorted(named, key=lambda code: order.index(summary.kinds[code])):
            entries += _entries(report, kind, code, named[code])
        if entries:
            yield Section(LISTS[kind], entries)
    if gates := grouped((f"at least {round_down(low)}", code) for code, low in report.gate_bounds.items()):
        title = f"True rates of the hard gates, all at once at {LEVEL:.0%} (Bonferroni)"
        yield Section(title, [(bound, ", ".join(codes)) for bound, codes in gates.items()])
    if report.outside:
        lines = [(case, counted(number, "line")) for case, number in report.outside.items()]
        yield Section("Outside the plan, not counted", lines)
    if report.unknown and not report.plan:
        yield Section("Cases that the suite does not have", [("cases", ", ".join(report.unknown))])
    pairs = []
    for pair in close_pairs(report.tallies):
        correlation = f"{pair.correlation:.3f} over {counted(pair.cases, 'case')}"
        pairs.append((" and ".join(pair.codes), correlation))
    if pairs:
        yield Section(f"Correlated above {CLOSE}: these benchmarks measure nearly the same", pairs)
    if silent := ", ".join(f"{code} ({cases})" for code, cases in never_fired(report.tallies)):
        yield Section("Never fired: no case of these failed", [("benchmarks, with their cases", silent)])


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


def _compared(summary: Summary, before: ScoreReport) -> Iterator[Section]:
    """Yield how a report differs from an earlier one: newly failing hard gates first."""
    then = {line.code: line.outcome for line in before.lines}
    newly = []
    for line in summary.report.lines:
        was = then[line.code]
        if summary.kinds[line.code] == "block" and line.tally and was is not RunVerdict.FAIL:
            newly.append((line.code, f"{was} → {line.outcome}; {cases_text(line)}"))
    yield Section("Newly failing hard gates", newly or [("none", "each that fails failed before")])
    changes = [(code, f"{old} → {new}") for code, old, new in turned(before, summary.report)]
    yield Section("Verdicts that turned", changes or [("none", "all are as before")])
    about = [(key, before.results.about.get(key, "not stated")) for key in ("product", "judge")]
    yield Section("The earlier run", about)
    found = differences(before, summary.report)
    compared = [(changed.code, _difference(changed)) for changed in found if changed.cases]
    tests = f"p corrected for {counted(len(found), 'benchmark')}"
    seen = f"a difference takes {counted(least_changes(len(found), RISK), 'changed case')}, all one way"
    title = f"Against the earlier run, over the cases of both ({tests}; {seen})"
    yield Section(title, compared or [("cases", "none was evaluated in both")])


def _difference(difference: Difference) -> str:
    """Return a difference in words."""
    better, worse = len(difference.better), len(difference.worse)
    lost = f", {len(difference.lost)} lost" if difference.lost else ""
    if not better and not worse:
        return f"the same in {counted(difference.cases, 'case')}{lost}"
    shown = difference.shown or "may be chance"
    changed = f"{better} better, {worse} worse of {difference.cases}{lost}"
    return f"{shown}: {float(difference.change):+.4f}, {changed}, p = {float(difference.p):.4f}"
