"""What a score over so many cases is worth: bounds, cases needed, and the chance that a product passes.

Each case passes or fails by itself, at the same true rate, so the number of passed cases is binomial. Where
cases count as shares, only their mean is known, and bounds are those of Hoeffding, which hold for any shares.
What decides (`PassRule`) is worked out in whole numbers; the theme's `explorer.js` does the same. Bounds are
floating-point numbers.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import exp, inf, lgamma, log, log1p
from typing import NamedTuple

from benchdocs.specs.numbers import shown_fraction

MOST_CASES = 1_000_000
"""Most cases that a claim is said to need; beyond it, no number is given."""
MOST_NEW_CASES = 10_000
"""Most further cases that a score is said to need."""
_PRECISION = 1e-12
_DIGITS = 11
"""Decimals of a bound that are its own; those behind them are errors of the search."""


class ConfidenceInterval(NamedTuple):
    """The true rates that go with a number of passed cases."""

    low: float
    high: float


class Reading(NamedTuple):
    """A score in which unreadable cases are left out, or failed.

    Attributes:
        low: Passed cases if all missing ones fail.
        high: Passed cases if they pass.
    """

    low: int | Fraction
    high: int | Fraction
    cases: int


class Passed(NamedTuple):
    """A score as the cases that passed of those that were evaluated, and what is known of the others.

    Attributes:
        passed: Cases that passed; where each counts as a share, the sum of these.
        evaluated: Cases with a verdict.
        missing: Planned cases without a result; each may have passed or not.
        unreadable: Planned cases that the benchmark leaves out, since their output cannot be read.
        lost: What missing cases cannot count any more, since a part of them is known.
        sources: The cases of each source, where it counts once, with the mean of those that are not left out;
            the other numbers are then of sources.
    """

    passed: int | Fraction
    evaluated: int
    missing: int = 0
    unreadable: int = 0
    lost: int | Fraction = 0
    sources: tuple["Passed", ...] = ()

    @property
    def planned(self) -> int:
        """All cases that were to be evaluated."""
        return self.evaluated + self.missing + self.unreadable

    @property
    def share(self) -> Fraction:
        """The score; not a number from 0 to 1 where there are no cases, or more passed than there are."""
        if self.evaluated <= 0:
            return Fraction(-1)
        return Fraction(self.passed, self.evaluated)

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        """The lowest score, if all other cases fail; the highest, if they pass, unreadable ones left out."""
        if self.evaluated == self.planned and not self.sources:
            share = self.share
            return share, share
        left_out, failed = self.readings
        return Fraction(failed.low) / failed.cases, Fraction(left_out.high) / left_out.cases

    def bounds(self, level: float, *, by_share: bool = False) -> ConfidenceInterval:
        """Return a lower and an upper bound of the true rate, each one-sided at the level.

        The lower one holds even if all missing and unreadable cases fail; the upper one even if they do not.
        """
        left_out, failed = self.readings
        by_share = by_share or bool(self.sources)
        return ConfidenceInterval(
            lower_bound(failed.low, failed.cases, level, by_share=by_share),
            upper_bound(left_out.high, left_out.cases, level, by_share=by_share),
        )

    @property
    def readings(self) -> tuple[Reading, Reading]:
        """What it comes to with unreadable cases left out, and with them failed."""
        if self.sources:
            left_out, failed = zip(*(source.readings for source in self.sources), strict=True)
            return _of_sources(left_out), _of_sources(failed)
        left_out = Reading(self.passed, self.passed + self.missing - self.lost, self.evaluated + self.missing)
        return left_out, left_out._replace(cases=self.planned)

    @property
    def text(self) -> str:
        """Both numbers, as the score explorer takes them."""
        return f"{shown_fraction(Fraction(self.passed))}/{shown_fraction(Fraction(self.evaluated))}"


def by_source(sources: Sequence[Passed]) -> Passed:
    """Return the score over sources of cases, each of which counts once."""
    evaluated = [source for source in sources if source.evaluated]
    passed = sum((source.share for source in evaluated), Fraction(0))
    missing = sum(source.missing > 0 for source in sources if not source.evaluated)
    unreadable = len(sources) - len(evaluated) - missing
    return Passed(passed, len(evaluated), missing, unreadable, sources=tuple(sources))


def _of_sources(readings: Iterable[Reading]) -> Reading:
    """Return a reading in which each source with cases counts once."""
    low = high = Fraction(0)
    count = 0
    for source in readings:
        if source.cases:
            low += Fraction(source.low) / source.cases
            high += Fraction(source.high) / source.cases
            count += 1
    return Reading(low, high, count)


class PassRule(NamedTuple):
    """How a number of passed cases is held against a threshold.

    `level` is the confidence of the one-sided bound that is compared, or None where the score itself is.
    `by_share` says that cases count as shares.
    """

    threshold: Fraction
    min_cases: int = 1
    level: Fraction | None = None
    by_share: bool = False

    def outcome(self, passed: int | Fraction, cases: int | Fraction) -> bool | None:
        """Return whether so many passed cases reach the threshold; None where that is undecided.

        A bound reaches it where the lower one does, and misses it where the upper one is no higher. No bound
        reaches a threshold of 1 and every one that of 0, so the score decides there.
        """
        if cases < self.min_cases:
            return None
        if self.level is None or self.threshold in (0, 1):
            return passed >= self.threshold * cases
        if self._is_unlikely(passed, cases, self.threshold):
            return True
        if self._is_unlikely(cases - passed, cases, 1 - self.threshold):
            return False
        return None

    def verdict(self, score: Passed) -> bool | None:
        """Return whether a score passes, by all cases that were planned; None where that is open.

        It fails where it would even if all other cases of the plan passed, and of those that `min_cases` asks
        for beyond it. Otherwise it is open while a planned case is missing or fewer are planned than that.
        Unreadable cases are left out once and counted as failed once; it is open where these differ.
        """
        rule = self._for(score)
        outcomes = {rule._of_reading(reading) for reading in score.readings}
        return outcomes.pop() if len(outcomes) == 1 else None

    def _for(self, score: Passed) -> "PassRule":
        """Return the rule for a score: sources of cases count as shares."""
        return self._replace(by_share=self.by_share or bool(score.sources))

    def _of_reading(self, score: Reading) -> bool | None:
        """Return the verdict on a reading of a score."""
        cases = max(score.cases, self.min_cases)
        if self.outcome(score.high + cases - score.cases, cases) is False:
            return False
        if score.low < score.high:
            return None
        return self.outcome(score.low, score.cases)

    def _is_unlikely(self, passed: int | Fraction, cases: int | Fraction, rate: Fraction) -> bool:
        """Return whether so many passed cases are too many for a product with a true rate."""
        risk = 1 - Fraction(self.level or 0)
        is_exact = passed in (0, cases) or (passed == int(passed) and not self.by_share)
        if is_exact and cases == int(cases):
            return tail(int(passed), int(cases), rate) <= risk
        return passed > rate * cases and exp(-surprise(passed, cases, float(rate))) <= risk

    def least_passed(self, cases: int) -> int | None:
        """Return the fewest passed cases that reach the threshold; None where not even all of them do."""
        least = bisect_left(range(cases + 1), True, key=lambda passed: self.outcome(passed, cases) is True)
        return least if least <= cases else None

    def more_to_pass(self, score: Passed) -> int | None:
        """Return the fewest further cases, all of which pass, with which a score passes.

        None where it takes more than `MOST_NEW_CASES`. They belong into a new plan: cases that are added to a
        run until it passes let a bad product pass.
        """
        rule, further = self._for(score), range(MOST_NEW_CASES + 1)
        more = bisect_left(
            further,
            True,
            lo=max(0, self.min_cases - score.evaluated),
            key=lambda more: rule.outcome(score.passed + more, score.evaluated + more) is True,
        )
        return more if more in further else None

    def chance_to_pass(self, cases: int, rate: Fraction) -> Fraction:
        """Return the probability that a product with a true rate reaches the threshold over so many cases."""
        least = self.least_passed(cases)
        if least is None:
            return Fraction(0)
        return tail(least, cases, rate)


def tail(passed: int, cases: int, rate: Fraction) -> Fraction:
    """Return the exact probability that at least so many cases pass at a true rate."""
    p, whole = rate.numerator, rate.denominator
    total, term = 0, 1
    for failed in range(cases - passed + 1):
        total = total * p + term
        term = term * (whole - p) * (cases - failed) // (failed + 1)
    return Fraction(total * p**passed, whole**cases)


@lru_cache(maxsize=4096)
def lower_bound(
    passed: int | Fraction, cases: int | Fraction, level: float, *, by_share: bool = False
) -> float:
    """Return the lowest true rate that goes with so many passed cases, one-sided; 0 where there are none.

    At the exact bound of Clopper and Pearson, as many cases pass with a chance of 1 - level. For shares it is
    the smallest rate whose `surprise` is no larger than that of a chance of 1 - level (Hoeffding 1963,
    theorem 1); where all cases pass, both are the same.
    """
    if passed <= 0:
        return 0.0
    if passed >= cases:
        return round((1 - level) ** (1 / cases), _DIGITS)
    is_exact = not by_share and passed == int(passed)
    low, high = 0.0, 1.0 if is_exact else float(passed / cases)
    while high - low > _PRECISION:
        middle = (low + high) / 2
        if is_exact:
            is_too_low = _tail(int(passed), int(cases), middle) < 1 - level
        else:
            is_too_low = exp(-surprise(passed, cases, middle)) < 1 - level
        if is_too_low:
            low = middle
        else:
            high = middle
    return round((low + high) / 2, _DIGITS)


def upper_bound(
    passed: int | Fraction, cases: int | Fraction, level: float, *, by_share: bool = False
) -> float:
    """Return the highest true rate that goes with so many passed cases, one-sided; 1 where there are none."""
    return round(1 - lower_bound(cases - passed, cases, level, by_share=by_share), _DIGITS)


def level_of_each(bounds: int, level: float) -> float:
    """Return the level of each of so many bounds that are all right at once at a level, by Bonferroni.

    That no rate is below the smallest of the single bounds needs no correction.
    """
    return 1 - (1 - level) / bounds


def surprise(passed: int | Fraction, cases: int | Fraction, rate: float) -> float:
    """Return how far shares are from a true rate: their number times the divergence of Kullback and Leibler.

    The chance of a mean as far from it or farther is at most the exponential of its negative.
    """
    mean, total = float(Fraction(passed) / Fraction(cases)), 0.0
    for part, expected in ((mean, rate), (1 - mean, 1 - rate)):
        if part and expected <= 0:
            return inf
        if part:
            total += part * log(part / expected)
    return float(cases) * total


def cases_needed(claim: Fraction, level: Fraction, failed: int = 0) -> int | None:
    """Return the fewest cases with so many failed that show a true rate of at least the claim.

    None where it takes more than `MOST_CASES`: no number shows that a product never fails.
    """
    needed = bisect_left(
        range(MOST_CASES + 1),
        True,
        lo=failed + 1,
        key=lambda cases: _tail(cases - failed, cases, float(claim)) <= float(1 - level),
    )
    return needed if needed <= MOST_CASES else None


def _tail(passed: int, cases: int, rate: float) -> float:
    """Return `tail` in floating-point numbers: a sum of positive terms that become smaller and smaller."""
    if passed <= 0 or not 0 < rate < 1:
        return float(passed <= 0 or rate >= 1)
    if passed <= cases * rate:
        return 1 - _tail(cases - passed + 1, cases, 1 - rate)
    failed = cases - passed
    ways = lgamma(cases + 1) - lgamma(passed + 1) - lgamma(failed + 1)
    term, total, odds = exp(ways + passed * log(rate) + failed * log1p(-rate)), 0.0, rate / (1 - rate)
    while term > total * 1e-17:
        total += term
        term *= failed / (cases - failed + 1) * odds
        failed -= 1
    return total
