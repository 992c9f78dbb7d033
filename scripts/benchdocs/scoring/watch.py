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
    varied = [counted for counted in tallies.values() if len(set(counted.shares.values())) > 1]
    for first, second in combinations(varied, 2):
        shared = []
        for case, share in first.shares.items():
            if case in second.shares:
                shared.append((share, second.shares[case]))
        failed = [sum(share < 1 for share in shares) for shares in zip(*shared, strict=True)]
        if min(failed, default=0) < FEWEST_FAILED:
            continue
        strength = correlation(shared)
        if strength > CLOSE:
            yield Pair((first.code, second.code), strength, len(shared))


def never_fired(tallies: Mapping[str, Tally]) -> Iterator[tuple[str, int]]:
    """Yield benchmarks that no case failed, each with the number of its cases."""
    for code, counted in tallies.items():
        if counted.shares and set(counted.shares.values()) == {1}:
            yield code, len(counted.shares)


def correlation(pairs: list[tuple[Fraction, Fraction]]) -> float:
    """Return Pearson's correlation (phi of passes and fails); 0 where one side is constant."""
    count = len(pairs)
    mean_x = sum((x for x, _ in pairs), Fraction(0)) / count
    mean_y = sum((y for _, y in pairs), Fraction(0)) / count
    covariance = variance_x = variance_y = Fraction(0)
    for x, y in pairs:
        covariance += (x - mean_x) * (y - mean_y)
        variance_x += (x - mean_x) ** 2
        variance_y += (y - mean_y) ** 2
    if not variance_x or not variance_y:
        return 0.0
    return float(covariance) / sqrt(variance_x * variance_y)
