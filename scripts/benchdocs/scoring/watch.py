"""What a run says of the measurement: benchmarks that agree in nearly all cases, or that no case failed."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from benchdocs.scoring.tally import Tally

CLOSE = 0.9
"""Correlation above which two benchmarks measure nearly the same."""
FEWEST = 10
"""Fewest shared cases from which a correlation is named."""


class Pair(NamedTuple):
    """Two benchmarks whose results nearly agree."""

    codes: tuple[str, str]
    correlation: float
    cases: int


def close_pairs(tallies: Mapping[str, Tally]) -> Iterator[Pair]:
    """Yield pairs of benchmarks whose results correlate above `CLOSE` over the cases that they share."""
    varied = {code: each.shares for code, each in tallies.items() if len(set(each.shares.values())) > 1}
    for (one, shares), (other, others) in combinations(varied.items(), 2):
        shared = [(share, others[case]) for case, share in shares.items() if case in others]
        if len(shared) >= FEWEST and (found := correlation(shared)) > CLOSE:
            yield Pair((one, other), found, len(shared))


def never_fired(tallies: Mapping[str, Tally]) -> Iterator[tuple[str, int]]:
    """Yield benchmarks that no case failed, each with the number of its cases."""
    for code, each in tallies.items():
        if each.shares and all(share == 1 for share in each.shares.values()):
            yield code, len(each.shares)


def correlation(pairs: list[tuple[Fraction, Fraction]]) -> float:
    """Return Pearson's correlation (phi of passes and fails); 0 where one side is constant."""
    count = len(pairs)
    mean, other_mean = (sum((pair[side] for pair in pairs), Fraction(0)) / count for side in (0, 1))
    shared = sum(((a - mean) * (b - other_mean) for a, b in pairs), Fraction(0))
    spread = sum(((a - mean) ** 2 for a, _ in pairs), Fraction(0))
    other = sum(((b - other_mean) ** 2 for _, b in pairs), Fraction(0))
    return float(shared) / sqrt(spread * other) if spread and other else 0.0
