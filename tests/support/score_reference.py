"""An independent reference for verdicts: complete scores are judged by plain booleans, missing ones twice.

It imports nothing of what it is compared with. A verdict is certain where the worst and the best that the
missing scores can be agree on it, because no score that rises can make anything fail. A score of passed
and evaluated cases may leave its benchmark undecided, which counts as missed once and as reached once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import NamedTuple


class Node(NamedTuple):
    """A benchmark, or a rubric with its members; an excluded benchmark is no part of anything."""

    code: str
    threshold: Fraction
    gate: str = ""
    weight: int | Fraction = 1
    method: str = ""
    members: tuple[Node, ...] = ()
    excluded: bool = False
    least: int = 1
    level: Fraction | None = None

    def below(self) -> Iterator[Node]:
        for member in self.members:
            if not member.excluded:
                yield member
                yield from member.below()


Score = Fraction | tuple[int, int]
"""A score, or the cases that passed and those that were evaluated."""


def at_least(passed: int, cases: int, rate: Fraction) -> Fraction:
    """Return the chance that so many cases pass, or more, where each passes at this rate."""
    ways = (comb(cases, k) * rate**k * (1 - rate) ** (cases - k) for k in range(passed, cases + 1))
    return sum(ways, Fraction(0))


def reached(node: Node, score: Score, undecided: bool) -> tuple[Fraction, bool]:
    """Return the score of a benchmark, and whether it reaches its threshold."""
    if isinstance(score, Fraction):
        return score, score >= node.threshold
    passed, cases = score
    share = Fraction(passed, cases)
    if cases < node.least:
        return share, undecided
    if node.level is None:
        return share, share >= node.threshold
    if at_least(passed, cases, node.threshold) <= 1 - node.level:
        return share, True
    misses = at_least(cases - passed, cases, 1 - node.threshold) <= 1 - node.level
    return share, undecided and not misses


def complete(
    node: Node, scores: Mapping[str, Score], undecided: bool = False
) -> dict[str, tuple[Fraction, bool]]:
    """Return the score of a node and of all below it, each with whether it passes; no score is missing."""
    if not node.members:
        return {node.code: reached(node, scores[node.code], undecided)}
    parts = [member for member in node.members if not member.excluded]
    found = {code: each for part in parts for code, each in complete(part, scores, undecided).items()}
    values, weights = [found[part.code][0] for part in parts], [part.weight for part in parts]
    match node.method:
        case "MINIMUM":
            score = min(values)
        case "MAXIMUM":
            score = max(values)
        case "MEAN":
            score = sum(values, Fraction(0)) / len(values)
        case _:
            products = (value * weight for value, weight in zip(values, weights, strict=True))
            score = sum(products, Fraction(0)) / sum(weights)
    blocked = any(each.gate == "hard_gate" and not found[each.code][1] for each in node.below())
    return {node.code: (score, score >= node.threshold and not blocked), **found}


def judged(node: Node, given: Mapping[str, Score]) -> dict[str, tuple[Fraction, Fraction, str]]:
    """Return lowest score, highest score and verdict of a node and of all below it."""
    codes = [each.code for each in node.below()]
    worst, best = (
        complete(node, {**dict.fromkeys(codes, Fraction(end)), **given}, undecided=bool(end))
        for end in (0, 1)
    )
    verdicts = {(True, True): "pass", (False, True): "open", (False, False): "fail"}
    return {
        code: (low, best[code][0], verdicts[passes, best[code][1]]) for code, (low, passes) in worst.items()
    }
