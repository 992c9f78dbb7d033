"""Curves of a suite's tree are those of all samples that can be, by a slow exact reference."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise, product
from math import prod

import pytest
import scipy

from benchdocs.specs.choices import Aggregation, Criticality
from benchdocs.suite.operating_curves import OperatingCurve
from benchdocs.suite.sampling import Passed
from benchdocs.suite.score_tree import BenchmarkNode, RubricNode
from benchdocs.suite.verdicts import Verdict, judge


def random_tree(draw: random.Random, code: str = "X-A", depth: int = 1) -> RubricNode:
    members: list[BenchmarkNode | RubricNode] = []
    for place in range(draw.randint(1, 2 if depth else 3)):
        if depth and draw.random() < 0.6:
            members.append(random_tree(draw, f"{code}{chr(65 + place)}", 0))
            continue
        numbers = (Decimal(draw.randint(1, 4)) / 4, Decimal(draw.choice((50, 75, 100))) / 100)
        gate, level = draw.choice((None, *Criticality)), draw.choice((None, Decimal("0.8")))
        members.append(BenchmarkNode(f"{code}{place}", "", *numbers, gate, draw.choice((2, 3, 4)), level))
    threshold, gate = Decimal(draw.choice((50, 80, 100))) / 100, draw.choice((None, Criticality.HARD_GATE))
    weight, method = Decimal(draw.randint(1, 4)), draw.choice(tuple(Aggregation))
    return RubricNode(code, "", weight, threshold, method, tuple(members), gate)


def test_operating_curves_are_those_of_all_samples_that_can_be() -> None:
    draw, seen = random.Random(71), set[Verdict]()
    rates = [Fraction(rate, 100) for rate in (50, 80, 95)]
    for _ in range(12):
        tree = random_tree(draw)
        cases = [node.min_cases for node in tree.benchmarks]
        samples = list(product(*(range(number + 1) for number in cases)))
        verdicts = {counts: verdict_of(tree, counts) for counts in samples}
        curves = OperatingCurve(tree, rates)
        for rate, drawn_chances, shared in zip(rates, curves.independent(), curves.shared(), strict=True):
            chances = {n: scipy.stats.binom.pmf(range(n + 1), n, float(rate)).tolist() for n in {*cases}}
            independent: Counter[Verdict] = Counter()
            for counts in samples:
                own = prod(chances[n][count] for n, count in zip(cases, counts, strict=True))
                independent[verdicts[counts]] += own
            assert [*drawn_chances] == pytest.approx([independent[each] for each in ORDER], abs=0.02)
            steps = {0.0, 1.0}
            for n in chances:
                steps.update(scipy.stats.binom.cdf(range(n), n, float(rate)).tolist())
            found = dict.fromkeys(ORDER, 0.0)
            for low, high in pairwise(sorted(steps)):
                counts = tuple(int(scipy.stats.binom.ppf((low + high) / 2, n, float(rate))) for n in cases)
                found[verdicts[counts]] += high - low
            assert [*shared] == pytest.approx([found[each] for each in ORDER], abs=1e-9)
            seen.update(verdict for verdict, chance in found.items() if chance)
    assert seen == {*Verdict}


ORDER = (Verdict.PASS, Verdict.FAIL, Verdict.OPEN)


def verdict_of(tree: RubricNode, counts: Sequence[int]) -> Verdict:
    scores: dict[str, Decimal | Passed] = {}
    for node, count in zip(tree.benchmarks, counts, strict=True):
        scores[node.code] = Passed(count, node.min_cases)
    return judge(tree, scores).verdict


def test_twelve_gates_show_what_dependence_does_to_a_pass() -> None:
    gate = BenchmarkNode("X-A1", "", Decimal(1), Decimal(1), Criticality.HARD_GATE, 59)
    twelve = tuple(replace(gate, code=f"X-A{place}") for place in range(12))
    tree = RubricNode("X-A", "", Decimal(1), Decimal("0.85"), Aggregation.MEAN, twelve)
    curves = OperatingCurve(tree, [Fraction(99, 100)])
    assert curves.independent()[0].passes == pytest.approx(0.99 ** (59 * 12), abs=0.005)
    assert curves.shared()[0].passes == pytest.approx(0.99**59, abs=1e-6)
    assert curves.independent() == OperatingCurve(tree, [Fraction(99, 100)]).independent()


def test_a_tree_without_a_threshold_has_no_curve() -> None:
    node = BenchmarkNode("X-A1", "", Decimal(1), None, None)
    tree = RubricNode("X-A", "", Decimal(1), Decimal("0.9"), Aggregation.MEAN, (node,))
    with pytest.raises(ValueError, match="X-A1 has no threshold"):
        OperatingCurve(tree, [Fraction(1, 2)])
