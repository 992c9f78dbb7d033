"""What two runs over the same cases show: exact tests, corrected for their number, and an interval."""

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from benchdocs.suite.sampling import ConfidenceInterval, tail


def mcnemar(better: int, worse: int) -> Fraction:
    """Return the exact two-sided p-value of a split among the cases that changed; 1 where none did.

    It is the test of McNemar or, where cases count as shares, the sign test.
    """
    changed = better + worse
    return min(Fraction(1), 2 * tail(max(better, worse), changed, Fraction(1, 2)))


def holm(values: Sequence[Fraction]) -> list[Fraction]:
    """Return p-values adjusted for their number as Holm (1979) does, in the order given; at most 1."""
    adjusted, least = [Fraction(1)] * len(values), Fraction(0)
    for rank, place in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        least = min(Fraction(1), max(least, (len(values) - rank) * values[place]))
        adjusted[place] = least
    return adjusted


def least_changes(tests: int, risk: Fraction) -> int:
    """Return how many cases have to change, all in one direction, for one of so many tests to see it."""
    return bisect_left(range(1_000), True, key=lambda changed: mcnemar(changed, 0) * tests <= risk)


def paired_interval(better: int, worse: int, cases: int, level: float) -> ConfidenceInterval:
    """Return the interval of the difference of one benchmark's scores, by Bonett and Price (2012).

    It holds for one benchmark alone, whose cases each pass or fail.
    """
    up, down = (better + 1) / (cases + 2), (worse + 1) / (cases + 2)
    width = NormalDist().inv_cdf((1 + level) / 2) * sqrt((up + down - (up - down) ** 2) / (cases + 2))
    return ConfidenceInterval(max(-1.0, up - down - width), min(1.0, up - down + width))


def chance_in_attempts(chance: float, attempts: int) -> float:
    """Return the chance that the best of so many independent attempts passes."""
    return 1 - (1 - chance) ** attempts
