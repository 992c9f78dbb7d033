"""What a score over so many cases is worth: intervals, cases needed, and the chance that a product passes.

Each case passes or fails by itself, at the same true rate, so the number of passed cases is binomial. What
decides (`PassRule`) is worked out in whole numbers; the theme's `explorer.js` does the same. Intervals are
floating-point numbers.
"""

from bisect import bisect_left
from fractions import Fraction
from math import exp, lgamma, log, log1p
from typing import NamedTuple

from benchdocs.specs.numbers import shown_fraction

MOST_CASES = 1_000_000
"""Most cases that a claim is said to need; beyond it, no number is given."""
_PRECISION = 1e-12


class ConfidenceInterval(NamedTuple):
    """The true rates that go with a number of passed cases."""

    low: float
    high: float


class Passed(NamedTuple):
    """A score as the cases that passed of those that were evaluated.

    Attributes:
        passed: Cases that passed; where each counts as a share, the sum of these.
        failed: Cases without a verdict, since the instrument failed or was not asked; each may have passed or
            not.
    """

    passed: int | Fraction
    evaluated: int
    failed: int = 0

    @property
    def share(self) -> Fraction:
        """The score; not a number from 0 to 1 where there are no cases, or more passed than there are."""
        if self.evaluated <= 0:
            return Fraction(-1)
        return Fraction(self.passed) / self.evaluated

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        """The score if all cases without a verdict fail, and if they pass."""
        cases = self.evaluated + self.failed
        return (Passed(self.passed, cases).share, Passed(self.passed + self.failed, cases).share)

    @property
    def text(self) -> str:
        """Both numbers, as the score explorer takes them."""
        return f"{shown_fraction(Fraction(self.passed))}/{self.evaluated}"


class PassRule(NamedTuple):
    """How a number of passed cases is held against a threshold.

    `level` is the confidence of the exact one-sided bound that is compared, or None where the score itself
    is.
    """

    threshold: Fraction
    min_cases: int = 1
    level: Fraction | None = None

    def outcome(self, passed: int | Fraction, cases: int) -> bool | None:
        """Return whether so many passed cases reach the threshold; None where that is undecided.

        A bound reaches it where the lower one does, and misses it where the upper one is no higher. There is
        none for cases that count as shares.
        """
        if cases < self.min_cases:
            return None
        if self.level is None:
            return passed >= self.threshold * cases
        if passed != int(passed):
            return None
        passed = int(passed)
        if tail(passed, cases, self.threshold) <= 1 - self.level:
            return True
        if tail(cases - passed, cases, 1 - self.threshold) <= 1 - self.level:
            return False
        return None

    def outcome_of(self, score: Passed) -> bool | None:
        """Return the outcome of a score; None also where the cases without a verdict could change it."""
        passed, evaluated, failed = score
        cases = evaluated + failed
        outcomes = {self.outcome(passed, cases), self.outcome(passed + failed, cases)}
        if len(outcomes) > 1 or evaluated < self.min_cases:
            return None
        return outcomes.pop()

    def least_passed(self, cases: int) -> int | None:
        """Return the fewest passed cases that reach the threshold; None where not even all of them do."""
        least = bisect_left(range(cases + 1), True, key=lambda passed: self.outcome(passed, cases) is True)
        return least if least <= cases else None

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


def exact_interval(passed: int, cases: int, level: float) -> ConfidenceInterval:
    """Return the two-sided interval of Clopper and Pearson: each end leaves out half of what is over."""
    level = (1 + level) / 2
    high = 1 - exact_lower_bound(cases - passed, cases, level)
    return ConfidenceInterval(exact_lower_bound(passed, cases, level), high)


def exact_lower_bound(passed: int, cases: int, level: float) -> float:
    """Return the one-sided bound of Clopper and Pearson: at it, as many cases pass with 1 - level."""
    low, high = 0.0, passed / cases
    if level < 0.5 and passed:
        high = 1.0
    while high - low > _PRECISION:
        middle = (low + high) / 2
        if _tail(passed, cases, middle) < 1 - level:
            low = middle
        else:
            high = middle
    return (low + high) / 2


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
