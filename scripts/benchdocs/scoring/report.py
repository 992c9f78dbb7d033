"""The verdicts of a run: every benchmark, rubric and component, with what decides each."""

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from functools import cached_property

from benchdocs.scoring.results import CaseOutcome, Result
from benchdocs.scoring.tally import Tally, tally
from benchdocs.specs.blocks import USUAL_LEVEL
from benchdocs.specs.choices import Criticality
from benchdocs.specs.numbers import counted, shown, shown_fraction
from benchdocs.suite.cases import named_cases
from benchdocs.suite.files import grouped
from benchdocs.suite.gates import requirements
from benchdocs.suite.sampling import ConfidenceInterval, Passed
from benchdocs.suite.score_tree import score_tree
from benchdocs.suite.suite import Suite, is_in_use
from benchdocs.suite.verdicts import BenchmarkResult, RubricResult, ScoreRange, Verdict, judge

LEVEL = float(USUAL_LEVEL)
"""Confidence of the bounds of a true rate, each by itself."""


class RunVerdict(StrEnum):
    """What a run says of a benchmark, a rubric or the whole."""

    PASS = "pass"
    FAIL = "fail"
    BLOCKED = "blocked"
    UNDECIDED = "undecided"
    MISSING = "missing"


@dataclass(frozen=True)
class ReportLine:
    """A line of the report: a benchmark, or a rubric with what is below it.

    Attributes:
        kind: `benchmark`, `rubric`, `component` or `root`.
        score: Range of the score; None where there is no result at all.
        tally: The cases of a benchmark.
        interval: One-sided bounds of a benchmark's true rate, each at `LEVEL`.
    """

    code: str
    label: str
    kind: str
    outcome: RunVerdict
    score: ScoreRange | None
    because: str
    tally: Tally | None = None
    interval: ConfidenceInterval | None = None


