"""Score sets with every verdict, for whoever writes a second scorer: `make vectors` writes them anew."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from benchdocs.specs.choices import Aggregation, Criticality
from benchdocs.suite.sampling import Passed
from benchdocs.suite.score_tree import BenchmarkNode, RubricNode
from benchdocs.suite.verdicts import RubricResult, judge
from support.paths import REPOSITORY
from support.score_reference import Node, Score

PATH = REPOSITORY / "schemas/scoring-vectors.json"
TREES, SETS = 30, 10
ABOUT = (
    "Trees of rubrics and benchmarks, each with sets of scores and all verdicts. Numbers are exact texts. A "
    "score is a number from 0 to 1, or passed/evaluated cases, or passed/evaluated/planned; one that is "
    "absent may be anything. `least`: cases that a verdict needs. `level`: confidence of the one-sided bound "
    "that is compared, or null where the score is. The bound is exact or, with `by_share`, where cases count "
    "as shares, that of Hoeffding. `weights`: of the members, in their order; empty for MINIMUM and MAXIMUM. "
    "A verdict comes with the lowest and the highest score, as fractions. `runs` has what the cases of one "
    "benchmark count in each of several runs, null where one has no result, and the score that comes of it: "
    "a case counts as in its worst run, and one with a run that lacks a result only where another fails it."
)
RUNS: dict[str, list[list[str | None]]] = {
    "2/3/3 2/3 2/3": [["1"], ["0"], ["1"]],
    "1/3/3 1/3 1/3": [["1", "1"], ["1", "0"], ["0", "0"]],
    "0/4/4 0 0": [["0", "1", "1", "1"], ["1", "0", "1", "1"], ["1", "1", "0", "1"], ["1", "1", "1", "0"]],
    "2/2/3 2/3 1": [["1", None], ["1", "1"], ["1", "1"]],
    "1/2/2 1/2 1/2": [["0", None], ["1", "1"]],
    "1/1/2 1/2 1": [[None, None, None], ["1", "1", "1"]],
    "0/1/1 0 0": [["1", None, "0"]],
    "1.75/3/3 7/12 7/12": [["1/2", "1"], ["1", "1"], ["3/4", "1/4"]],
    "1/1/2 1/2 3/4": [["1/2", None], ["1", "1"]],
    "0/1/2 0 1/6": [["2/3", "1/3", None], ["0", None, None]],
}
"""What cases count in each run, by the score, the lowest and the highest: worked out by hand."""
METHODS = (*[Aggregation.WEIGHTED_AVERAGE] * 4, *Aggregation)
"""The methods to choose from: most rubrics take the weighted average."""


def trees(chance: random.Random) -> Iterator[RubricNode]:
    """Yield trees with every method, kind of gate, weight, level and depth."""
    for number in range(TREES):
        yield _rubric(chance, f"T{number + 1}", depth=1 + number % 3)


def _rubric(chance: random.Random, code: str, depth: int) -> RubricNode:
    members: list[BenchmarkNode | RubricNode] = []
    for number in range(chance.randint(1, 4)):
        own = f"{code}.{number + 1}"
        members.append(
            _rubric(chance, own, depth - 1)
            if depth > 1 and chance.random() < 0.6
            else BenchmarkNode(
                own,
                own,
                Decimal(chance.choice(("1", "0.5", "0.25", "0.333"))),
                Decimal(chance.choice(("0.5", "0.85", "0.90", "0.95", "1.00"))),
                chance.choice((None, *Criticality)),
                chance.choice((1, 1, 10, 29)),
                chance.choice((None, None, Decimal("0.95"), Decimal("0.8"))),
                by_share=chance.random() < 0.25,
            )
        )
    return RubricNode(
        code,
        code,
        Decimal(chance.choice(("1", "0.4", "0.1"))),
        Decimal(chance.choice(("0.5", "0.85", "0.9"))),
        chance.choice(METHODS),
        tuple(members),
        chance.choice((None, None, Criticality.HARD_GATE)),
    )


def _score(chance: random.Random, node: BenchmarkNode, is_good: bool) -> str:
    """Return a score: at the threshold, anywhere, or as cases."""
    assert node.threshold is not None
    kind = chance.random()
    if kind < 0.2:
        return str(node.threshold)
    low = int(node.threshold * 100) if is_good else 0
    if kind < 0.5:
        return f"{Decimal(chance.randint(low, 100)) / 100}"
    cases = chance.choice((1, 9, 10, 29, 40, 300))
    passed = Decimal(chance.randint(-(-cases * low // 100), cases))
    if node.by_share and 0 < passed < cases:
        passed -= Decimal(chance.randint(0, 3)) / 4
    if chance.random() < 0.7:
        return f"{passed}/{cases}"
    return f"{passed}/{cases}/{cases + chance.choice((1, 2, 30))}"


def read(text: str) -> Score:
    """Return a score as a number, or as passed, evaluated and planned cases."""
    if "/" not in text:
        return Fraction(text)
    passed, cases, *planned = text.split("/")
    return Fraction(passed), int(cases), int(*planned or [cases])


def verdicts(tree: RubricNode, scores: Mapping[str, str]) -> dict[str, list[str]]:
    """Return what the suite's own scorer says of a set of scores, by code."""
    given: dict[str, Decimal | Passed] = {}
    for code, text in scores.items():
        score = read(text)
        if isinstance(score, Fraction):
            given[code] = Decimal(text)
        else:
            passed, cases, planned = score
            given[code] = Passed(passed, cases, missing=planned - cases)
    result = judge(tree, given)
    found = {}
    for each in (result, *result.below):
        is_blocked = isinstance(each, RubricResult) and each.blocked_by
        verdict = "blocked" if is_blocked else str(each.verdict)
        found[each.node.code] = [verdict, str(each.score.low), str(each.score.high)]
    return found


def text() -> str:
    """Return the file: a line for each tree and for each set."""
    chance = random.Random(41)
    parts = []
    for tree in trees(chance):
        sets = []
        for number in range(SETS):
            given = [node for node in tree.benchmarks if number < 5 or chance.random() < 0.8]
            scores = {node.code: _score(chance, node, is_good=number % 2 == 0) for node in given}
            sets.append(json.dumps({"scores": scores, "verdicts": verdicts(tree, scores)}))
        parts.append(f'{{"tree": {json.dumps(tree.data)},\n"sets": [\n' + ",\n".join(sets) + "\n]}")
    vectors = ",\n".join(parts)
    runs = []
    for comes_to, cases in RUNS.items():
        score, lowest, highest = comes_to.split()
        runs.append(json.dumps({"cases": cases, "score": score, "range": [lowest, highest]}))
    lines = ",\n".join(runs)
    about = json.dumps(ABOUT)
    return f'{{"about": {about},\n"vectors": [\n{vectors}\n],\n"runs": [\n{lines}\n]}}\n'


def node(data: Mapping[str, Any], weight: str = "1") -> Node:
    """Return a tree of the file for the independent reference."""
    threshold, gate = Fraction(data["threshold"]), data["gate"] or ""
    if "members" not in data:
        level = Fraction(data["level"]) if data["level"] else None
        counted = {"least": int(data["least"]), "level": level, "by_share": data["by_share"]}
        return Node(data["code"], threshold, gate, Fraction(weight), **counted)
    weights = data["weights"] or ["1"] * len(data["members"])
    members = tuple(map(node, data["members"], weights))
    return Node(data["code"], threshold, gate, Fraction(weight), data["method"], members)


if __name__ == "__main__":
    PATH.write_text(text())
