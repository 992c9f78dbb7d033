"""Two runs compared on the cases that both evaluated: what became better or worse, and by chance or not."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from benchdocs.scoring.report import LEVEL, ScoreReport
from benchdocs.scoring.tally import Tally
from benchdocs.specs.blocks import USUAL_LEVEL
from benchdocs.suite.paired_tests import holm, mcnemar, paired_interval
from benchdocs.suite.sampling import ConfidenceInterval

RISK = 1 - Fraction(USUAL_LEVEL)
"""Most often that a comparison calls some benchmark better or worse where none is."""


@dataclass(frozen=True)
class Difference:
    """How one benchmark differs between two runs, over the cases that both evaluated.

    Cases that share a source are one case.

    Attributes:
        better: Cases that count more now than before.
        lost: Cases that only the earlier run evaluated.
        change: Mean change of a case, from -1 to 1.
        interval: Confidence interval of the change of this benchmark alone; None where cases count as shares.
        p: Exact two-sided test of McNemar, or sign test of shares, corrected by Holm for all benchmarks of
            the plan: chance of so uneven a split of the changed cases in any, if they change for no reason.
        shown: What is more than chance, `better` or `worse`; empty where nothing is. It is better only if it
            would be with every lost case worse.
    """

    code: str
    cases: int
    better: tuple[str, ...]
    worse: tuple[str, ...]
    lost: tuple[str, ...]
    change: Fraction
    interval: ConfidenceInterval | None
    p: Fraction = Fraction(1)
    shown: str = ""

    @property
    def split(self) -> tuple[int, int]:
        """Numbers of better and worse cases."""
        return len(self.better), len(self.worse)

    @property
    def worst_split(self) -> tuple[int, int]:
        """The same with every lost case worse."""
        return len({*self.better} - {*self.lost}), len({*self.worse, *self.lost})


def refuse_incomparable(before: ScoreReport, after: ScoreReport) -> None:
    """Raise ValueError for runs of other suites, plans or numbers of repeats, as a sentence."""
    if before.state != after.state:
        raise ValueError("the earlier run is of another state of the suite: they are not compared")
    if before.results.about.get("plan") != after.results.about.get("plan"):
        raise ValueError("the earlier run is of another plan: they are not compared")
    if before.agenda.runs != after.agenda.runs:
        runs = f"{before.agenda.runs} and {after.agenda.runs}"
        raise ValueError(f"the runs have different numbers of repeats, {runs}: they are not compared")


def differences(before: ScoreReport, after: ScoreReport) -> list[Difference]:
    """Return the difference of each benchmark of the plan; one without cases in both runs has none."""
    found = []
    for code, now in after.tallies.items():
        if now.planned:
            found.append(_difference(before.tallies[code], now))
    values = holm([mcnemar(*each.split) for each in found])
    cautious = holm([mcnemar(*each.worst_split) for each in found])
    tested = []
    for each, p, least in zip(found, values, cautious, strict=True):
        shown = ""
        if p <= RISK and each.split[0] < each.split[1]:
            shown = "worse"
        elif least <= RISK and each.worst_split[0] > each.worst_split[1]:
            shown = "better"
        tested.append(replace(each, p=p, shown=shown))
    return tested


def turned(before: ScoreReport, after: ScoreReport) -> Iterator[tuple[str, str, str]]:
    """Yield what has another verdict now: its code, the verdict before, and the one now."""
    then = {line.code: line.outcome for line in before.lines}
    for line in after.lines:
        if line.outcome != then[line.code]:
            yield line.code, then[line.code], line.outcome


def _difference(then: Tally, now: Tally) -> Difference:
    """Return how a benchmark differs, before anything is tested."""
    changes: dict[str, list[Fraction]] = {}
    lost: dict[str, None] = {}
    for case, share in then.shares.items():
        name = now.sources.get(case, case)
        if case in now.shares:
            changes.setdefault(name, []).append(now.shares[case] - share)
        else:
            lost[name] = None
    better = tuple(name for name, own in changes.items() if sum(own) > 0)
    worse = tuple(name for name, own in changes.items() if sum(own) < 0)
    means = [sum(own, Fraction(0)) / len(own) for own in changes.values()]
    change = sum(means, Fraction(0)) / max(1, len(means))
    interval = None
    if changes and {*now.shares.values(), *then.shares.values(), *map(abs, means)} <= {0, 1}:
        interval = paired_interval(len(better), len(worse), len(changes), LEVEL)
    return Difference(now.code, len(changes), better, worse, tuple(lost), change, interval)
