"""How often a product passes a rubric or component, by its true rate: with independent and with shared luck.

Every benchmark has its minimum number of cases and the same true rate, and no judge errs. Scores are worked
out in whole numbers. Luck is a number from 0 to 1 for each benchmark, which gives its passed cases at every
rate: what passes at one rate passes at a higher one.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import ceil, exp, lcm, lgamma, log, log1p
from random import Random
from typing import NamedTuple

from benchdocs.specs.choices import Aggregation, Criticality
from benchdocs.suite.score_tree import BenchmarkNode, RubricNode, lowest_pass

DRAWS = 10_000
"""Samples that are drawn of a product with independent luck."""
_SEED = 20
_PRECISION = 1e-12
_Combine = Callable[[list[int]], int]
_Misses = list[tuple[int, list[float]]]
"""Places of hard gates, each with its negative chances of less than a verdict, by rate."""


class Chances(NamedTuple):
    """How often a product passes, fails and is left open, each from 0 to 1."""

    passes: float
    fails: float
    opens: float


def _combine(method: Aggregation) -> _Combine:
    """Return what makes a rubric's score of the scores of its members, times any weights."""
    match method:
        case Aggregation.MINIMUM:
            return min
        case Aggregation.MAXIMUM:
            return max
        case Aggregation.MEAN | Aggregation.WEIGHTED_AVERAGE:
            return sum


@dataclass(frozen=True)
class _Leaf:
    """A benchmark in a tree of whole numbers.

    Attributes:
        place: Its place in a sample.
        whole: Its cases, of which the passed ones are its score.
        open_from: Fewest passed cases that do not fail.
        pass_from: Fewest passed cases that pass.
    """

    place: int
    whole: int
    is_gate: bool
    open_from: int
    pass_from: int


@dataclass(frozen=True)
class _Branch:
    """A rubric in a tree of whole numbers; scores of its members are multiplied and then combined.

    Attributes:
        whole: Its highest score.
        lowest: Its lowest score that passes; 0 where its own verdict decides nothing.
        leaves: Places of its benchmarks in a sample, each with what its score is multiplied by.
        branches: Its rubrics, likewise.
    """

    whole: int
    lowest: int
    combine: _Combine
    leaves: list[tuple[int, int]]
    branches: list[tuple[int, "_Branch"]]

    def score(self, passed: Sequence[int]) -> int | None:
        """Return its score in a sample; None where it is too low, or that of a hard gate below it."""
        scores = [factor * passed[place] for factor, place in self.leaves]
        for factor, branch in self.branches:
            score = branch.score(passed)
            if score is None:
                return None
            scores.append(factor * score)
        score = self.combine(scores)
        return score if score >= self.lowest else None


