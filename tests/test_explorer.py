"""The score explorer: its arithmetic in Python, the same in the browser, and the page around it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from benchdocs.check import check
from benchdocs.models import Aggregation, Criticality
from benchdocs.pages import Site
from benchdocs.verdict import (
    BenchmarkNode,
    BenchmarkResult,
    Range,
    RubricNode,
    RubricResult,
    Verdict,
    judge,
    tree_of,
    worked_result,
    worked_scores,
)
from conftest import REPOSITORY, Serve
from suites import suite_with

SUITE = check(REPOSITORY).suite
REF = tree_of(SUITE, SUITE.rubric["A-REF"])
COMPONENT = tree_of(SUITE, SUITE.rubric["A"])
CASES = 3000


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


@pytest.mark.parametrize(
    ("scores", "score", "verdict"),
    [
        (decimals(A_REF1="1.00", A_REF2="0.96", A_REF3="0.90"), "0.958", "passes"),
        (decimals(A_REF1="1.00", A_REF2="0.92", A_REF3="1.00"), "0.976", "passes"),
        (decimals(A_REF1="0.96", A_REF2="1.00", A_REF3="1.00"), "0.984", "fails by a hard gate"),
        (decimals(A_REF1="0.5", A_REF2="0.5", A_REF3="0.5"), "0.5", "fails by its score and a hard gate"),
        (decimals(A_REF1="1", A_REF2="0.5", A_REF3="0.5"), "0.7", "fails by its score"),
    ],
)
def test_the_scoring_flows_verdicts_come_out(scores: dict[str, Decimal], score: str, verdict: str) -> None:
    result = judge(REF, scores)
    assert result.score == Range(Fraction(score), Fraction(score))
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
    half = judge(REF, decimals(A_REF1="1", A_REF2="0.95"))
    assert (half.score, half.verdict) == (Range(Fraction("0.685"), Fraction("0.985")), Verdict.OPEN)
    assert (half.score.text, half.distance_text) == ("0.685 to 0.985", "−0.265 to +0.035")
    assert half.gates_text(Criticality.THRESHOLD_GATE) == "all reached"
    lost = judge(REF, decimals(A_REF2="0.5", A_REF3="0.5"))
    assert lost.verdict_text == "fails by its score"
    assert lost.gates_text(Criticality.HARD_GATE) == "open: A-REF1"
    sure = judge(rubric(Aggregation.MAXIMUM, benchmark("X-A1", "1", None), REF), decimals(X_A1="0.9"))
    assert sure.verdict is Verdict.PASS
    assert judge(REF, {}).score == Range(Fraction(0), Fraction(1))


def test_a_range_that_cannot_miss_a_gate_of_zero_passes() -> None:
    gate = benchmark("X-A1", "0.1", "0", Criticality.HARD_GATE)
    tree = rubric(Aggregation.WEIGHTED_AVERAGE, gate, benchmark("X-A2", "0.9", "0.5"))
    assert judge(tree, decimals(X_A2="1")).verdict is Verdict.PASS


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
    assert judge(tree, decimals(X_A1="0.4")).verdict_text == "fails by a hard gate"
    assert judge(tree, {}).distance_text == "–"


def test_a_failed_rubric_leaves_its_component_alone_and_is_listed_there() -> None:
    scores = {**worked_scores(COMPONENT), "A-REF1": Decimal("0.99")}
    result = judge(COMPONENT, scores)
    assert result.verdict is Verdict.PASS
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
        tree_of(suite, suite.rubric["A"])
    assert worked_result(suite, suite.rubric["A"]) is None


def test_a_circle_of_rubrics_ends_and_a_deprecated_benchmark_does_not_count(tmp_path: Path) -> None:
    circle = "code: A-AUX\naggregation_method: MEAN\nsub_rubrics: [A, A-DEM]\n"
    spec = (REPOSITORY / "tests/base/a-component/A-DEM2.yaml").read_text()
    old = "status: deprecated\n" + "".join(
        line for line in spec.splitlines(keepends=True) if not line.startswith("status")
    )
    root = suite_with(tmp_path, {"rubrics/A-AUX.yaml": circle, "a-component/A-DEM2.yaml": old})
    suite = check(root).suite
    assert [node.code for node in tree_of(suite, suite.rubric["A-AUX"]).benchmarks] == ["A-DEM1"]


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
        members.append(BenchmarkNode(f"{code}{at}", "", random_decimal(rng), threshold, gate))
    threshold = None if rng.random() < 0.05 else random_decimal(rng)
    try:
        return RubricNode(
            code, "", random_decimal(rng), threshold, rng.choice(list(Aggregation)), tuple(members)
        )
    except ValueError:
        return random_tree(rng, code, depth)


def random_scores(rng: random.Random, tree: RubricNode) -> dict[str, Decimal]:
    scores = {}
    missing, at_threshold = rng.choice((0, 0, 0.1, 0.5)), rng.choice((0.2, 0.9))
    for node in tree.benchmarks:
        if rng.random() >= missing:
            at = node.threshold is not None and rng.random() < at_threshold
            scores[node.code] = node.threshold if at and node.threshold is not None else random_decimal(rng)
    return scores


def at_its_threshold(tree: RubricNode, scores: dict[str, Decimal]) -> RubricNode:
    """The tree with its aggregate as its passing threshold, where that is a decimal."""
    low = judge(tree, scores).score.low
    exact = Decimal(low.numerator) / Decimal(low.denominator)
    if Fraction(exact) != low:
        return tree
    return RubricNode(tree.code, "", tree.weight, exact, tree.method, tree.members)


def random_cases() -> Iterator[tuple[RubricNode, dict[str, Decimal]]]:
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
        return {**common, "words": result.text, "score": result.score_text}
    return {
        **common,
        "words": result.verdict_text,
        "look": result.look,
        "score": result.score.text,
        "distance": result.distance_text,
        "hard_gate": result.gates_text(Criticality.HARD_GATE),
        "threshold_gate": result.gates_text(Criticality.THRESHOLD_GATE),
        "rubrics": result.rubrics_text,
    }


JUDGE_ALL = """(cases) => JSON.stringify(JSON.parse(cases).map(([tree, scores]) => {
    const top = judgeScores(tree, new Map(Object.entries(scores)));
    return [top, ...top.subs, ...top.all].map(({all, subs, gate, ...rest}) => rest);
}), (_, value) => typeof value === "bigint" ? String(value) : value)"""


@pytest.mark.browser
def test_the_browser_judges_thousands_of_random_cases_as_python_does(
    shipped_site: Path, serve: Serve, tab: Page
) -> None:
    tab.goto(f"{serve(shipped_site)}rubrics/a-ref/")
    cases = list(random_cases())
    verdicts = set()
    sent = [[tree.data, {code: f"{score:f}" for code, score in scores.items()}] for tree, scores in cases]
    answers = json.loads(tab.evaluate(JUDGE_ALL, json.dumps(sent)))
    for (tree, scores), answer in zip(cases, answers, strict=True):
        for entry in answer:
            for name in ("range", "gap"):
                entry[name] = entry[name] and [str(Fraction(int(n), int(d))) for n, d in entry[name]]
        result = judge(tree, scores)
        parts: tuple[BenchmarkResult | RubricResult, ...] = (result, *result.rubrics, *result.benchmarks)
        wanted = [expected(part) for part in parts]
        assert answer == wanted
        verdicts.add((result.verdict, result.distance is not None and not result.distance.low))
    assert len(verdicts) >= 5, "random cases reach every verdict, on the threshold and off it"


# The page ---------------------------------------------------------------------------------------------


def words(tab: Page, code: str, field: str = "words") -> str:
    return tab.locator(f'[data-code="{code}"][data-show="{field}"]').last.inner_text()


def entry(tab: Page, code: str) -> Any:
    return tab.locator(f"li#{code} input[type=number]")


@pytest.fixture
def site(shipped_site: Path, serve: Serve) -> str:
    return f"{serve(shipped_site)}rubrics/"


@pytest.mark.browser
@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no script"])
def test_it_starts_from_the_worked_example_with_and_without_scripts(
    site: str, browser: Browser, scripts: bool
) -> None:
    tab = browser.new_page(java_script_enabled=scripts)
    tab.goto(f"{site}a-ref/")
    wanted = worked_result(SUITE, SUITE.rubric["A-REF"])
    assert wanted is not None
    assert words(tab, "A-REF") == wanted.verdict_text == "passes"
    assert words(tab, "A-REF", "score") == wanted.score.text
    assert words(tab, "A-REF1") == "reached exactly"
    assert tab.locator(".explorer :is(input, button):visible").count() == (10 if scripts else 0)
    assert tab.get_by_text("needs JavaScript").is_visible() is not scripts
    assert tab.locator("li#A-REF1 .explorer__score").is_visible() is not scripts
    assert tab.locator("li#A-REF1 .explorer__score").text_content() == "1.00"
    tab.close()


@pytest.mark.browser
def test_edits_show_in_gates_distance_verdict_and_words(site: str, tab: Page) -> None:
    tab.goto(f"{site}a-ref/")
    entry(tab, "A-REF1").fill("0.96")
    assert words(tab, "A-REF1") == "missed by 0.04"
    assert words(tab, "A-REF") == "fails by a hard gate"
    assert words(tab, "A-REF", "hard_gate") == "missed: A-REF1"
    entry(tab, "A-REF1").fill("1")
    entry(tab, "A-REF3").fill("")
    assert words(tab, "A-REF") == "open"
    assert words(tab, "A-REF", "score") == "0.685 to 0.985"
    assert words(tab, "A-REF3") == "no score"
    entry(tab, "A-REF3").fill("1.5")
    assert words(tab, "A-REF3") == "no score"
    assert tab.locator("li#A-REF3 .explorer__hint").is_visible()
    assert entry(tab, "A-REF3").get_attribute("aria-invalid") == "true"
    tab.get_by_role("button", name="All 1").click()
    assert words(tab, "A-REF", "distance") == "+0.05"
    tab.locator(".explorer").get_by_role("button", name="Clear").click()
    assert words(tab, "A-REF", "score") == "0 to 1"
    tab.get_by_role("button", name="Worked example").click()
    assert entry(tab, "A-REF2").input_value() == "0.95"
    assert tab.url == f"{site}a-ref/"


@pytest.mark.browser
def test_number_and_slider_follow_each_other_by_keyboard(site: str, tab: Page) -> None:
    tab.goto(f"{site}a-ref/")
    slider = tab.locator("li#A-REF2 input[type=range]")
    slider.focus()
    tab.keyboard.press("ArrowLeft")
    assert entry(tab, "A-REF2").input_value() == "0.94"
    tab.keyboard.press("Tab")
    tab.keyboard.press("Control+a")
    tab.keyboard.type("0.955")
    assert slider.get_attribute("aria-valuetext") == "0.955"
    assert words(tab, "A-REF2") == "reached by 0.005"
    tab.locator("[data-set=none]").focus()
    tab.keyboard.press("Enter")
    assert slider.get_attribute("aria-valuetext") == "no score"


@pytest.mark.browser
def test_the_result_is_said_once_the_reader_pauses(site: str, tab: Page) -> None:
    tab.goto(f"{site}a-ref/")
    said = tab.locator(".explorer .visually-hidden[role=status]")
    assert said.text_content() == ""
    said_between = entry(tab, "A-REF1").evaluate(
        """(input, scores) => scores.map((score) => {
            input.value = score;
            input.dispatchEvent(new InputEvent("input", {bubbles: true}));
            return document.querySelector(".explorer .visually-hidden[role=status]").textContent;
        })""",
        ["0.9", "0.8", "0.7"],
    )
    assert said_between == ["", "", ""]
    tab.wait_for_function("location.search")
    assert said.text_content() == "A-REF: score 0.85, fails by its score and a hard gate"


@pytest.mark.browser
@pytest.mark.parametrize("local", [False, True], ids=["http", "file"])
def test_a_link_brings_the_scores_back(site: str, shipped_site: Path, browser: Browser, local: bool) -> None:
    address = f"{(shipped_site / 'rubrics/a/index.html').as_uri()}" if local else f"{site}a/"
    context = browser.new_context(permissions=[] if local else ["clipboard-read", "clipboard-write"])
    tab = context.new_page()
    errors: list[str] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.goto(address)
    tab.locator(".explorer").get_by_role("button", name="Clear").click()
    tab.locator("details", has=tab.locator("li#A-NEG1")).locator("summary").click()
    entry(tab, "A-NEG1").fill("0.9")
    entry(tab, "A-NEG2").fill("0.85")
    tab.get_by_role("button", name="Copy link").click()
    tab.locator(".explorer__note", has_text="link").wait_for()
    assert tab.url == f"{address}{'#' if local else '?'}scores=A-NEG1:0.9,A-NEG2:0.85"
    if not local:
        assert tab.evaluate("navigator.clipboard.readText()") == tab.url
    other = context.new_page()
    other.goto(tab.url)
    assert entry(other, "A-NEG2").input_value() == "0.85"
    assert entry(other, "A-NEG3").input_value() == ""
    assert words(other, "A-NEG", "score") == words(tab, "A-NEG", "score") == "0.4375 to 0.9375"
    assert words(other, "A") == words(tab, "A") == "open"
    context.close()
    assert errors == []


@pytest.mark.browser
def test_a_malformed_state_is_left_out_with_a_word(site: str, shipped_site: Path, tab: Page) -> None:
    note = tab.locator(".explorer__note")
    for state in (
        "A-NOT1:0.5",
        "A-REF1:2",
        "A-REF1",
        "<b>:%00:,%,",
        "A-REF1:1e-1",
        "A-REF1:1:1",
        "__proto__:1",
        ":",
    ):
        tab.goto(f"{site}a-ref/?scores={state}")
        assert (note.inner_text() or "").startswith("Left out of the link: "), state
        assert words(tab, "A-REF") == "passes"
    tab.goto(f"{site}a-ref/?scores=A-REF1:0.5,A-OLD1:1,A-REF2:.5,,")
    assert note.inner_text() == "Left out of the link: A-OLD1:1"
    assert words(tab, "A-REF", "score") == "0.35 to 0.65"
    tab.goto(f"{(shipped_site / 'rubrics/a-ref/index.html').as_uri()}#scores=%E0%A4%A\"'")
    assert note.is_visible()
    assert words(tab, "A-REF") == "passes"
    tab.goto(f"{site}a-ref/?scores=")
    assert not note.is_visible()
    assert words(tab, "A-REF", "score") == "0 to 1"


@pytest.mark.browser
def test_a_rubric_that_fails_is_listed_on_the_components_page(site: str, tab: Page) -> None:
    tab.goto(f"{site}a/")
    group = tab.locator("details", has=tab.locator("li#A-SFT1"))
    group.locator("summary").focus()
    tab.keyboard.press("Enter")
    entry(tab, "A-SFT1").fill("0.98")
    assert words(tab, "A", "rubrics") == "fail: A-SFT"
    assert words(tab, "A") == "score passes, but A-SFT fails"
    assert tab.locator(".explorer__verdict").get_attribute("data-verdict") == "mixed"
    assert "fails by its score and a hard gate" in group.locator("summary").inner_text()


@pytest.mark.browser
@pytest.mark.parametrize("code", ["a", "a-cmp"])
def test_a_narrow_screen_needs_no_scrolling_sideways_and_keeps_targets_large(
    site: str, tab: Page, code: str
) -> None:
    tab.set_viewport_size({"width": 320, "height": 640})
    tab.goto(f"{site}{code}/?scores=A-CMP1:0.333333")
    tab.evaluate("document.querySelectorAll('.explorer details').forEach((group) => { group.open = true; })")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 320
    sizes = tab.evaluate(
        "[...document.querySelectorAll('.explorer :is(input, button, summary)')]"
        ".map((part) => part.getBoundingClientRect()).map(({width, height}) => Math.min(width, height))"
    )
    assert min(sizes) >= 24


@pytest.mark.browser
def test_print_shows_scores_in_place_of_controls(site: str, tab: Page) -> None:
    tab.goto(f"{site}a-ref/?scores=A-REF1:0.97")
    tab.emulate_media(media="print")
    assert tab.locator(".explorer :is(input, button):visible").count() == 0
    assert tab.locator("li#A-REF1 .explorer__score").inner_text() == "0.97"
    assert tab.locator("li#A-REF2 .explorer__score").inner_text() == "no score"


@pytest.mark.browser
def test_a_page_without_an_explorer_is_left_alone(site: str, tab: Page) -> None:
    tab.goto(site)
    tab.add_script_tag(path=REPOSITORY / "docs/javascripts/explorer.js")
    assert tab.evaluate("typeof judgeScores") == "undefined"


def test_a_rubric_of_which_no_score_can_come_has_no_explorer(tmp_path: Path) -> None:
    root = suite_with(tmp_path, {"rubrics/A-AUX.yaml": "code: A-AUX\nbenchmarks: [A-AUX1]\n"})
    sections = {page.url: [part.id for part in page.sections] for page in Site(check(root)).pages}
    assert "explorer" in sections["rubrics/a-dem/"]
    assert "explorer" not in sections["rubrics/a-aux/"]
    assert "explorer" not in sections["rubrics/a/"]


def test_nothing_of_the_explorer_needs_an_inline_style_or_eval(shipped_site: Path) -> None:
    html = (shipped_site / "rubrics/a/index.html").read_text()
    section = html[html.index('class="explorer"') : html.index('<h2 id="guidelines"')]
    assert " style=" not in section
    assert " on" not in "".join(part.split(">")[0] for part in section.split("<")[1:])
