"""Scores given as passed of evaluated cases: a benchmark's own rule decides, or leaves it undecided."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.specs.choices import Aggregation, Criticality
from benchdocs.suite.sampling import Passed
from benchdocs.suite.score_tree import BenchmarkNode, RubricNode, score_tree
from benchdocs.suite.verdicts import ScoreRange, Verdict, judge
from support.paths import BASE
from support.shipped import shipped_report
from support.suites import suite_with
from support.tables import table


def mean_of(*members: BenchmarkNode) -> RubricNode:
    return RubricNode("X-A", "", Decimal(1), Decimal("0.9"), Aggregation.MEAN, members)


GATED = BenchmarkNode("X-A1", "", Decimal(1), Decimal("0.9"), Criticality.HARD_GATE)
BOUND = replace(GATED, code="X-A2", min_cases=29, level=Decimal("0.95"))
PLAIN = replace(GATED, code="X-A3", min_cases=29, gate=None)
NODES = {"GATED": GATED, "BOUND": BOUND, "PLAIN": PLAIN, "FREE": replace(PLAIN, threshold=None)}


@table
def test_counted_cases_are_decided_by_the_benchmarks_own_rule(
    node: str, passed: int, cases: int, verdict: str | None, text: str
) -> None:
    own = NODES[node]
    (result,) = judge(mean_of(own), {own.code: Passed(passed, cases)}).benchmarks
    assert (result.verdict, result.text, result.score_text) == (verdict, text, f"{passed}/{cases}")
    assert result.score == ScoreRange(Fraction(passed, cases), Fraction(passed, cases))


def test_an_undecided_hard_gate_leaves_its_rubric_open_and_another_benchmark_counts_as_it_is() -> None:
    tree = mean_of(GATED, BOUND, PLAIN)
    sure: dict[str, Decimal | Passed] = {"X-A1": Decimal(1), "X-A2": Passed(29, 29), "X-A3": Passed(10, 10)}
    assert judge(tree, sure).verdict_text == "passes"
    undecided = judge(tree, sure | {"X-A2": Passed(28, 29)})
    assert (undecided.verdict, undecided.verdict_text) == (Verdict.OPEN, "open")
    assert undecided.gates_text(Criticality.HARD_GATE) == "open: X-A2"
    assert judge(tree, sure | {"X-A3": Passed(5, 10)}).verdict_text == "fails by its score"


@pytest.mark.parametrize(("passed", "cases"), [(0, 0), (2, 1), (-1, 5), (1, -2)])
def test_counts_that_cannot_be_are_refused(passed: int, cases: int) -> None:
    with pytest.raises(ValueError, match="X-A1"):
        judge(mean_of(GATED), {"X-A1": Passed(passed, cases)})


def test_a_tree_takes_fewest_cases_and_decision_rule_from_the_specs(tmp_path: Path) -> None:
    own = shipped_report().suite
    tree = score_tree(own, own.rubric["A-REF"])
    assert {node.min_cases for node in tree.benchmarks} == {59}
    assert {node.level for node in tree.benchmarks} == {None}
    text = (BASE / "a-component/A-DEM1.yaml").read_text()
    for decision, level in (
        ("lower_bound", "0.95"),
        ("lower_bound\n  level: 0.9", "0.9"),
        ("point_estimate", None),
    ):
        spec = f"{text}\nmin_cases: 12\ndecision:\n  method: {decision}\n"
        suite = check(suite_with(tmp_path / str(level), {"a-component/A-DEM1.yaml": spec})).suite
        node = score_tree(suite, suite.rubric["A-DEM"]).benchmarks[0]
        assert (node.min_cases, node.level) == (12, None if level is None else Decimal(level))