class OperatingCurve:
    """The chances of a product to pass a tree, at each of some true rates in rising order.

    Raises ValueError where a benchmark or rubric of the tree has no threshold.

    Attributes:
        can_be_open: Whether a benchmark can be left undecided, as it can where a bound decides.
    """

    def __init__(self, tree: RubricNode, rates: Sequence[Fraction]) -> None:
        self._leaves: list[_Leaf] = []
        self._top = self._branch(replace(tree, gate=Criticality.HARD_GATE))
        self._rates = range(len(rates))
        self._below = [[_below(leaf.whole, rate) for leaf in self._leaves] for rate in rates]
        self._to_pass = self._misses({leaf.place: leaf.pass_from for leaf in self._leaves})
        self._to_be_open = self._misses({leaf.place: leaf.open_from for leaf in self._leaves})
        self.can_be_open = any(leaf.open_from < leaf.pass_from for leaf in self._leaves)

    def independent(self) -> list[Chances]:
        """Return the chances where luck on one benchmark says nothing of luck on another; they are drawn."""
        random = Random(_SEED).random
        pass_at, open_at = ([0] * (len(self._rates) + 1) for _ in range(2))
        for _ in range(DRAWS):
            luck = [random() for _ in self._leaves]
            passes = opens = _first(self._to_pass, luck)
            if self.can_be_open:
                opens = _first(self._to_be_open, luck)
            scored = bisect_left(self._rates, True, lo=opens, key=lambda place: self._is_scored(place, luck))
            pass_at[max(passes, scored)] += 1
            open_at[scored] += 1
        found = []
        for _, passed, decided in zip(self._rates, accumulate(pass_at), accumulate(open_at), strict=False):
            found.append(_chances(passed / DRAWS, decided / DRAWS))
        return found

    def shared(self) -> list[Chances]:
        """Return the chances where a product is as lucky on every benchmark; they are exact."""
        found = []
        for place in self._rates:
            passed = decided = 1 - self._least_luck(place, self._to_pass)
            if self.can_be_open:
                decided = 1 - self._least_luck(place, self._to_be_open)
            found.append(_chances(passed, decided))
        return found

    def _is_scored(self, place: int, luck: Sequence[float]) -> bool:
        """Return whether scores suffice for a pass in a sample at the rate of a place."""
        return self._top.score(list(map(bisect_right, self._below[place], luck))) is not None

    def _misses(self, least: Mapping[int, int]) -> _Misses:
        """Return the negative chances of each hard gate that fewer cases pass than the least, by rate."""
        misses = []
        for leaf in self._leaves:
            fewer = least[leaf.place] - 1
            if leaf.is_gate and fewer >= 0:
                chances = [[*below[leaf.place], 1][fewer] for below in self._below]
                misses.append((leaf.place, [-chance for chance in chances]))
        return misses

    def _least_luck(self, place: int, gates: _Misses) -> float:
        """Return the least luck, the same everywhere, that is enough at the rate of a place."""
        low, high = 0.0, 1.0
        least = max([-misses[place] for _, misses in gates], default=0)
        while high - low > _PRECISION:
            middle = (low + high) / 2
            if middle >= least and self._is_scored(place, [middle] * len(self._leaves)):
                high = middle
            else:
                low = middle
        return high

    def _branch(self, node: RubricNode) -> _Branch:
        """Return a rubric in whole numbers; its benchmarks join those of the tree.

        The members of a weighted sum inside another take its place: its own verdict decides nothing there.
        """
        parts, weights, common = [], [], 1
        for member in node.members:
            part, weight = self._part(member), Fraction(1)
            if node.method is Aggregation.WEIGHTED_AVERAGE:
                weight = Fraction(member.weight or 0)
            common = lcm(common, part.whole, weight.denominator)
            parts.append(part)
            weights.append(weight)
        combine, whole = _combine(node.method), common * common
        if combine is sum:
            whole = int(sum(weights) * common) * common
        leaves: list[tuple[int, int]] = []
        branches: list[tuple[int, _Branch]] = []
        for weight, part in zip(weights, parts, strict=True):
            factor = int(weight * common) * (common // part.whole)
            if isinstance(part, _Leaf):
                leaves.append((factor, part.place))
            elif part.combine is combine is sum and not part.lowest:
                leaves += [(factor * own, place) for own, place in part.leaves]
                branches += [(factor * own, branch) for own, branch in part.branches]
            else:
                branches.append((factor, part))
        lowest = ceil(lowest_pass(node) * whole)
        if not _is_gate(node):
            lowest = 0
        return _Branch(whole, lowest, combine, leaves, branches)

    def _part(self, node: BenchmarkNode | RubricNode) -> "_Leaf | _Branch":
        if isinstance(node, RubricNode):
            return self._branch(node)
        rule, cases = node.rule, node.min_cases
        counts = range(cases + 1)
        open_from = bisect_left(counts, True, key=lambda passed: rule.outcome(passed, cases) is not False)
        pass_from = bisect_left(counts, True, key=lambda passed: rule.outcome(passed, cases) is True)
        leaf = _Leaf(len(self._leaves), cases, _is_gate(node), open_from, pass_from)
        self._leaves.append(leaf)
        return leaf


def _first(gates: _Misses, luck: Sequence[float]) -> int:
    """Return the place of the first rate at which no gate is missed; behind all where there is none."""
    return max([bisect_left(misses, -luck[gate]) for gate, misses in gates], default=0)


def _chances(passed: float, decided: float) -> Chances:
    return Chances(passed, 1 - decided, decided - passed)


def _is_gate(node: BenchmarkNode | RubricNode) -> bool:
    return node.gate is Criticality.HARD_GATE


@cache
def _below(cases: int, rate: Fraction) -> list[float]:
    """Return for each number of passed cases but the last the chance that no more pass at a true rate."""
    if rate == 1:
        return [0.0] * cases
    good, bad = log(rate), log1p(-rate)
    chances = []
    for passed in range(cases):
        ways = lgamma(cases + 1) - lgamma(passed + 1) - lgamma(cases - passed + 1)
        chances.append(exp(ways + passed * good + (cases - passed) * bad))
    return list(accumulate(chances))
