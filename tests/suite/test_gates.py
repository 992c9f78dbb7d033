"""Gates of benchmarks and of rubrics on three levels, held against an independent reference."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page

from benchdocs.documents.text_file import TextFile
from benchdocs.specs.choices import Aggregation, Criticality
from benchdocs.specs.loading import Loaded
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.settings import read_settings
from benchdocs.specs.validation import read_spec
from benchdocs.suite.score_tree import RubricNode, score_tree
from benchdocs.suite.suite import Suite
from benchdocs.suite.verdicts import RubricResult, judge
from support.browser import Serve
from support.paths import REPOSITORY
from support.property_tests import examples
from support.score_reference import Node, judged
from support.shipped import shipped_report

Scores = dict[str, Fraction]
SHIPPED = shipped_report().suite
COMPONENT = score_tree(SHIPPED, SHIPPED.rubric["A"])
SETTINGS = read_settings(REPOSITORY)
GATES = ("", "threshold_gate", "hard_gate")


def text_of(node: Node) -> str:
    """Return the spec of a node as a file holds it."""
    lines = [f"code: {node.code}", f"weight: 0.{node.weight}"]
    if node.gate:
        lines.append(f"criticality: {node.gate}")
    threshold = f"{float(node.threshold):.2f}"
    if not node.members:
        status = "deprecated" if node.excluded else "draft"
        return "\n".join((*lines, f"threshold: {threshold}", f"status: {status}\n"))
    listed = "benchmarks" if not node.members[0].members else "sub_rubrics"
    codes = ", ".join(member.code for member in node.members)
    lines += [f"passing_threshold: {threshold}", f"aggregation_method: {node.method}", f"{listed}: [{codes}]"]
    return "\n".join((*lines, ""))


def tree_of(root: Node) -> RubricNode:
    """Return what the package makes of files that hold these nodes."""
    every = {root.code: root}
    waiting = [root]
    while waiting:
        members = waiting.pop().members
        every |= {member.code: member for member in members}
        waiting += members
    benchmarks = tuple(
        read_spec(TextFile(f"a-component/{code}.yaml", text_of(node)), Benchmark)
        for code, node in every.items()
        if not node.members
    )
    rubrics = tuple(
        read_spec(TextFile(f"rubrics/{code}.yaml", text_of(node)), Rubric)
        for code, node in every.items()
        if node.members
    )
    suite = Suite(Loaded(Path(), SETTINGS, benchmarks, rubrics, ()))
    return score_tree(suite, suite.rubric[root.code])


def as_decimals(scores: Scores) -> dict[str, Decimal]:
    return {code: Decimal(score.numerator) / score.denominator for code, score in scores.items()}


def codes_with(node: Node, verdicts: Mapping[str, tuple[Fraction, Fraction, str]], gate: str) -> list[str]:
    """Return the codes of the gates of a kind below a node that are surely missed."""
    return [each.code for each in node.below() if each.gate == gate and verdicts[each.code][2] == "fail"]


def assert_agreement(root: Node, scores: Scores, result: RubricResult) -> str:
    """Hold a result against the reference at every node; return the verdict."""
    wanted = judged(root, scores)
    nodes = {root.code: root, **{node.code: node for node in root.below()}}
    for part in (result, *result.below):
        low, high, verdict = wanted[part.node.code]
        assert (part.score.low, part.score.high, part.verdict) == (low, high, verdict), part.node.code
        if isinstance(part, RubricResult):
            missed = codes_with(nodes[part.node.code], wanted, "hard_gate")
            assert list(part.blocked_by) == missed
            assert part.verdict_text.startswith("blocked by") == bool(missed)
            listed = codes_with(nodes[part.node.code], wanted, "threshold_gate")
            shown = part.gates_text(Criticality.THRESHOLD_GATE)
            assert shown.partition("missed: ")[2].partition(";")[0] == ", ".join(listed)
    assert {result.node.code, *(part.node.code for part in result.below)} == wanted.keys()
    return wanted[root.code][2]


# Random suites of three levels ------------------------------------------------------------------------

HUNDREDTHS = st.integers(0, 100).map(lambda number: Fraction(number, 100))
THRESHOLDS = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(9, 10), Fraction(1)]) | HUNDREDTHS


@st.composite
def suites(draw: st.DrawFn) -> tuple[Node, Scores]:
    """Return a root above components above rubrics, and scores of some of its benchmarks."""
    scores: Scores = {}

    def rubric(code: str, members: tuple[Node, ...]) -> Node:
        return Node(
            code,
            draw(THRESHOLDS),
            draw(st.sampled_from(GATES)),
            draw(st.integers(1, 9)),
            str(draw(st.sampled_from(list(Aggregation)))),
            members,
        )

    def benchmarks(code: str) -> tuple[Node, ...]:
        found = []
        for number in range(1, draw(st.integers(1, 3)) + 1):
            threshold, gate = draw(THRESHOLDS), draw(st.sampled_from(GATES))
            score = draw(st.none() | st.just(threshold) | THRESHOLDS)
            excluded = number > 1 and draw(st.booleans())
            found.append(Node(f"{code}{number}", threshold, gate, draw(st.integers(1, 9)), excluded=excluded))
            if score is not None:
                scores[f"{code}{number}"] = score
        return tuple(found)

    components = []
    for letter in "AS"[: draw(st.integers(1, 2))]:
        codes = [f"{letter}-{name}" for name in ("AA", "BB")[: draw(st.integers(1, 2))]]
        components.append(rubric(letter, tuple(rubric(code, benchmarks(code)) for code in codes)))
    return rubric("DII", tuple(components)), scores


@examples(300)
@given(suites())
def test_every_suite_is_judged_as_the_reference_judges_it(case: tuple[Node, Scores]) -> None:
    root, scores = case
    assert_agreement(root, scores, judge(tree_of(root), as_decimals(scores)))


# All combinations on a small suite ---------------------------------------------------------------------

HALF = Fraction(1, 2)
STATES: tuple[Fraction | str, ...] = ("missing", "excluded", Fraction(0), Fraction(1))


def combinations() -> Iterator[tuple[Node, Scores]]:
    """Yield every combination of gates, and of missed, reached, missing and excluded benchmarks.

    A1 is the only benchmark of its rubric and cannot be excluded; B1 and B2 share theirs.
    """
    gates = itertools.product(("threshold_gate", "hard_gate"), repeat=2)
    rubric_gates = list(itertools.product(("", "hard_gate"), repeat=3))
    states = [
        each
        for each in itertools.product(STATES, repeat=3)
        if each[0] != "excluded" and each[1:] != ("excluded", "excluded")
    ]
    for (first, second), (leaf, other, component), found in itertools.product(gates, rubric_gates, states):
        names = dict(zip(("A-AA1", "A-BB1", "A-BB2"), found, strict=True))
        of = {"A-AA1": first, "A-BB1": second, "A-BB2": "threshold_gate"}
        a1, b1, b2 = (
            Node(code, HALF, of[code], excluded=state == "excluded") for code, state in names.items()
        )
        rubrics = (
            Node("A-AA", HALF, leaf, 1, "MEAN", (a1,)),
            Node("A-BB", HALF, other, 9, "MAXIMUM", (b1, b2)),
        )
        top = Node("A", HALF, component, 1, "WEIGHTED_AVERAGE", rubrics)
        scores = {code: state for code, state in names.items() if isinstance(state, Fraction)}
        yield Node("DII", HALF, "", 1, "MEAN", (top,)), scores


def test_all_combinations_on_three_levels_are_judged_as_the_reference_judges_them() -> None:
    trees: dict[Node, RubricNode] = {}
    seen = set()
    for root, scores in combinations():
        if root not in trees:
            trees[root] = tree_of(root)
        result = judge(trees[root], as_decimals(scores))
        seen.add((assert_agreement(root, scores, result), bool(result.blocked_by), result.score_verdict))
    assert {verdict for verdict, *_ in seen} == {"pass", "fail", "open"}
    assert ("fail", True, "pass") in seen, "a good score is blocked"
    assert ("open", False, "pass") in seen, "a missing score leaves a gate open"


# The same in the browser --------------------------------------------------------------------------------

JUDGE = """(cases) => JSON.stringify(JSON.parse(cases).map(([tree, scores]) => {
    const top = judgeScores(tree, new Map(Object.entries(scores)));
    return [top, ...top.below].map(({code, range, verdict, words}) => [code, range, verdict, words]);
}), (_, value) => typeof value === "bigint" ? String(value) : value)"""


@pytest.mark.browser
def test_the_browser_judges_suites_as_the_reference_does(shipped_site: Path, serve: Serve, tab: Page) -> None:
    tab.goto(f"{serve(shipped_site)}rubrics/a-ref/")
    cases = list(combinations())[::3]

    @examples(150)
    @given(suites())
    def collect(case: tuple[Node, Scores]) -> None:
        cases.append(case)

    collect()
    sent = [
        [tree_of(root).data, {code: f"{score:f}" for code, score in as_decimals(scores).items()}]
        for root, scores in cases
    ]
    answers = json.loads(tab.evaluate(JUDGE, json.dumps(sent)))
    for (root, scores), answer in zip(cases, answers, strict=True):
        wanted = judged(root, scores)
        nodes = {root.code: root, **{node.code: node for node in root.below()}}
        assert [code for code, *_ in answer] == [root.code, *(node.code for node in root.below())]
        for code, ends, verdict, words in answer:
            low, high = (Fraction(int(n), int(d)) for n, d in ends)
            assert (low, high, verdict) == wanted[code]
            if nodes[code].members:
                missed = codes_with(nodes[code], wanted, "hard_gate")
                cause = ", ".join(missed) if len(missed) < 4 else f"{len(missed)} hard gates"
                assert words.startswith("blocked by") == bool(missed)
                assert not missed or words == f"blocked by {cause}"


# The shipped suite --------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["A-SFT", "A-UNC", "A-NEG"])
def test_the_component_never_passes_with_a_rubric_of_never_events_at_zero(code: str) -> None:
    """However the rubric comes to zero: under MINIMUM one member is enough."""
    members = [spec.code for spec in SHIPPED.members(SHIPPED.rubric[code])]
    perfect = dict.fromkeys((node.code for node in COMPONENT.benchmarks), Decimal(1))
    found = []
    for values in itertools.product((Decimal(0), Decimal(1)), repeat=len(members)):
        result = judge(COMPONENT, {**perfect, **dict(zip(members, values, strict=True))})
        rubric = next(each for each in result.rubrics if each.node.code == code)
        if not rubric.score.high:
            found.append(result)
    assert found
    for result in found:
        assert result.score_verdict == "pass", "the score alone would hide it"
        assert result.verdict_text.startswith("blocked by ")
