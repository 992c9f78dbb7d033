"""How often a product passes a rubric or component, by its true rate: with independent and with shared luck.

Every benchmark has its minimum number of cases and the same true rate, and no judge errs. Scores are worked
out in whole numbers. Luck is a number from 0 to 1 for each benchmark, which gives its passed cases at every
rate: what passes at one rate passes at a higher one.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
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
_FAIL, _OPEN, _PASS = range(3)
"""Verdicts in their order: the worst decides."""
_Combine = Callable[[list[int]], int]
_EXTREMES: dict[Aggregation, _Combine] = {Aggregation.MINIMUM: min, Aggregation.MAXIMUM: max}
"""Methods that take the score of one member as it is."""


class Chances(NamedTuple):
    """How often a product passes, fails and is left open, each from 0 to 1."""

    passes: float
    fails: float
    opens: float


class _Outcome(NamedTuple):
    """What a sample makes of a rubric: its score in whole numbers, its verdict, the worst of its gates."""

    score: int
    verdict: int
    gates: int


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

    def verdict(self, passed: int) -> int:
        """Return what so many passed cases make of it."""
        return (passed >= self.open_from) + (passed >= self.pass_from)


@dataclass(frozen=True)
class _Branch:
    """A rubric in a tree of whole numbers; scores of its members are multiplied and then combined.

    Attributes:
        whole: Its highest score.
        pass_from: Its lowest score that passes.
        leaves: Its benchmarks, each with what its score is multiplied by.
        branches: Its rubrics, likewise.
    """

    whole: int
    is_gate: bool
    pass_from: int
    combine: _Combine
    leaves: list[tuple[int, _Leaf]]
    branches: list[tuple[int, "_Branch"]]

    def outcome(self, passed: Sequence[int]) -> _Outcome:
        """Return what a sample makes of it."""
        scores = [factor * passed[leaf.place] for factor, leaf in self.leaves]
        gates = min((leaf.verdict(passed[leaf.place]) for leaf in self._gates), default=_PASS)
        for factor, branch in self.branches:
            score, verdict, below = branch.outcome(passed)
            scores.append(factor * score)
            gates = min(gates, below, verdict if branch.is_gate else _PASS)
        score = self.combine(scores)
        return _Outcome(score, gates if score >= self.pass_from else _FAIL, gates)

    @cached_property
    def _gates(self) -> list[_Leaf]:
        return [leaf for _, leaf in self.leaves if leaf.is_gate]


class OperatingCurve:
    """The chances of a product to pass a tree, at each of some true rates in rising order.

    Raises ValueError where a benchmark or rubric of the tree has no threshold.
    """

    def __init__(self, tree: RubricNode, rates: Sequence[Fraction]) -> None:
        self._leaves: list[_Leaf] = []
        self._top = self._branch(tree)
        self._rates = range(len(rates))
        self._below = [[_below(leaf.whole, rate) for leaf in self._leaves] for rate in rates]
        self._misses = {verdict: self._gate_misses(verdict) for verdict in (_OPEN, _PASS)}

    @property
    def can_be_open(self) -> bool:
        """Whether a benchmark can be left undecided, as it can where a bound decides."""
        return any(leaf.open_from < leaf.pass_from for leaf in self._leaves)

    def independent(self) -> list[Chances]:
        """Return the chances where luck on one benchmark says nothing of luck on another; they are drawn."""
        random = Random(_SEED).random
        can_be_open = self.can_be_open
        pass_at, open_at = ([0] * (len(self._rates) + 1) for _ in range(2))
        for _ in range(DRAWS):
            luck = [random() for _ in self._leaves]
            place = self._first_place(luck, _PASS)
            pass_at[place] += 1
            open_at[self._first_place(luck, _OPEN) if can_be_open else place] += 1
        found = []
        for _, passed, decided in zip(self._rates, accumulate(pass_at), accumulate(open_at), strict=False):
            found.append(_chances(passed / DRAWS, decided / DRAWS))
        return found

    def shared(self) -> list[Chances]:
        """Return the chances where a product is as lucky on every benchmark; they are exact."""
        found = []
        for place in self._rates:
            passed, decided = (1 - self._least_luck(place, verdict) for verdict in (_PASS, _OPEN))
            found.append(_chances(passed, decided))
        return found

    def _verdict(self, place: int, luck: Sequence[float]) -> int:
        """Return the verdict on a sample at the rate of a place."""
        return self._top.outcome(list(map(bisect_right, self._below[place], luck))).verdict

    def _first_place(self, luck: Sequence[float], verdict: int) -> int:
        """Return the place of the first rate with so good a verdict; behind all where there is none."""
        first = 0
        for gate, misses in self._misses[verdict]:
            first = max(first, bisect_left(misses, -luck[gate]))
        return bisect_left(
            self._rates, True, lo=first, key=lambda place: self._verdict(place, luck) >= verdict
        )

    def _gate_misses(self, verdict: int) -> list[tuple[int, list[float]]]:
        """Return the place of each hard gate with its negative chances of less than a verdict, by rate."""
        misses = []
        for leaf in self._leaves:
            least = leaf.pass_from if verdict is _PASS else leaf.open_from
            if leaf.is_gate and 0 < least <= leaf.whole:
                misses.append((leaf.place, [-below[leaf.place][least - 1] for below in self._below]))
        return misses

    def _least_luck(self, place: int, verdict: int) -> float:
        """Return the least luck, the same everywhere, with so good a verdict at the rate of a place."""
        low, high = 0.0, 1.0
        while high - low > _PRECISION:
            middle = (low + high) / 2
            if self._verdict(place, [middle] * len(self._leaves)) >= verdict:
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
        combine, whole = _EXTREMES.get(node.method), common * common
        if combine is None:
            combine, whole = sum, int(sum(weights) * common) * common
        leaves: list[tuple[int, _Leaf]] = []
        branches: list[tuple[int, _Branch]] = []
        for weight, part in zip(weights, parts, strict=True):
            factor = int(weight * common) * (common // part.whole)
            if isinstance(part, _Leaf):
                leaves.append((factor, part))
            elif part.combine is combine is sum and not part.is_gate:
                leaves += [(factor * own, leaf) for own, leaf in part.leaves]
                branches += [(factor * own, branch) for own, branch in part.branches]
            else:
                branches.append((factor, part))
        return _Branch(whole, _is_gate(node), ceil(lowest_pass(node) * whole), combine, leaves, branches)

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
