"""How well a judge tells good records from faulty ones, and what that means for a rate that it judged."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

from benchdocs.specs.blocks import USUAL_LEVEL
from benchdocs.suite.files import grouped
from benchdocs.suite.sampling import ConfidenceInterval, Passed, PassRule, by_source, level_of_each

LEVEL = Fraction(USUAL_LEVEL)
"""Confidence of each bound that has to reach the floor, one-sided, and of an interval of a corrected rate."""
_NO_WIDTH = 1e-9


class JudgeQuality(NamedTuple):
    """What a judge made of cases whose right verdict is known.

    Attributes:
        good: Of the records that ought to pass, those that it passes.
        faulty: Of the records that ought to fail, those that it fails.
        by_share: Whether several cases are of one source, which counts as a share.
    """

    good: Passed
    faulty: Passed
    by_share: bool = False

    @property
    def sides(self) -> tuple[Passed, Passed]:
        """The good records and the faulty ones."""
        return self.good, self.faulty

    def is_qualified(self, floor: Fraction) -> bool:
        """Return whether the lower bounds of both rates reach a floor."""
        return all(side.low >= floor for side in self.bounds())

    def bounds(self, level: float = float(LEVEL)) -> tuple[ConfidenceInterval, ...]:
        """Return the bounds of both rates, each one-sided at a level."""
        return tuple(side.bounds(level, by_share=self.by_share) for side in self.sides)


def chance_to_qualify(cases: int, rate: Fraction, floor: Fraction) -> Fraction:
    """Return how likely a judge with a true rate on both sides qualifies, with so many cases of each."""
    return PassRule(floor, level=LEVEL).chance_to_pass(cases, rate) ** 2


class GivenVerdict(NamedTuple):
    """The right verdict on a case, the one that a judge gave, and what the case was made of."""

    right: str
    given: str
    source: str

    @property
    def is_right(self) -> bool:
        """Whether the judge was right. An `uncertain` reply counts as in a run: as a fail.

        `not_applicable` and no usable reply are wrong on either side.
        """
        return self.given == "pass" if self.right == "pass" else self.given in ("fail", "uncertain")


def judge_quality(cases: Iterable[GivenVerdict]) -> JudgeQuality:
    """Return how well a judge did on cases; those of one source and side count once, with their mean.

    Cases that are rightly uncertain or not applicable are neither good nor faulty.
    """
    by_right = grouped((case.right, case) for case in cases)
    good, faulty = (by_right.get(right, ()) for right in ("pass", "fail"))
    by_share = any(len({case.source for case in side}) < len(side) for side in (good, faulty))
    return JudgeQuality(_passed(good), _passed(faulty), by_share)


def _passed(cases: Iterable[GivenVerdict]) -> Passed:
    """Return over how many sources a judge was right, and in how many."""
    sources = grouped((case.source, case.is_right) for case in cases).values()
    whole = by_source([Passed(sum(outcomes), len(outcomes)) for outcomes in sources])
    return Passed(whole.passed, whole.evaluated)


class CorrectedRate(NamedTuple):
    """A rate of passed cases with the known errors of its judge taken out; it decides nothing.

    Attributes:
        rate: The estimate of Rogan and Gladen (1978), cut at 0 and 1.
        interval: True rates that go with the run and with the measurement of the judge, at `LEVEL`.
        is_cut: Whether the estimate lay outside 0 and 1.
    """

    rate: float
    interval: ConfidenceInterval
    is_cut: bool


def corrected_rate(score: Passed, judge: JudgeQuality) -> CorrectedRate:
    """Return the rate that a judge's verdicts stand for. Raises ValueError with the reason where none does.

    The interval takes the worst ends of three exact ones, each at a level with which all hold at once.
    """
    each = level_of_each(6, float(LEVEL))
    run, (good, faulty) = score.bounds(each), judge.bounds(each)
    if good.low + faulty.low <= 1:
        raise ValueError("so few cases do not show that the judge tells good records from faulty ones")
    rate = _without_errors(score.share, judge.good.share, judge.faulty.share)
    low = _without_errors(run.low, good.high, faulty.low)
    high = _without_errors(run.high, good.low, faulty.high)
    if low > 1 or high < 0:
        raise ValueError("the run does not fit the rates that were measured for the judge")
    interval = ConfidenceInterval(max(0.0, low), min(1.0, high))
    return CorrectedRate(min(1.0, max(0.0, rate)), interval, not 0 <= rate <= 1)


def _without_errors(passed: float | Fraction, good: float | Fraction, faulty: float | Fraction) -> float:
    """Return the rate at which a judge with known rates passes so large a share."""
    return float((passed + faulty - 1) / (good + faulty - 1))


class Agreement(NamedTuple):
    """How far two sides agree beyond chance: 1 is always, 0 as chance would have it.

    Attributes:
        interval: None where it has no width, which says nothing of how sure the number is.
    """

    kappa: float
    interval: ConfidenceInterval | None


def agreement(counts: Sequence[Sequence[int]]) -> Agreement | None:
    """Return Cohen's kappa with the interval of Fleiss, Cohen and Everitt (1969) at `LEVEL`.

    Args:
        counts: Cases by the verdict of one side (rows) and of the other (columns), in the same order.

    Returns:
        None where a side always says the same: then there is nothing to compare.
    """
    cases = sum(map(sum, counts))
    if not cases:
        return None
    rows = [sum(row) / cases for row in counts]
    columns = [sum(column) / cases for column in zip(*counts, strict=True)]
    if sum(map(bool, rows)) < 2 or sum(map(bool, columns)) < 2:
        return None
    places = range(len(counts))
    by_chance = sum(rows[place] * columns[place] for place in places)
    kappa = (sum(counts[place][place] for place in places) / cases - by_chance) / (1 - by_chance)
    variance = -((kappa - by_chance * (1 - kappa)) ** 2)
    for row in places:
        for column in places:
            share = counts[row][column] / cases
            if row == column:
                variance += share * (1 - (rows[row] + columns[row]) * (1 - kappa)) ** 2
            else:
                variance += share * ((columns[row] + rows[column]) * (1 - kappa)) ** 2
    width = NormalDist().inv_cdf((1 + float(LEVEL)) / 2) * sqrt(max(0.0, variance) / cases) / (1 - by_chance)
    if width < _NO_WIDTH:
        return Agreement(kappa, None)
    return Agreement(kappa, ConfidenceInterval(max(-1.0, kappa - width), min(1.0, kappa + width)))
