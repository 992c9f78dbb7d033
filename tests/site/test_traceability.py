"""Weights are multiplied out exactly, every tie between benchmarks is shown, and what is missing is found."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape
from math import prod
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from benchdocs.rules.check import check
from benchdocs.site.audit.traceability import UNKNOWN, Total, Traceability, exact
from benchdocs.site.charts.delegations import delegation_chart
from benchdocs.site.site import Site
from benchdocs.site.site_info import read_coverage
from benchdocs.site.views.suite import Views
from support.paths import BASE, REPOSITORY
from support.shipped import shipped_report
from support.suites import suite_with

SECTIONS = read_coverage(REPOSITORY / "docs")
SHIPPED = Traceability(Views(shipped_report()), SECTIONS)
DEM1, DEM2 = "a-component/A-DEM1.yaml", "a-component/A-DEM2.yaml"


def trace(root: Path, files: dict[str, str] | None = None) -> Traceability:
    return Traceability(Views(check(suite_with(root, files))), ())


def base(path: str, *changes: tuple[str, str]) -> str:
    text = (BASE / path).read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def lacking(traced: Traceability) -> dict[str, tuple[str, ...]]:
    return {gap.title: gap.entries for gap in traced.gaps if gap.entries}


# Weights ----------------------------------------------------------------------------------------------


def test_factors_multiply_to_the_effective_weight_of_every_benchmark() -> None:
    weights = [weight for _, _, members, _ in SHIPPED.rubrics for weight in members]
    assert [weight.code for weight in weights] == [view.code for view in SHIPPED.views.benchmarks]
    for weight in weights:
        effective = SHIPPED.suite.effective_weight(SHIPPED.suite.benchmark[weight.code])
        assert weight.product == prod(step.share for step in weight.steps) == Fraction(effective or 0)
        assert Fraction(weight.text) == weight.product
        assert prod(Fraction(text) for text, _ in weight.factors) == weight.product


def test_the_benchmarks_of_a_component_weigh_one_together() -> None:
    assert SHIPPED.components == (("A", Total("1", "1")),)
    for _, own, _, total in SHIPPED.rubrics:
        assert own
        assert total == Total(own.text, own.text)


def test_weights_that_do_not_add_up_are_divided_by_their_sum(tmp_path: Path) -> None:
    traced = trace(tmp_path, {DEM1: base(DEM1, ("weight: 0.5", "weight: 0.7"))})
    _, _, members, total = next(entry for entry in traced.rubrics if entry[0].code == "A-DEM")
    assert [text for text, _ in members[0].factors] == ["0.7 / 1.2", "0.75"]
    assert [weight.text for weight in members] == ["0.4375", "0.3125"]
    assert total == Total("0.9", "0.75")
    assert [whole for _, whole in traced.components] == [Total("1.15", "1")], "as written it shows"


def test_a_weight_that_cannot_be_read_leaves_its_rubric_without_numbers(tmp_path: Path) -> None:
    traced = trace(tmp_path, {DEM1: base(DEM1, ("weight: 0.5", "weight: half"))})
    assert traced.unweighed == ("–",)
    assert [total for _, total in traced.components] == [UNKNOWN]
    _, _, *found = next(entry for entry in traced.rubrics if entry[0].code == "A-DEM")
    assert found == [(), UNKNOWN]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1), "1"),
        (Fraction(0), "0"),
        (Fraction(1, 8), "0.125"),
        (Fraction(3, 200), "0.015"),
        (Fraction(7, 25), "0.28"),
        (Fraction(5, 4), "1.25"),
        (Fraction(1, 3), "1/3"),
        (Fraction(1, 10**30), "0." + "0" * 29 + "1"),
    ],
)
def test_a_number_is_written_without_rounding(value: Fraction, text: str) -> None:
    assert exact(value) == text
    assert Fraction(text) == value


# Delegation -------------------------------------------------------------------------------------------


def test_every_delegation_is_one_arc_that_ends_at_both_codes() -> None:
    y = {node.code: node.y for node in SHIPPED.chart.nodes}
    drawn = set()
    at = {place: code for code, place in y.items()}
    for node in SHIPPED.chart.nodes:
        for arc in node.down:
            assert arc.y - arc.ry == node.y
            drawn.add((node.code, at[int(arc.y + arc.ry)]))
        for arc in node.up:
            assert arc.y + arc.ry == node.y
            drawn.add((node.code, at[int(arc.y - arc.ry)]))
        assert 0 < node.y < SHIPPED.chart.height
        assert all(0 < float(arc.rx.rstrip("%")) < 100 for arc in (*node.down, *node.up))
    assert drawn == {(entry.giver, entry.taker) for entry in SHIPPED.suite.delegations}
    assert len(drawn) == SHIPPED.delegations


def test_an_arrow_head_is_on_the_side_from_which_a_delegation_comes() -> None:
    top, bottom = delegation_chart([["A", "B"], ["C"]], [("A", "C")]).nodes
    assert (top.code, len(top.down), top.takes_from_below) == ("A", 1, False)
    assert (bottom.code, bottom.up, bottom.takes_from_above) == ("C", (), True)


def test_a_suite_without_delegation_has_no_picture(tmp_path: Path) -> None:
    assert delegation_chart([["A"]], []).nodes == ()


def test_a_large_suite_draws_its_rubrics_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchdocs.site.audit.traceability.MOST_NODES", 51)
    traced = Traceability(SHIPPED.views, SECTIONS)
    assert traced.is_by_rubric
    codes = {node.code for node in traced.chart.nodes}
    assert codes
    assert codes <= {view.code for view in traced.views.rubrics}


# Protocols, gaps, status ------------------------------------------------------------------------------


def test_protocol_sections_are_those_of_the_hand_written_page() -> None:
    text = (REPOSITORY / "docs/methodology/coverage.md").read_text()
    assert len(SECTIONS) == len(re.findall(r"^\| \d+ ", text, re.M))
    assert ("1130", "Restraint", ()) in SECTIONS
    assert ("3000", "Cardiac arrest", ("A-CAR1", "A-CAR2", "A-CMP5")) in SECTIONS
    assert lacking(SHIPPED)["Protocol sections without a benchmark"] == ("1130",)


def test_a_folder_without_that_page_has_no_sections(tmp_path: Path) -> None:
    assert read_coverage(tmp_path) == ()


def test_orphans_and_gaps_are_found(tmp_path: Path) -> None:
    before = lacking(trace(tmp_path / "before"))
    traced = trace(
        tmp_path / "after",
        {
            DEM1: re.sub(r"^examples:\n(  .*\n)+", "", base(DEM1), flags=re.M).replace("A-DEM2", "A-DEM9"),
            DEM2: base(DEM2, ("label:", "status: draft\nlabel:")),
            "evaluators/llm-judge/lonely_prompt.md": "BEHAVIOR:\nlonely\n",
            "a-component/A-AUX2.yaml": "code: A-AUX2\nevaluator_type: llm_judge\n",
            "rubrics/A-NIL.yaml": "code: A-NIL\nbenchmarks: []\n",
        },
    )
    found = {title: set(codes) - set(before.get(title, ())) for title, codes in lacking(traced).items()}
    expected = {
        "Prompts that no benchmark uses": {"evaluators/llm-judge/lonely_prompt.md"},
        "Benchmarks judged by a model, without a prompt": {"A-AUX2"},
        "Rubrics without members": {"A-NIL"},
        "Benchmarks that are no member of a rubric": {"A-AUX2"},
        "Benchmarks that name a code the suite lacks": {"A-DEM1"},
        "Benchmarks without examples": {"A-DEM1", "A-AUX2"},
        "Benchmarks without a label": {"A-AUX2"},
    }
    assert {title: found.get(title) for title in expected} == expected


# The page ---------------------------------------------------------------------------------------------


def test_a_suite_without_a_readable_rubric_still_has_the_page(tmp_path: Path) -> None:
    names = ("A", "A-DEM", "A-AUX")
    site = Site(check(suite_with(tmp_path, {f"rubrics/{name}.yaml": "code: [\n" for name in names})))
    text = "".join(section.html for section in site.page["audit/traceability/weights.md"].sections)
    assert "Without a weight in any component: –." in text


def test_picture_and_table_say_the_same() -> None:
    site = Site(shipped_report(), coverage=SECTIONS)
    (section,) = site.page["audit/traceability/delegation.md"].sections
    picture = {
        unescape(label).split(":")[0]: re.search(r"leaves something to ([^;]*);", label)
        for label in re.findall(r'aria-label="([^"]*: leaves [^"]*)"', section.html)
    }
    rows = re.findall(r'<tr><th scope="row">(.*?)</th><td>(.*?)</td><td>(.*?)</td>', section.html)
    assert len(rows) == len(SHIPPED.views.benchmarks)
    for row in rows:
        code, gives, _ = (re.sub(r"<[^>]*>", "", cell) for cell in row)
        match = picture[code]
        assert (match[1] if match else "–") == gives


@pytest.mark.browser
def test_a_code_in_the_picture_leads_to_its_page(address: str, tab: Page) -> None:
    tab.goto(f"{address}audit/traceability/delegation/")
    node = tab.locator("figure.delegation a", has_text="A-NEG1")
    node.focus()
    arcs = tab.locator("figure.delegation g.node", has_text="A-NEG1").locator("ellipse").first
    expect(arcs).to_have_css("stroke-width", "2.5px")
    node.click()
    expect(tab).to_have_url(re.compile("benchmarks/a-neg1/$"))
