"""Count results: what each benchmark's cases come to, over both halves of a hybrid and all runs."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from benchdocs.scoring.agenda import Agenda
from benchdocs.scoring.plan import halves_of
from benchdocs.scoring.results import Answer, CaseOutcome, Question, fails_unread
from benchdocs.suite.files import grouped
from benchdocs.suite.sampling import Passed, by_source
from benchdocs.suite.suite import BenchmarkSpec

_VERDICTS = (CaseOutcome.PASS, CaseOutcome.FAIL, CaseOutcome.UNCERTAIN)
_KINDS = (
    *("fails", "missing", "without_line", "no_verdict", "not_applicable", "unreadable", "left_out"),
    *("uncertain", "unsteady"),
)
_LOST = (CaseOutcome.MISSING, CaseOutcome.FAILED)


@dataclass
class Tally:
    """The planned cases of one benchmark. A case of several runs counts as in its worst run.

    Attributes:
        planned: Cases that the benchmark has to answer.
        shares: What each evaluated case counts, from 0 to 1.
        means: The mean over its runs of what each evaluated case counts.
        uncertain: Cases that only a doubt fails, each with what it would count without it.
        unreadable: Cases with no output that could be read, whether that fails them or leaves them out.
        left_out: Those that it leaves out.
        not_applicable: Planned cases that were called not applicable, which is no result.
        no_verdict: Cases without a verdict, since the instrument failed or its line cannot be used.
        without_line: Cases that lack a line: a case, a run or a half.
        lacking: How many of these lack only one half of a hybrid, by the half.
        unsteady: Cases whose runs differ.
        most: What each planned case without a result can count at most, by what is known of it.
        sources: What cases were made of, by name, where several may share it.
    """

    code: str
    planned: int
    sources: Mapping[str, str] = field(default_factory=dict)
    shares: dict[str, Fraction] = field(default_factory=dict)
    means: dict[str, Fraction] = field(default_factory=dict)
    uncertain: dict[str, Fraction] = field(default_factory=dict)
    unreadable: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    not_applicable: list[str] = field(default_factory=list)
    no_verdict: list[str] = field(default_factory=list)
    without_line: list[str] = field(default_factory=list)
    lacking: Counter[str] = field(default_factory=Counter)
    unsteady: list[str] = field(default_factory=list)
    most: dict[str, Fraction] = field(default_factory=dict)

    @property
    def numbers(self) -> dict[str, int]:
        """How many of its planned cases are of each kind."""
        numbers = {"planned": self.planned, "evaluated": len(self.shares)}
        return numbers | {kind: len(getattr(self, kind)) for kind in _KINDS}

    @property
    def fails(self) -> list[str]:
        """Cases that count less than 1."""
        return [case for case, share in self.shares.items() if share < 1]

    @property
    def missing(self) -> list[str]:
        """Planned cases of which it is open whether they pass."""
        return sorted(self.most)

    @property
    def is_open_unread(self) -> bool:
        """Whether cases without an output that could be read are all that may keep it open."""
        return bool(self.left_out) and not self.most

    @property
    def given(self) -> Passed | None:
        """The score with its cases; None where no case has a verdict."""
        return self._passed(self.shares)

    @property
    def mean_over_runs(self) -> Fraction | None:
        """The score if each case counted as in the mean of its runs; None where no case has a verdict."""
        given = self._passed(self.means)
        return given.share if given else None

    @property
    def if_uncertain_passed(self) -> Passed | None:
        """The score if every doubt was a pass."""
        return self._passed(self.shares | self.uncertain)

    def _passed(self, shares: Mapping[str, Fraction]) -> Passed | None:
        if not shares:
            return None
        cases = [*shares, *self.most, *self.left_out]
        of_sources = grouped((self.sources.get(case, case), case) for case in cases)
        if len(of_sources) == len(cases):
            return self._of(cases, shares)
        return by_source([self._of(own, shares) for own in of_sources.values()])

    def _of(self, cases: Sequence[str], shares: Mapping[str, Fraction]) -> Passed:
        """Return what some of the planned cases come to."""
        evaluated = [shares[case] for case in cases if case in shares]
        missing = [self.most[case] for case in cases if case in self.most]
        left_out = len(cases) - len(evaluated) - len(missing)
        passed, most = (sum(values, Fraction(0)) for values in (evaluated, missing))
        return Passed(passed, len(evaluated), len(missing), left_out, len(missing) - most)


def tally(spec: BenchmarkSpec, answers: Mapping[Question, Answer], agenda: Agenda) -> Tally:
    """Count what one benchmark answered of the cases that it has to answer."""
    cases = agenda.cases_of(spec.code)
    counted = Tally(spec.code, len(cases), agenda.sources)
    halves = halves_of(spec)
    for case in cases:
        runs, lacking = [], set()
        for run in range(1, agenda.runs + 1):
            given = []
            for half in halves:
                answer = answers.get(Question(case, run, half))
                given.append(answer)
                if answer is None:
                    lacking.add(half)
            runs.append(combined(given))
        _count(counted, case, runs, fails_unread=fails_unread(spec))
        if counted.without_line[-1:] == [case] and len(lacking) < len(halves):
            counted.lacking.update(lacking)
    return counted


class RunOutcome(NamedTuple):
    """What a case comes to in one run, and what it counts there; without a verdict, at most."""

    outcome: CaseOutcome
    share: Fraction = Fraction(0)


def combined(halves: Sequence[Answer | None]) -> RunOutcome:
    """Return what the halves of a benchmark come to in one run of a case, the judge's being the last.

    A doubt of either is an uncertain case. A half that lets it count nothing fails it, whatever the other
    says or lacks. Otherwise output that cannot be read, then a half that failed or is missing, leaves it
    without a verdict. The judge alone says that there is nothing to judge, of a case that the script does
    not fail.
    """
    given = {half.outcome if half else CaseOutcome.MISSING for half in halves}
    least = min((half.share for half in halves if half and half.outcome in _VERDICTS), default=Fraction(1))
    if CaseOutcome.UNCERTAIN in given:
        return RunOutcome(CaseOutcome.UNCERTAIN)
    if least:
        for outcome in (CaseOutcome.UNREADABLE, CaseOutcome.FAILED, CaseOutcome.MISSING):
            if outcome in given:
                return RunOutcome(outcome, least)
    if CaseOutcome.FAIL in given:
        return RunOutcome(CaseOutcome.FAIL, least)
    if halves[-1] and halves[-1].outcome is CaseOutcome.NOT_APPLICABLE:
        return RunOutcome(CaseOutcome.NOT_APPLICABLE, least)
    return RunOutcome(CaseOutcome.PASS, least)


def _count(counted: Tally, case: str, runs: Sequence[RunOutcome], *, fails_unread: bool) -> None:
    """Count a case: with a verdict in each run, or a run that fails it; else under why it has none."""
    outcomes = {run.outcome for run in runs}
    certain: list[Fraction] = []
    doubts: list[Fraction] = []
    for run in runs:
        if run.outcome is CaseOutcome.UNCERTAIN:
            doubts.append(run.share)
        elif run.outcome in _VERDICTS:
            certain.append(run.share)
        elif fails_unread and run.outcome is CaseOutcome.UNREADABLE:
            certain.append(Fraction(0))
    if CaseOutcome.UNREADABLE in outcomes:
        counted.unreadable.append(case)
    if len({run for run in runs if run.outcome not in _LOST}) > 1:
        counted.unsteady.append(case)
    worst = min((*certain, *doubts), default=Fraction(1))
    if not worst or len(certain) == len(runs):
        counted.shares[case] = worst
        verdicts = certain + doubts
        counted.means[case] = sum(verdicts, Fraction(0)) / len(verdicts)
        without_doubt = min(certain, default=Fraction(1))
        if doubts and without_doubt:
            counted.uncertain[case] = without_doubt
        return
    lists = {
        CaseOutcome.MISSING: counted.without_line,
        CaseOutcome.FAILED: counted.no_verdict,
        CaseOutcome.NOT_APPLICABLE: counted.not_applicable,
        CaseOutcome.UNREADABLE: counted.left_out,
    }
    why = next(outcome for outcome in lists if outcome in outcomes)
    lists[why].append(case)
    if why is not CaseOutcome.UNREADABLE:
        counted.most[case] = min(run.share for run in runs)
