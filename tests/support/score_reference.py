"""An independent reference for verdicts: complete scores are judged by plain booleans, missing ones twice.

It imports nothing of what it is compared with. A verdict is certain where the worst and the best that the
missing scores can be agree on it, because no score that rises can make anything fail. A score of cases may
leave its benchmark undecided, which counts as missed once and as reached once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Context, Decimal
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
    by_share: bool = False

    def below(self) -> Iterator[Node]:
        for member in self.members:
            if not member.excluded:
                yield member
                yield from member.below()


Score = Fraction | tuple[Fraction, int, int]
"""A score, or the cases that passed, those that were evaluated, and those that were planned."""
_PRECISE = Context(prec=60)


def at_least(passed: int, cases: int, rate: Fraction) -> Fraction:
    """Return the chance that so many cases pass, or more, where each passes at this rate."""
    ways = (comb(cases, k) * rate**k * (1 - rate) ** (cases - k) for k in range(passed, cases + 1))
    return sum(ways, Fraction(0))


def is_unlikely(node: Node, passed: Fraction, cases: int, rate: Fraction) -> bool:
    """Return whether so many cases are too many at this rate, at the level of the node."""
    assert node.level is not None
    if passed.denominator == 1 and (not node.by_share or passed in (0, cases)):
        return at_least(int(passed), cases, rate) <= 1 - node.level
    if passed <= rate * cases:
        return False

    def logarithm(value: Fraction) -> Decimal:
        return _PRECISE.ln(_PRECISE.divide(Decimal(value.numerator), Decimal(value.denominator)))

    failed, total = cases - passed, Decimal(0)
    for part, mean, at in ((passed, passed / cases, rate), (failed, failed / cases, 1 - rate)):
        if not at:
            return True
        weight = _PRECISE.divide(Decimal(part.numerator), Decimal(part.denominator))
        total += _PRECISE.multiply(weight, logarithm(mean / at))
    return total >= -logarithm(1 - node.level)


def by_rule(node: Node, passed: Fraction, cases: int) -> bool | None:
    """Return whether so many passed cases reach the threshold; None where a bound leaves that open."""
    if node.level is None or node.threshold in (0, 1):
        return passed >= node.threshold * cases
    if is_unlikely(node, passed, cases, node.threshold):
        return True
    return False if is_unlikely(node, cases - passed, cases, 1 - node.threshold) else None


def reached(node: Node, score: Score | None, undecided: bool) -> tuple[Fraction, bool]:
    """Return the score of a benchmark, and whether it reaches its threshold; none is undecided."""
    if score is None:
        return Fraction(undecided), undecided
    if isinstance(score, Fraction):
        return score, score >= node.threshold
    passed, cases, planned = score
    all_cases = max(planned, node.least)
    share = (passed + (planned - cases if undecided else 0)) / planned
    if by_rule(node, passed + all_cases - cases, all_cases) is False:
        return share, False
    if cases < all_cases:
        return share, undecided
    outcome = by_rule(node, passed, cases)
    return share, undecided if outcome is None else outcome


def complete(
    node: Node, scores: Mapping[str, Score], undecided: bool = False
) -> dict[str, tuple[Fraction, bool, bool]]:
    """Return for a node and all below it: the score, whether it passes, whether a hard gate blocks it.

    A missing score is 0, or 1 where what is undecided is taken as reached.
    """
    if not node.members:
        return {node.code: (*reached(node, scores.get(node.code), undecided), False)}
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
    has_score = any(each.code in scores for each in node.below())
    passes = (score >= node.threshold if has_score else undecided) and not blocked
    return {node.code: (score, passes, blocked), **found}


def judged(node: Node, given: Mapping[str, Score]) -> dict[str, tuple[Fraction, Fraction, str]]:
    """Return lowest score, highest score and verdict of a node and of all below it."""
    worst, best = (complete(node, given, undecided=end) for end in (False, True))
    found = {}
    for code, (low, passes, _) in worst.items():
        high, could_pass, is_blocked = best[code]
        verdict = "pass" if passes else "open" if could_pass else "blocked" if is_blocked else "fail"
        found[code] = (low, high, verdict)
    return found
