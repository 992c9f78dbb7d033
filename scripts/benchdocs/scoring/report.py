"""The verdicts of a run: every benchmark, rubric and component, with what decides each."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

from benchdocs.scoring.agenda import Agenda, of_plan, of_results
from benchdocs.scoring.causes import deciding_cases, of_benchmark, of_rubric, without_score
from benchdocs.scoring.plan import Plan
from benchdocs.scoring.results import Answer, CaseOutcome, Question, Results
from benchdocs.scoring.tally import Tally, tally
from benchdocs.scoring.trace_labels import with_outcomes
from benchdocs.specs.blocks import USUAL_LEVEL
from benchdocs.specs.choices import Criticality, RunVerdict
from benchdocs.specs.numbers import counted, percent, shown_fraction
from benchdocs.specs.records import Label
from benchdocs.suite.cases import named_cases, published_narratives
from benchdocs.suite.gates import requirements
from benchdocs.suite.judges import JudgeStanding, standing_of
from benchdocs.suite.runs import outcome_of, worst
from benchdocs.suite.sampling import ConfidenceInterval, level_of_each
from benchdocs.suite.score_tree import score_trees
from benchdocs.suite.suite import Suite, is_in_use
from benchdocs.suite.trace_labels import TraceLabels
from benchdocs.suite.verdicts import BenchmarkResult, RubricResult, ScoreRange, judge

LEVEL, LEVEL_TEXT = float(USUAL_LEVEL), percent(USUAL_LEVEL)
"""Confidence of the bounds of a true rate, each by itself."""


@dataclass(frozen=True)
class ReportLine:
    """A line of the report: a benchmark, or a rubric with what is below it.

    Attributes:
        kind: `benchmark`, `rubric`, `component` or `root`.
        score: Range of the score; None where there is no result at all.
        tally: The cases of a benchmark.
        bounds: Lower and upper bound of a benchmark's true rate, each one-sided at `LEVEL`.
        gate: What a miss of it means above.
        deciding: Fewest cases of a new plan that would decide a benchmark, where its plan has too few.
        threshold: Least score that passes.
    """

    code: str
    label: str
    kind: str = "benchmark"
    outcome: RunVerdict = RunVerdict.MISSING
    score: ScoreRange | None = None
    because: str = "no result below it"
    tally: Tally | None = None
    bounds: ConfidenceInterval | None = None
    gate: Criticality | None = None
    deciding: int | None = None
    threshold: Decimal | None = None


@dataclass(frozen=True)
class ScoreReport:
    """All verdicts of a run.

    Attributes:
        digest: SHA-256 of the suite as it is now.
        plan: What the run had to answer; without one, no line passes.
        others: Number of other files of results beside these that name the same plan and product.
        labels: What people said of its traces.
    """

    suite: Suite
    results: Results
    digest: str
    plan: Plan | None = None
    others: int = 0
    labels: Sequence[Label] = ()

    @cached_property
    def agenda(self) -> Agenda:
        """What the run had to answer."""
        return of_plan(self.plan, self.suite) if self.plan else of_results(self.results, self.suite)

    @cached_property
    def tallies(self) -> dict[str, Tally]:
        """The counted results of every benchmark that counts, by code."""
        tallies = {}
        for spec in filter(is_in_use, self.suite.ordered_benchmarks):
            tallies[spec.code] = tally(spec, self.results.answers.get(spec.code, {}), self.agenda)
        return tallies

    @cached_property
    def people(self) -> TraceLabels:
        """The labels, each with what this run says of its trace."""
        return TraceLabels([*with_outcomes(self.labels, self.suite, self.agenda, self.tallies)])

    @cached_property
    def totals(self) -> Counter[str]:
        """How many planned cases of all benchmarks are of each kind."""
        totals = Counter[str]()
        for counts in self.tallies.values():
            totals.update(counts.numbers)
        return totals

    @cached_property
    def _unasked(self) -> list[tuple[str, Question, Answer]]:
        """Lines that answer what was not asked, each with its benchmark."""
        lines = []
        for code, answers in self.results.answers.items():
            asked = {*self.agenda.cases_of(code)}
            for question, answer in answers.items():
                if question.case not in asked or question.run > self.agenda.runs:
                    lines.append((code, question, answer))
        return lines

    @property
    def outside(self) -> dict[str, int]:
        """Number of lines that answer what was not asked, by case: they do not count."""
        return dict(sorted(Counter(question.case for _, question, _ in self._unasked).items()))

    @property
    def outside_failing(self) -> int:
        """How many of these lines say that a case fails, or may."""
        outcomes = Counter(answer.outcome for _, _, answer in self._unasked)
        return outcomes[CaseOutcome.FAIL] + outcomes[CaseOutcome.UNCERTAIN]

    @cached_property
    def doubt(self) -> str:
        """Why nothing passes, whatever the lines that count say; empty where something may."""
        if self.plan is None:
            return "the results have no plan, so nobody knows what was left out"
        if self.results.bad:
            return "a line cannot be used, so nothing passes"
        if any(code in self.agenda.codes.get(question.case, ()) for code, question, _ in self._unasked):
            return "lines of planned cases are of runs that the plan does not have, so nothing passes"
        if "product" not in self.results.about:
            return "the results do not name the product, so nothing passes"
        if "judge" not in self.results.about and self._is_judged:
            return "the results do not name the judge, so nothing passes"
        return ""

    @property
    def lacks_judge(self) -> bool:
        """Whether the run names no judge, has no line of one, and has to have some."""
        halves = self.plan.halves if self.plan else {}
        needed = any(
            "judge" in halves.get(code, ()) for codes in self.agenda.codes.values() for code in codes
        )
        return needed and "judge" not in self.results.about and not self._is_judged

    @cached_property
    def _is_judged(self) -> frozenset[str]:
        """Codes of the benchmarks of which a judge has said anything of a case."""
        judged = set()
        for code, answers in self.results.answers.items():
            for question, answer in answers.items():
                said = answer.outcome not in (CaseOutcome.FAILED, CaseOutcome.UNREADABLE)
                if said and question.half == "judge":
                    judged.add(code)
                    break
        return frozenset(judged)

    @cached_property
    def judges(self) -> dict[str, JudgeStanding]:
        """What is known of the judge on which the verdict of a benchmark rests, by code."""
        judge, standings = self.results.about.get("judge"), {}
        for line in self.lines:
            if line.code in self._is_judged and line.outcome is not RunVerdict.MISSING:
                standings[line.code] = standing_of(self.suite, judge, line.code)
        return standings

    @cached_property
    def unknown(self) -> list[str]:
        """The cases that are not the suite's own, by name or narrative; its own ones are published."""
        own = named_cases(self.suite)
        unknown = sorted(self.agenda.codes.keys() - own.keys())
        if self.plan is None:
            return unknown
        published = published_narratives(self.suite)
        return [name for name in unknown if self.plan.cases[name].content not in published]

    @cached_property
    def without_output(self) -> dict[str, str]:
        """Why the product gave no output in planned cases, by case."""
        found: dict[str, str] = {}
        for code, answers in self.results.answers.items():
            for question, answer in answers.items():
                is_planned = code in self.agenda.codes.get(question.case, ())
                if is_planned and answer.why and answer.outcome is CaseOutcome.UNREADABLE:
                    found[question.case] = min(answer.why, found.get(question.case, answer.why))
        return dict(sorted(found.items()))

    @property
    def without_result(self) -> int:
        """Number of cases of which no benchmark has a result, not even that the output was not readable."""
        answered: set[str] = set()
        for counts in self.tallies.values():
            answered.update(counts.shares, counts.left_out)
        return len(self.agenda.codes.keys() - answered)

    @property
    def state(self) -> str | None:
        """SHA-256 of the suite that was run; None where neither plan nor results name it."""
        return self.plan.suite if self.plan else self.results.about.get("suite")

    @property
    def trimmed(self) -> int:
        """Number of judge's replies around which text was dropped."""
        return sum(
            answer.is_trimmed for answers in self.results.answers.values() for answer in answers.values()
        )

    @cached_property
    def judged(self) -> tuple[RubricResult, ...]:
        """The results of the rubrics that no other contains. Raises ValueError where one has no score."""
        scores = {code: counts.given for code, counts in self.tallies.items() if counts.given}
        return tuple(judge(tree, scores) for tree in score_trees(self.suite))

    @cached_property
    def lines(self) -> tuple[ReportLine, ...]:
        """A line for everything that has a verdict, each rubric before its parts."""
        lines: list[ReportLine] = []
        for top in self.judged:
            lines += map(self._line, (top, *top.below))
        if self.plan and self.plan.tags:
            return tuple(_undecided(line, "a subset of the cases decides nothing") for line in lines)
        if why := self.doubt:
            lines = [_undecided(line, why) if line.outcome is RunVerdict.PASS else line for line in lines]
        return tuple(lines)

    @property
    def verdict(self) -> RunVerdict:
        """The worst verdict at the top: blocked, fail, undecided, missing, pass."""
        tops = {result.node.code for result in self.judged}
        return worst(line.outcome for line in self.lines if line.code in tops)

    def named(self, kind: str) -> dict[str, list[str]]:
        """Return the cases of a list of tallies by benchmark, without benchmarks that have none."""
        named = {}
        for code, counts in self.tallies.items():
            if cases := getattr(counts, kind):
                named[code] = list(cases)
        return named

    @cached_property
    def reasons(self) -> dict[str, dict[str, list[str]]]:
        """What is said of planned cases that fail or have no verdict, by benchmark and case."""
        reasons: dict[str, dict[str, list[str]]] = {}
        for code in self.tallies:
            asked = {*self.agenda.cases_of(code)}
            for question, answer in sorted(self.results.answers.get(code, {}).items()):
                if not answer.why or question.case not in asked:
                    continue
                of_case = reasons.setdefault(code, {}).setdefault(question.case, [])
                if answer.why not in of_case:
                    of_case.append(answer.why)
        return reasons

    @cached_property
    def gate_bounds(self) -> dict[str, float]:
        """Lower bounds of the true rates of hard gates, by code, that are all right at once at `LEVEL`."""
        fields = {code: self.suite.benchmark[code].fields for code in self.tallies}
        gates = [code for code, own in fields.items() if own.criticality is Criticality.HARD_GATE]
        bounds = dict.fromkeys(gates, 0.0)
        for code in gates:
            if given := self.tallies[code].given:
                level = level_of_each(len(gates), LEVEL)
                bounds[code] = given.bounds(level, by_share=fields[code].has_shares).low
        return bounds

    @property
    def lowest_gate_bound(self) -> float | None:
        """The lowest of the hard gates' bounds, each at `LEVEL`; None without a hard gate.

        It bounds the lowest of their true rates at `LEVEL`, too: the worst gate is below it only where its
        own bound is wrong.
        """
        gates = [line for line in self.lines if line.gate is Criticality.HARD_GATE and line.tally]
        return min((line.bounds.low if line.bounds else 0.0 for line in gates), default=None)

    @property
    def never_events(self) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Failed cases of what may never happen: the requirement, the benchmark and its cases."""
        for rubric in self.suite.ordered_rubrics:
            for requirement in requirements(rubric):
                if not requirement.never_event:
                    continue
                codes: list[str] = []
                for code in requirement.enforced_by:
                    known = self.suite.known_code(code) or ""
                    gate = self.suite.rubric.get(known)
                    codes += [spec.code for spec in self.suite.below(gate)] if gate else [known]
                for code in dict.fromkeys(codes):
                    if (counts := self.tallies.get(code)) and counts.fails:
                        yield requirement.text or "", code, tuple(counts.fails)

    def _line(self, result: BenchmarkResult | RubricResult) -> ReportLine:
        node = result.node
        line = ReportLine(node.code, node.label, gate=node.gate, threshold=node.threshold)
        if isinstance(result, BenchmarkResult):
            return self._benchmark(line, result)
        line = replace(line, kind=self.suite.kind(self.suite.rubric[node.code]))
        if result.is_missing:
            return line
        return replace(line, outcome=outcome_of(result), score=result.score, because=of_rubric(result))

    def _benchmark(self, line: ReportLine, result: BenchmarkResult) -> ReportLine:
        """Return a line with what its benchmark comes to."""
        counts = self.tallies[line.code]
        given, deciding = counts.given, deciding_cases(result, counts)
        if given is None:
            return replace(line, because=without_score(counts), tally=counts, deciding=deciding)
        return replace(
            line,
            outcome=outcome_of(result),
            score=result.score,
            because=of_benchmark(result, given, counts) + self._of_runs(counts),
            tally=counts,
            bounds=given.bounds(LEVEL, by_share=result.node.by_share),
            deciding=deciding,
        )

    def _of_runs(self, counts: Tally) -> str:
        """Return what several runs say beside the worst of each case; nothing of a single one."""
        if self.agenda.runs == 1 or counts.mean_over_runs is None:
            return ""
        steady, mean = len(counts.shares) - len(counts.fails), shown_fraction(counts.mean_over_runs)
        cases = counted(len(counts.shares), "case")
        return f"; {steady} of {cases} passed in every one of {self.agenda.runs} runs, their mean is {mean}"


def _undecided(line: ReportLine, why: str) -> ReportLine:
    """Return a line of a run that decides nothing, or not this."""
    if line.outcome is RunVerdict.MISSING:
        return line
    return replace(line, outcome=RunVerdict.UNDECIDED, because=why)
