"""What scores come to: in Python, which is the reference, and the same in the browser."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from benchdocs.rules.check import check
from benchdocs.specs.choices import Aggregation, Criticality
from benchdocs.suite.sampling import Passed
from benchdocs.suite.score_tree import BenchmarkNode, RubricNode, score_tree
from benchdocs.suite.verdicts import (
    BenchmarkResult,
    RubricResult,
    ScoreRange,
    Verdict,
    judge,
    worked_result,
    worked_scores,
)
from support.paths import BASE
from support.shipped import shipped_report
from support.suites import suite_with
from support.tables import table

SUITE = shipped_report().suite
REF = score_tree(SUITE, SUITE.rubric["A-REF"])
COMPONENT = score_tree(SUITE, SUITE.rubric["A"])
CASES = 1000


def decimals(**scores: str) -> dict[str, Decimal]:
    return {code.replace("_", "-"): Decimal(score) for code, score in scores.items()}


def benchmark(
    code: str, weight: str, threshold: str | None, gate: Criticality | None = None
) -> BenchmarkNode:
    return BenchmarkNode(code, code, Decimal(weight), Decimal(threshold) if threshold else None, gate)


def rubric(
    method: Aggregation,
    *members: BenchmarkNode | RubricNode,
    code: str = "X-A",
    threshold: str | None = "0.9",
) -> RubricNode:
    return RubricNode(code, code, Decimal(1), Decimal(threshold) if threshold else None, method, members)


# The reference ----------------------------------------------------------------------------------------


@table
def test_the_scoring_flows_verdicts_come_out(scores: dict[str, Decimal], score: str, verdict: str) -> None:
    result = judge(REF, scores)
    assert result.score == ScoreRange(Fraction(score), Fraction(score))
    assert result.verdict_text == verdict


def test_exactly_at_the_threshold_is_reached_and_a_hair_below_is_not() -> None:
    members = [benchmark(f"X-A{at}", weight, None) for at, weight in enumerate(("0.1", "0.2", "0.7"))]
    tree = rubric(Aggregation.WEIGHTED_AVERAGE, *members, threshold="0.3")
    at = judge(tree, dict.fromkeys(("X-A0", "X-A1", "X-A2"), Decimal("0.3")))
    assert (at.verdict, at.distance_text) == (Verdict.PASS, "0")
    hair = Decimal("0.29999999999999999999999999999999999999")
    below = judge(tree, dict.fromkeys(("X-A0", "X-A1", "X-A2"), hair))
    assert (below.verdict, below.distance_text, below.score.text) == (
        Verdict.FAIL,
        f"−0.{'0' * 37}1",
        "≈ 0.3",
    )


def test_a_missing_score_opens_a_range_and_only_sure_verdicts_are_given() -> None:
    half = judge(REF, decimals(A_REF1="1", A_REF2="0.96"))
    ends = ScoreRange(Fraction("0.82"), Fraction("1.184") / Fraction("1.2"))
    assert (half.score, half.verdict) == (ends, Verdict.OPEN)
    assert (half.score.text, half.distance_text) == ("0.82 to ≈ 0.9867", "−0.13 to ≈ +0.0367")
    assert judge(REF, decimals(A_REF1="1", A_REF2="0.55")).score.high == Fraction("0.85")
    assert half.gates_text(Criticality.THRESHOLD_GATE) == "open: A-REF3"
    lost = judge(REF, decimals(A_REF2="0.5", A_REF3="0.5"))
    assert lost.verdict_text == "fails by its score"
    assert lost.gates_text(Criticality.HARD_GATE) == "open: A-REF1"
    either = rubric(Aggregation.MAXIMUM, benchmark("X-A1", "1", None), REF)
    assert judge(either, decimals(X_A1="0.9", A_REF1="1")).verdict is Verdict.PASS
    assert judge(either, decimals(X_A1="0.9")).verdict is Verdict.OPEN
    assert judge(REF, {}).score == ScoreRange(Fraction(0), Fraction(1))


def test_a_gate_of_zero_is_reached_by_any_score_and_by_none_it_is_open() -> None:
    gate = benchmark("X-A1", "0.1", "0", Criticality.HARD_GATE)
    part = replace(rubric(Aggregation.MEAN, gate, threshold="0"), gate=gate.gate, weight=gate.weight)
    for first in (gate, part):
        tree = rubric(Aggregation.WEIGHTED_AVERAGE, first, benchmark("X-A2", "0.9", "0.5"))
        assert judge(tree, decimals(X_A1="0", X_A2="1")).verdict is Verdict.PASS
        assert judge(tree, decimals(X_A2="1")).verdict is Verdict.OPEN


def test_a_benchmark_says_how_far_it_is_from_its_threshold() -> None:
    scores = decimals(A_REF1="1.00", A_REF2="0.92", A_REF3="0.9833333")
    assert [member.text for member in judge(REF, scores).benchmarks] == [
        "reached exactly",
        "missed by 0.03",
        "reached by ≈ 0.0333",
    ]
    assert judge(REF, {}).benchmarks[0].text == "no score"
    alone = rubric(Aggregation.MEAN, benchmark("X-A1", "1", None))
    assert judge(alone, decimals(X_A1="1")).benchmarks[0].text == "no threshold"


def test_a_hard_gate_without_threshold_never_fails_and_a_threshold_gate_fails_nothing() -> None:
    members = (
        benchmark("X-A1", "0.5", None, Criticality.HARD_GATE),
        benchmark("X-A2", "0.5", "1", Criticality.THRESHOLD_GATE),
    )
    result = judge(rubric(Aggregation.MAXIMUM, *members), decimals(X_A1="0", X_A2="0.95"))
    assert result.verdict is Verdict.PASS
    assert result.gates_text(Criticality.HARD_GATE) == "none"
    assert result.gates_text(Criticality.THRESHOLD_GATE) == "missed: X-A2"


def test_without_a_passing_threshold_only_a_gate_decides() -> None:
    gate = benchmark("X-A1", "1", "0.5", Criticality.HARD_GATE)
    tree = rubric(Aggregation.MEAN, gate, threshold=None)
    assert judge(tree, decimals(X_A1="0.5")).verdict is Verdict.OPEN
    assert judge(tree, decimals(X_A1="0.4")).verdict_text == "blocked by X-A1"
    assert judge(tree, {}).distance_text == "–"


def test_a_rubric_that_misses_its_score_leaves_its_component_alone_and_is_listed_there() -> None:
    perfect = dict.fromkeys(worked_scores(COMPONENT), Decimal(1))
    result = judge(COMPONENT, {**perfect, "A-REF3": Decimal(0)})
    assert result.verdict is Verdict.PASS
    assert result.verdict_text == "score passes, but A-REF fails"


def test_two_rubrics_ask_for_more_than_the_thresholds_of_their_members() -> None:
    result = judge(COMPONENT, worked_scores(COMPONENT))
    assert result.verdict_text == "score passes, but A-NEG, A-CMP fail"


def test_a_missed_hard_gate_blocks_its_component() -> None:
    scores = dict.fromkeys(worked_scores(COMPONENT), Decimal(1)) | {"A-REF1": Decimal("0.99")}
    result = judge(COMPONENT, scores)
    assert (result.verdict, result.verdict_text) == (Verdict.FAIL, "blocked by A-REF1")
    assert result.rubrics_text == "fail: A-REF"
    assert result.gates_text(Criticality.HARD_GATE) == "missed: A-REF1"
    del scores["A-NEG1"]
    assert judge(COMPONENT, scores).rubrics_text == "fail: A-REF; open: A-NEG"


def test_the_worked_example_is_every_benchmark_at_its_threshold() -> None:
    for spec in SUITE.rubrics:
        result = worked_result(SUITE, spec)
        assert result is not None
        assert {member.text for member in result.benchmarks} == {"reached exactly"}
    assert len(COMPONENT.benchmarks) == len(SUITE.benchmarks)


@pytest.mark.parametrize("score", ["-0.1", "1.0001", "NaN", "Infinity"])
def test_what_is_no_score_is_refused(score: str) -> None:
    with pytest.raises(ValueError, match="A-REF1"):
        judge(REF, decimals(A_REF1=score))
    judge(REF, decimals(A_NEG1=score))


def test_what_no_score_can_come_of_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no members"):
        rubric(Aggregation.MEAN)
    with pytest.raises(ValueError, match="no weights"):
        rubric(Aggregation.WEIGHTED_AVERAGE, benchmark("X-A1", "0", None))
    broken = suite_with(tmp_path, {"rubrics/A-AUX.yaml": "code: A-AUX\nbenchmarks: [A-AUX1]\n"})
    suite = check(broken).suite
    with pytest.raises(ValueError, match="A-AUX has no aggregation method"):
        score_tree(suite, suite.rubric["A"])
    assert worked_result(suite, suite.rubric["A"]) is None


def test_a_circle_of_rubrics_ends_and_a_deprecated_benchmark_does_not_count(tmp_path: Path) -> None:
    circle = "code: A-AUX\naggregation_method: MEAN\nsub_rubrics: [A, A-DEM]\n"
    spec = (BASE / "a-component/A-DEM2.yaml").read_text()
    old = "status: deprecated\n" + "".join(
        line for line in spec.splitlines(keepends=True) if not line.startswith("status")
    )
    root = suite_with(tmp_path, {"rubrics/A-AUX.yaml": circle, "a-component/A-DEM2.yaml": old})
    suite = check(root).suite
    assert [node.code for node in score_tree(suite, suite.rubric["A-AUX"]).benchmarks] == ["A-DEM1"]


# The same in the browser ------------------------------------------------------------------------------


def random_decimal(rng: random.Random) -> Decimal:
    digits = rng.choice((0, 1, 2, 2, 2, 3, 5, 30))
    return Decimal(rng.randint(0, 10**digits)).scaleb(-digits)


def random_tree(rng: random.Random, code: str, depth: int) -> RubricNode:
    members: list[BenchmarkNode | RubricNode] = []
    for at in range(rng.randint(1, 5)):
        if depth and rng.random() < 0.7:
            members.append(random_tree(rng, f"{code}{chr(65 + at)}", depth - 1))
            continue
        gate = rng.choice((None, *Criticality))
        threshold = None if rng.random() < 0.1 else random_decimal(rng)
        least, level = rng.choice((1, 5, 29)), rng.choice((None, Decimal("0.95"), random_decimal(rng)))
        node = BenchmarkNode(f"{code}{at}", "", random_decimal(rng), threshold, gate, least, level)
        members.append(replace(node, by_share=rng.random() < 0.3))
    threshold = None if rng.random() < 0.05 else random_decimal(rng)
    try:
        method, gate = rng.choice(list(Aggregation)), rng.choice((None, None, *Criticality))
        return RubricNode(code, "", random_decimal(rng), threshold, method, tuple(members), gate)
    except ValueError:
        return random_tree(rng, code, depth)


def random_scores(rng: random.Random, tree: RubricNode) -> dict[str, Decimal | Passed]:
    scores: dict[str, Decimal | Passed] = {}
    counted = rng.choice((0, 0.5, 1))
    missing, at_threshold = rng.choice((0, 0, 0.1, 0.5)), rng.choice((0.2, 0.9))
    for node in tree.benchmarks:
        if rng.random() < counted:
            cases = rng.choice((1, 4, 29, 60))
            passed = Fraction(rng.choice((0, cases - 1, cases, rng.randint(0, cases))))
            if passed and rng.random() < 0.3:
                passed -= Fraction(rng.randint(0, 3), 4)
            scores[node.code] = Passed(passed, cases, missing=rng.choice((0, 0, 1, 20)))
        elif rng.random() >= missing:
            at = node.threshold is not None and rng.random() < at_threshold
            scores[node.code] = node.threshold if at and node.threshold is not None else random_decimal(rng)
    return scores


def at_its_threshold(tree: RubricNode, scores: dict[str, Decimal | Passed]) -> RubricNode:
    """The tree with its aggregate as its passing threshold, where that is a decimal."""
    low = judge(tree, scores).score.low
    exact = Decimal(low.numerator) / Decimal(low.denominator)
    if Fraction(exact) != low:
        return tree
    return replace(tree, threshold=exact)


def random_cases() -> Iterator[tuple[RubricNode, dict[str, Decimal | Passed]]]:
    rng = random.Random(20260131)
    for case in range(CASES):
        tree = random_tree(rng, "X", case % 3)
        scores = random_scores(rng, tree)
        yield (at_its_threshold(tree, scores) if case % 4 == 0 else tree), scores
    tenths = [benchmark(f"X{at}", weight, "0.3") for at, weight in enumerate(("0.1", "0.2", "0.7"))]
    for method in Aggregation:
        tree = rubric(method, *tenths, threshold="0.3")
        yield tree, {node.code: Decimal("0.3") for node in tenths}
    for text in ("0.00005", "0.00015", "0.99995", "0.00004999", "0.000050001"):
        yield rubric(Aggregation.MEAN, benchmark("X0", "1", "0")), {"X0": Decimal(text)}


def written(score: Decimal | Passed) -> str:
    if not isinstance(score, Passed):
        return f"{score:f}"
    return f"{float(score.passed):g}/{score.evaluated}/{score.planned}"


def expected(result: BenchmarkResult | RubricResult) -> dict[str, Any]:
    """A result as the script gives it."""
    ends = (result.score.low, result.score.high)
    gap = result.distance
    common = {
        "code": result.node.code,
        "range": [str(end) for end in ends],
        "gap": gap and [str(gap.low), str(gap.high)],
        "verdict": result.verdict,
    }
    if isinstance(result, BenchmarkResult):
        score = written(result.given) if isinstance(result.given, Passed) else result.score_text
        return {**common, "words": result.text, "score": score}
    return {
        **common,
        "words": result.verdict_text,
        "look": result.shown_verdict,
        "score": result.score.text,
        "distance": result.distance_text,
        "hard_gate": result.gates_text(Criticality.HARD_GATE),
        "threshold_gate": result.gates_text(Criticality.THRESHOLD_GATE),
        "rubrics": result.rubrics_text,
    }


JUDGE_ALL = """(cases) => JSON.stringify(JSON.parse(cases).map(([tree, scores]) => {
    const top = judgeScores(tree, new Map(Object.entries(scores)));
    return [top, ...top.below].map(({below, gate, given, ...rest}) => rest);
}), (_, value) => typeof value === "bigint" ? String(value) : value)"""


def test_the_browser_judges_a_thousand_random_cases_as_python_does(tab: Page, address: str) -> None:
    tab.goto(f"{address}rubrics/a-ref/")
    cases = list(random_cases())
    verdicts, counted = set(), set()
    sent = [[tree.data, {code: written(score) for code, score in scores.items()}] for tree, scores in cases]
    answers = json.loads(tab.evaluate(JUDGE_ALL, json.dumps(sent)))
    for (tree, scores), answer in zip(cases, answers, strict=True):
        for entry in answer:
            for name in ("range", "gap"):
                entry[name] = entry[name] and [str(Fraction(int(n), int(d))) for n, d in entry[name]]
        result = judge(tree, scores)
        wanted = [expected(part) for part in (result, *result.below)]
        assert answer == wanted
        verdicts.add((result.verdict, result.distance is not None and not result.distance.low))
        counted |= {
            (one.node.level is None, one.verdict)
            for one in result.benchmarks
            if isinstance(one.given, Passed)
        }
    assert len(verdicts) >= 5, "random cases reach every verdict, on the threshold and off it"
    assert counted == set(itertools.product((True, False), (None, *Verdict))), (
        "and every one of counted cases"
    )
