"""Two runs compared on the cases that both evaluated: what became better or worse, and by chance or not."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from benchdocs.scoring.report import LEVEL, ScoreReport
from benchdocs.suite.sampling import ConfidenceInterval, tail


@dataclass(frozen=True)
class Difference:
    """How one benchmark differs between two runs, over the cases that both evaluated.

    Attributes:
        better: Cases that count more now than before.
        change: Mean change of a case, from -1 to 1.
        interval: Confidence interval of the change; None where cases count as shares.
        p: Exact two-sided McNemar test: chance of so uneven a split if better and worse were equally likely.
    """

    code: str
    cases: int
    better: tuple[str, ...]
    worse: tuple[str, ...]
    change: Fraction
    interval: ConfidenceInterval | None
    p: Fraction


def refuse_incomparable(before: ScoreReport, after: ScoreReport) -> None:
    """Raise ValueError for runs of other suites, plans or numbers of repeats, as a sentence."""
    if before.state != after.state:
        raise ValueError("the earlier run is of another state of the suite: they are not compared")
    if before.results.about.get("plan") != after.results.about.get("plan"):
        raise ValueError("the earlier run is of another plan: they are not compared")
    if before.agenda.runs != after.agenda.runs:
        runs = f"{before.agenda.runs} and {after.agenda.runs}"
        raise ValueError(f"the runs have different numbers of repeats, {runs}: they are not compared")


def differences(before: ScoreReport, after: ScoreReport) -> Iterator[Difference]:
    """Yield the difference of each benchmark with cases in both runs."""
    for code, now in after.tallies.items():
        then = before.tallies[code]
        changes = {}
        for case, share in now.shares.items():
            if case in then.shares:
                changes[case] = share - then.shares[case]
        if not changes:
            continue
        better = tuple(case for case, change in changes.items() if change > 0)
        worse = tuple(case for case, change in changes.items() if change < 0)
        interval = None
        if {*now.shares.values(), *then.shares.values()} <= {0, 1}:
            interval = _interval(len(better), len(worse), len(changes))
        mean_change = sum(changes.values(), Fraction(0)) / len(changes)
        p = mcnemar(len(better), len(worse))
        yield Difference(code, len(changes), better, worse, mean_change, interval, p)


def turned(before: ScoreReport, after: ScoreReport) -> Iterator[tuple[str, str, str]]:
    """Yield what has another verdict now: its code, the verdict before, and the one now."""
    then = {line.code: line.outcome for line in before.lines}
    for line in after.lines:
        if line.outcome != then[line.code]:
            yield line.code, then[line.code], line.outcome


def mcnemar(better: int, worse: int) -> Fraction:
    """Return the exact two-sided p-value of a split among the cases that changed; 1 where none did."""
    changed = better + worse
    return min(Fraction(1), 2 * tail(max(better, worse), changed, Fraction(1, 2)))


def _interval(better: int, worse: int, cases: int) -> ConfidenceInterval:
    """Return the interval of a difference of paired shares by Bonett and Price (2012)."""
    up, down = (better + 1) / (cases + 2), (worse + 1) / (cases + 2)
    width = NormalDist().inv_cdf((1 + LEVEL) / 2) * sqrt((up + down - (up - down) ** 2) / (cases + 2))
    return ConfidenceInterval(max(-1.0, up - down - width), min(1.0, up - down + width))
