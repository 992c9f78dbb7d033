"""What a run says of the measurement: benchmarks that agree in nearly all cases, or that no case failed."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from benchdocs.scoring.tally import Tally

CLOSE = 0.9
"""Correlation above which two benchmarks measure nearly the same."""
FEWEST_FAILED = 5
"""Fewest failed cases of each of two benchmarks with which a correlation is named."""


class Pair(NamedTuple):
    """Two benchmarks whose results nearly agree."""

    codes: tuple[str, str]
    correlation: float
    cases: int


def close_pairs(tallies: Mapping[str, Tally]) -> Iterator[Pair]:
    """Yield pairs of benchmarks whose results correlate above `CLOSE` over the cases that they share.

    Each has to fail `FEWEST_FAILED` of these: a failed case or two that both have say little.
    """
    lost: dict[str, dict[str, Fraction]] = {}
    for code, counted in tallies.items():
        lost[code] = {case: 1 - share for case, share in counted.shares.items() if share < 1}
    failing = [code for code, cases in lost.items() if len(cases) >= FEWEST_FAILED]
    for first, second in combinations(failing, 2):
        shared = tallies[first].shares.keys() & tallies[second].shares.keys()
        of_first, of_second = (
            {case: value for case, value in lost[code].items() if case in shared} for code in (first, second)
        )
        if min(len(of_first), len(of_second)) < FEWEST_FAILED:
            continue
        strength = correlation(of_first, of_second, len(shared))
        if strength > CLOSE:
            yield Pair((first, second), strength, len(shared))


def never_fired(tallies: Mapping[str, Tally]) -> Iterator[tuple[str, int]]:
    """Yield benchmarks that no case failed, each with the number of its cases."""
    for code, counted in tallies.items():
        if counted.shares and set(counted.shares.values()) == {1}:
            yield code, len(counted.shares)


def correlation(first: Mapping[str, Fraction], second: Mapping[str, Fraction], cases: int) -> float:
    """Return Pearson's correlation (phi of passes and fails); 0 where one side is constant.

    Each side has what cases count less than 1, by name; all others of so many cases count 1.
    """
    mean, other_mean = (sum(side.values(), Fraction(0)) / cases for side in (first, second))
    both = [first[case] * second[case] for case in first.keys() & second.keys()]
    covariance = sum(both, Fraction(0)) / cases - mean * other_mean
    variances = Fraction(1)
    for side in (first, second):
        squares = sum((value**2 for value in side.values()), Fraction(0))
        variances *= squares / cases - (sum(side.values(), Fraction(0)) / cases) ** 2
    return float(covariance) / sqrt(variances) if variances else 0.0
