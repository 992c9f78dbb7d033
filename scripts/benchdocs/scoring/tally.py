"""Count results: what each benchmark's cases come to, over all runs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from benchdocs.scoring.results import CaseOutcome, Result, fails_unread
from benchdocs.suite.files import grouped
from benchdocs.suite.sampling import Passed
from benchdocs.suite.suite import BenchmarkSpec


@dataclass
class Tally:
    """The cases of one benchmark. A case of several runs counts as in its worst run.

    Attributes:
        shares: What each evaluated case counts, from 0 to 1.
        uncertain: Cases with an uncertain verdict, which counts as a fail.
        unreadable: Cases whose output could not be read, whether that fails them or leaves them out.
        failed: Cases without a verdict, since the instrument failed.
        without_result: Cases of the run that the benchmark applies to, and of which nothing is known.
        unsteady: Cases whose runs differ.
    """

    code: str
    shares: dict[str, Fraction] = field(default_factory=dict)
    uncertain: list[str] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)
    not_applicable: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    without_result: list[str] = field(default_factory=list)
    unsteady: list[str] = field(default_factory=list)

    @property
    def fails(self) -> list[str]:
        """Cases that count less than 1."""
        return [case for case, share in self.shares.items() if share < 1]

    @property
    def given(self) -> Passed | None:
        """The score with its cases; None where no case has a verdict."""
        return self._passed(self.shares.values())

    @property
    def without_uncertain(self) -> Passed | None:
        """The score without the cases whose verdict is uncertain."""
        uncertain = set(self.uncertain)
        return self._passed(share for case, share in self.shares.items() if case not in uncertain)

    def _passed(self, shares: Iterable[Fraction]) -> Passed | None:
        counted = list(shares)
        if not counted:
            return None
        unknown = len(self.failed) + len(self.without_result)
        left_out = len({*self.unreadable} - self.shares.keys() - {*self.failed})
        return Passed(sum(counted, Fraction(0)), len(counted), missing=unknown, unreadable=left_out)


def tally(spec: BenchmarkSpec, results: Iterable[Result], due: Iterable[str]) -> Tally:
    """Count the results of one benchmark; `due` are the cases of the run that it applies to."""
    counted = Tally(spec.code)
    by_case = grouped((result.case, result) for result in results)
    for case, runs in by_case.items():
        _count(counted, case, runs, fails_unread=fails_unread(spec))
    counted.without_result += [case for case in due if case not in by_case]
    return counted


def _count(counted: Tally, case: str, runs: Sequence[Result], *, fails_unread: bool) -> None:
    """Count a case: as in its worst run; without a verdict where a run that failed might have been worse."""
    outcomes = {run.outcome for run in runs}
    verdicts = [run.share for run in runs if _counts(run, fails_unread=fails_unread)]
    if CaseOutcome.UNREADABLE in outcomes:
        counted.unreadable.append(case)
    if len({(run.outcome, run.share) for run in runs}) > 1:
        counted.unsteady.append(case)
    if CaseOutcome.FAILED in outcomes and (not verdicts or min(verdicts)):
        counted.failed.append(case)
    elif verdicts:
        counted.shares[case] = min(verdicts)
        if CaseOutcome.UNCERTAIN in outcomes and not min(verdicts):
            counted.uncertain.append(case)
    elif CaseOutcome.NOT_APPLICABLE in outcomes:
        counted.not_applicable.append(case)


def _counts(result: Result, *, fails_unread: bool) -> bool:
    """Return whether a result is a verdict that counts."""
    if result.outcome is CaseOutcome.UNREADABLE:
        return fails_unread
    return result.outcome in (CaseOutcome.PASS, CaseOutcome.FAIL, CaseOutcome.UNCERTAIN)