@dataclass(frozen=True)
class ScoreReport:
    """All verdicts of a run.

    Attributes:
        applying: Benchmarks that apply to the cases of records; to other cases apply those that the suite
            states.
        tag: Tag that all of the cases have, where they are a subset of those of the run; it decides nothing.
    """

    suite: Suite
    results: tuple[Result, ...]
    about: Mapping[str, str]
    applying: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tag: str = ""

    @cached_property
    def tallies(self) -> dict[str, Tally]:
        """The counted results of every benchmark that counts, by code."""
        results = grouped((result.benchmark, result) for result in self.results)
        due = self._due_cases()
        tallies = {}
        for spec in filter(is_in_use, self.suite.ordered_benchmarks):
            tallies[spec.code] = tally(spec, results.get(spec.code, ()), due.get(spec.code, ()))
        return tallies

    def _due_cases(self) -> dict[str, tuple[str, ...]]:
        """Return the cases of the run that each benchmark applies to, by its code."""
        of_suite = named_cases(self.suite)
        pairs = []
        for case in dict.fromkeys((*self.applying, *(result.case for result in self.results))):
            codes = self.applying.get(case, ())
            if not codes and case in of_suite:
                codes = of_suite[case].codes
            pairs += [(code, case) for code in codes]
        return grouped(pairs)

    @cached_property
    def judged(self) -> tuple[RubricResult, ...]:
        """The results of the rubrics that no other contains. Raises ValueError where one has no score."""
        scores = {code: counts.given for code, counts in self.tallies.items() if counts.given}
        results = []
        for rubric in self.suite.rubric.values():
            if rubric.code not in self.suite.composite_of:
                tree = score_tree(self.suite, rubric)
                results.append(judge(tree, scores))
        return tuple(results)

    @cached_property
    def lines(self) -> tuple[ReportLine, ...]:
        """A line for everything that has a verdict, each rubric before its parts."""
        lines: list[ReportLine] = []
        for top in self.judged:
            lines += map(self._line, (top, *top.below))
        if self.tag:
            lines = list(map(_undecided, lines))
        return tuple(lines)

    def subset(self, tag: str, cases: Container[str]) -> "ScoreReport":
        """Return the report of only these cases, which have a tag."""
        results = tuple(result for result in self.results if result.case in cases)
        applying = {case: codes for case, codes in self.applying.items() if case in cases}
        return replace(self, results=results, applying=applying, tag=tag)

    @property
    def verdict(self) -> RunVerdict:
        """The worst verdict at the top: blocked, fail, undecided, missing, pass."""
        tops = {result.node.code for result in self.judged}
        outcomes = {line.outcome for line in self.lines if line.code in tops}
        for outcome in (RunVerdict.BLOCKED, RunVerdict.FAIL, RunVerdict.UNDECIDED, RunVerdict.MISSING):
            if outcome in outcomes:
                return outcome
        return RunVerdict.PASS

    @property
    def runs(self) -> int:
        """Number of runs that the results are from."""
        return len({result.run for result in self.results})

    @property
    def cases(self) -> int:
        """Number of different cases."""
        return len({result.case for result in self.results})

    def named(self, kind: str) -> dict[str, list[str]]:
        """Return the cases of a list of tallies by benchmark, without benchmarks that have none."""
        named = {}
        for code, counts in self.tallies.items():
            if cases := getattr(counts, kind):
                named[code] = cases
        return named

    @cached_property
    def reasons(self) -> dict[str, dict[str, list[str]]]:
        """What is said of cases that fail or have no verdict, by benchmark and case."""
        reasons: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for result in self.results:
            if result.why and result.outcome in _EXPLAINED:
                reasons[result.benchmark][result.case].append(result.why)
        return reasons

    @property
    def never_events(self) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Failed cases of what may never happen: the requirement, the benchmark, and its cases."""
        for rubric in self.suite.ordered_rubrics:
            for requirement in requirements(rubric):
                if not requirement.never_event:
                    continue
                for code in requirement.enforced_by:
                    counts = self.tallies.get(self.suite.known_code(code) or "")
                    if counts and counts.fails:
                        yield requirement.text or "", code, tuple(counts.fails)

    def _line(self, result: BenchmarkResult | RubricResult) -> ReportLine:
        if isinstance(result, BenchmarkResult):
            return self._benchmark(result)
        node = result.node
        outcome = _OUTCOMES[result.verdict]
        kind = self.suite.kind(self.suite.rubric[node.code])
        if all(benchmark.given is None for benchmark in result.benchmarks):
            return ReportLine(node.code, node.label, kind, RunVerdict.MISSING, None, "no result below it")
        if result.verdict is Verdict.FAIL and result.blocked_by:
            outcome = RunVerdict.BLOCKED
        return ReportLine(node.code, node.label, kind, outcome, result.score, _of_rubric(result))

    def _benchmark(self, result: BenchmarkResult) -> ReportLine:
        node, counted = result.node, self.tallies[result.node.code]
        outcome, score, because, interval = RunVerdict.MISSING, None, _without_score(counted), None
        if given := counted.given:
            outcome, score = _OUTCOMES[result.verdict or Verdict.OPEN], result.score
            because = _of_benchmark(result, given)
            interval = given.bounds(LEVEL, by_share=node.by_share)
        return ReportLine(node.code, node.label, "benchmark", outcome, score, because, counted, interval)


_OUTCOMES = {
    Verdict.PASS: RunVerdict.PASS,
    Verdict.FAIL: RunVerdict.FAIL,
    Verdict.OPEN: RunVerdict.UNDECIDED,
}


_EXPLAINED = (CaseOutcome.FAIL, CaseOutcome.UNCERTAIN, CaseOutcome.FAILED)


def _undecided(line: ReportLine) -> ReportLine:
    """Return a line of a subset."""
    if line.outcome is RunVerdict.MISSING:
        return line
    return replace(line, outcome=RunVerdict.UNDECIDED, because="a subset of the cases decides nothing")


def _without_score(counted: Tally) -> str:
    """Return why a benchmark has no score."""
    kinds = {
        "not applicable": counted.not_applicable,
        "not readable": counted.unreadable,
        "without a verdict": counted.failed,
        "without a result": counted.without_result,
    }
    listed = ", ".join(f"{len(cases)} {words}" for words, cases in kinds.items() if cases)
    if not listed:
        return "no result"
    return f"no case was evaluated: {listed}"


def _of_benchmark(result: BenchmarkResult, given: Passed) -> str:
    """Return what decides a benchmark that has a score."""
    node = result.node
    if node.threshold is None:
        return "no threshold to compare it with"
    needed = _needed(node.threshold)
    if result.verdict is not Verdict.OPEN:
        return needed
    if given.planned < node.min_cases:
        return f"{given.planned} of the {counted(node.min_cases, 'case')} that a verdict needs"
    if given.missing:
        return f"{given.missing} of {counted(int(given.planned), 'case')} without a result; {needed}"
    if given.unreadable:
        return f"the unreadable of {counted(int(given.planned), 'case')} could decide it; {needed}"
    bound = f"the bound at {shown(node.level)}" if node.level else "it"
    return f"{bound} is not decided by so few cases; {needed}"


def _of_rubric(result: RubricResult) -> str:
    """Return what decides a rubric that has a score."""
    if result.blocked_by:
        return f"hard gate missed: {', '.join(result.blocked_by)}"
    if result.verdict is Verdict.OPEN and result.node.threshold is not None:
        missing = [benchmark.node.code for benchmark in result.benchmarks if benchmark.given is None]
        gates = result.gates(Criticality.HARD_GATE)
        undecided = [gate.node.code for gate in gates if gate.verdict is Verdict.OPEN]
        if missing:
            return f"no result of {_listed(missing)}"
        if undecided:
            return f"hard gate undecided: {_listed(undecided)}"
    if result.node.threshold is None:
        return "no passing threshold"
    needed = _needed(result.node.threshold)
    undecided_ones = sum(benchmark.verdict is Verdict.OPEN for benchmark in result.benchmarks)
    if not undecided_ones:
        return needed
    return f"{needed}; undecided: {undecided_ones} of {counted(len(result.benchmarks), 'benchmark')}"


def _needed(threshold: Decimal) -> str:
    """Return which score passes."""
    if not threshold:
        return "every score passes: the threshold is 0"
    return f"at least {shown(threshold)} is needed"


def _listed(codes: list[str]) -> str:
    if len(codes) <= 6:
        return ", ".join(codes)
    return f"{', '.join(codes[:5])} and {len(codes) - 5} others"


def score_text(line: ReportLine) -> str:
    """Return a line's score in words, a benchmark's with its cases."""
    if line.score is None:
        return "–"
    given = line.tally.given if line.tally else None
    if given is None:
        return line.score.text
    return f"{shown_fraction(given.share)} ({given.text})"
