"""The home page: what is tested, what is open, and every benchmark once in a matrix with colorings."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import Page

from benchdocs.rules.check import Report, check
from benchdocs.site.links import relative
from benchdocs.site.site import Site
from benchdocs.site.site_info import About
from benchdocs.site.views.home import Cell, Overview
from benchdocs.suite.reviews import Standing
from support.browser import Serve, box_of
from support.commands import run
from support.paths import THEME
from support.shipped import shipped_report
from support.suites import base_with, suite_with

REPORT = shipped_report()
SHIPPED = Overview(Site(REPORT).views, Site(REPORT).reviewed)
VIEWS = SHIPPED.views
DEM = "rubrics/A-DEM.yaml"


def overview(root: Path) -> Overview:
    site = Site(check(root))
    return Overview(site.views, site.reviewed)


def cells(shown: Overview) -> dict[str, Cell]:
    return {cell.code: cell for group in shown.groups.values() for column in group for cell in column.cells}


def sections(report: Report, about: About | None = None) -> dict[str, str]:
    return {section.id: section.html for section in Site(report, about=about).pages[0].sections}


def test_a_composite_of_one_rubric_has_its_noun_in_the_singular(tmp_path: Path) -> None:
    run("init", tmp_path)
    assert "the overall score of 1 rubric." in sections(check(tmp_path))["rubrics"]


def test_every_benchmark_is_once_in_the_column_of_its_rubric_below_its_category() -> None:
    columns = [(name, column) for name, group in SHIPPED.groups.items() for column in group]
    listed = [cell.code for _, column in columns for cell in column.cells]
    assert listed == [view.code for view in VIEWS.benchmarks]
    for name, column in columns:
        for cell in column.cells:
            view = VIEWS.benchmark[cell.code]
            assert (view.figures.parent_rubric, view.category, view.label) == (column.code, name, cell.label)


def test_only_a_suite_with_categories_says_that_a_rubric_has_none(tmp_path: Path) -> None:
    text = base_with(DEM, ("category: extraction\n", ""))
    some = suite_with(tmp_path / "some", {DEM: text})
    assert [*overview(some).groups] == ["Uncategorized", "System logic"]
    aux = base_with("rubrics/A-AUX.yaml", ("category: system_logic\n", ""))
    none = suite_with(tmp_path / "none", {DEM: text, "rubrics/A-AUX.yaml": aux})
    assert [*overview(none).groups] == ["Rubrics"]


def test_each_coloring_counts_every_cell_once_and_agrees_with_the_cells() -> None:
    assert [each.name for each in SHIPPED.colorings] == ["gate", "evaluator", "weight"]
    for coloring in SHIPPED.colorings:
        assert sum(count for _, count in coloring.legend) == len(VIEWS.benchmarks)
        colors = {cell.marks[coloring.name].color for cell in cells(SHIPPED).values()}
        assert {mark.color for mark, count in coloring.legend if count} == colors


def test_every_color_has_a_rule_in_the_style_sheet() -> None:
    sheet = (THEME / "stylesheets/home.css").read_text()
    known = {*re.findall(r"\.tone--([\w-]+)", sheet), "code", "no-gate", "unknown"}
    """Those three are on plain ground."""
    assert {cell.marks[name].color for cell in cells(SHIPPED).values() for name in cell.marks} <= known
    assert {standing.replace(" ", "-") for standing in Standing} < known


def test_a_weight_has_its_share_in_words_and_a_step_of_the_largest() -> None:
    largest = Fraction(max(view.figures.effective_weight or 0 for view in VIEWS.benchmarks))
    for code, cell in cells(SHIPPED).items():
        view, mark = VIEWS.benchmark[code], cell.marks["weight"]
        if view.unused_by:
            members = len(VIEWS.rubric[view.figures.parent_rubric].members)
            assert mark == (f"lowest of {members} counts, 5.952% together", "unused"), code
        else:
            effective = view.figures.effective_weight
            assert effective is not None
            step = int(mark.color.removeprefix("weight-"))
            assert (step - 1) * largest / 4 < Fraction(effective) <= step * largest / 4, code
    assert {code for code, cell in cells(SHIPPED).items() if cell.marks["weight"].color == "unused"} == {
        "A-FMT1",
        "A-FMT2",
        "A-SFT1",
        "A-SFT2",
        "A-SFT4",
    }


@pytest.mark.parametrize(
    ("method", "words"),
    [("MAXIMUM", "highest of 2 counts, 75% together"), ("MEAN", "2 count equally, 75% together")],
)
def test_what_counts_is_said_where_weights_do_not(tmp_path: Path, method: str, words: str) -> None:
    root = suite_with(tmp_path, {DEM: base_with(DEM, ("WEIGHTED_AVERAGE", method))})
    found = overview(root)
    assert cells(found)["A-DEM1"].marks["weight"] == (words, "unused")
    assert ((words, "unused"), 2) in found.colorings[-1].legend


def test_a_weight_that_counts_only_in_its_rubric_names_the_rubric(tmp_path: Path) -> None:
    root = suite_with(
        tmp_path, {"rubrics/A.yaml": base_with("rubrics/A.yaml", ("WEIGHTED_AVERAGE", "MINIMUM"))}
    )
    assert cells(overview(root))["A-DEM1"].marks["weight"].words == "50% of A-DEM"


def test_the_legend_of_several_rubrics_without_weights_names_none(tmp_path: Path) -> None:
    changes = {
        "rubrics/A-DEM.yaml": (("WEIGHTED_AVERAGE", "MEAN"),),
        "rubrics/A-AUX.yaml": (("[A-AUX1]", "[A-AUX1, A-AUX2]"),),
    }
    files = {path: base_with(path, *edits) for path, edits in changes.items()}
    other = base_with("a-component/A-AUX1.yaml", ("code: A-AUX1", "code: A-AUX2"))
    legend = overview(suite_with(tmp_path, {**files, "a-component/A-AUX2.yaml": other})).colorings[-1].legend
    assert (("none by itself", "unused"), 4) in legend


def test_a_weight_that_depends_on_a_broken_file_is_not_known(tmp_path: Path) -> None:
    path = "a-component/A-DEM1.yaml"
    root = suite_with(tmp_path, {path: base_with(path, ("weight: 0.5", "weight: half"))})
    known = cells(overview(root))
    assert "A-DEM1" not in known
    assert known["A-DEM2"].marks["weight"] == ("–", "unknown")


def test_benchmarks_of_no_rubric_are_shown_too(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    (root / "rubrics/A-AUX.yaml").unlink()
    (column,) = overview(root).groups["In no rubric"]
    assert (column.code, column.view, [cell.code for cell in column.cells]) == ("A-AUX", None, ["A-AUX1"])
    assert "A-AUX1</strong>" in sections(check(root))["rubrics"]


def test_a_large_suite_shows_its_rubrics_by_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchdocs.site.views.suite.MOST_LISTED", 51)
    large = Overview(VIEWS, SHIPPED._reviewed)
    ((column,),) = large.groups.values()
    assert column.code == "A"
    assert [cell.code for cell in column.cells] == [view.code for view in VIEWS.leaves]
    assert [each.name for each in large.colorings] == ["weight"]
    html = sections(REPORT)["rubrics"]
    assert "<input" not in html
    assert 'href="benchmarks/a-neg1/"' not in html


def test_rubrics_that_no_composite_lists_are_shown_under_their_component(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("benchdocs.site.views.suite.MOST_LISTED", 0)
    root = suite_with(tmp_path)
    (root / "rubrics/A.yaml").unlink()
    ((column,),) = overview(root).groups.values()
    assert (column.code, column.view) == ("A", None)
    assert {cell.code for cell in column.cells} == {"A-DEM", "A-AUX"}


def test_the_first_screen_says_what_the_settings_say_of_the_system(tmp_path: Path) -> None:
    report = check(suite_with(tmp_path))
    for about, words in (
        (
            About("Site", "Its description.", introduction="It turns <speech> into text."),
            "It turns &lt;speech&gt;",
        ),
        (About("Site", "Its description."), "Its description."),
        (None, "Tested against known ground truth: the product."),
    ):
        assert words in sections(report, about)["top"]


def test_the_notice_counts_drafts_and_what_is_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    def notice() -> str:
        site = Site(REPORT)
        found = re.search(r'<p class="banner">(.*?)</p>', site.pages[0].sections[0].html)
        return re.sub("<.*?>", "", found[1]) if found else ""

    opening = f"3 of {len(VIEWS.benchmarks)} benchmarks are drafts. "
    views = "benchdocs.site.views.suite.Views"
    monkeypatch.setattr(f"{views}.drafts", 3)
    monkeypatch.setattr(f"{views}.states", Counter(established=2, provisional=1199, disputed=1))
    assert notice().startswith(f"{opening}1,200 of 1202 values still need a decision and may change, ")
    monkeypatch.setattr(f"{views}.is_settled_unknown", True)
    assert notice().startswith(f"{opening}How many values still need a decision is not known.")
    monkeypatch.setattr(f"{views}.is_settled_unknown", False)
    monkeypatch.setattr(f"{views}.states", Counter(established=2))
    monkeypatch.setattr(f"{views}.drafts", 0)
    assert not notice()


def test_the_notice_names_what_most_open_values_are(tmp_path: Path) -> None:
    assert VIEWS.mostly_open == ("criteria", "metric", "min cases")
    text = sections(REPORT)["top"]
    assert "185 of 615 values</a> still need a decision" in text
    assert "may change, most of them criteria, metric, min cases." in text
    assert overview(suite_with(tmp_path)).views.mostly_open == ()


def test_a_suite_of_one_benchmark_is_counted_in_the_singular(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    kept = {"A-DEM1.yaml", "A.yaml", "A-DEM.yaml"}
    for path in (*root.glob("a-component/*.yaml"), *root.glob("rubrics/*.yaml")):
        if path.name not in kept:
            path.unlink()
    path = root / "a-component/A-DEM1.yaml"
    path.write_text(path.read_text().replace("weight: 0.5", "status: draft\nweight: 0.5"))
    top = sections(check(root))["top"]
    assert "1 of 1 benchmark is a draft." in top
    assert "1 benchmark in 1 rubric<" in top


def test_the_first_screen_holds_the_doors_and_one_coloring_shows_at_a_time(
    tab: Page, serve: Serve, shipped_site: Path
) -> None:
    address = serve(shipped_site)
    for width, height in ((375, 667), (1280, 800)):
        tab.set_viewport_size({"width": width, "height": height})
        tab.goto(address)
        box = box_of(tab.locator("ul.doors"))
        assert box["y"] + box["height"] <= height, width
    assert tab.evaluate("document.documentElement.scrollHeight") < 6400
    cell = tab.locator(".cell", has=tab.get_by_text("A-SFT2", exact=True))
    for coloring, shown in (
        ("Gate", "Hard gate"),
        ("Evaluator", "Hybrid"),
        ("Effective weight", "lowest of 3 counts, 5.952% together"),
    ):
        tab.get_by_label(coloring, exact=True).check()
        assert [mark.inner_text() for mark in cell.locator(".tone").all() if mark.is_visible()] == [shown]
        assert tab.locator("ul.key:visible").count() == 1
    ground = "node => getComputedStyle(node, '::after').backgroundImage"
    assert "repeating-linear-gradient" in cell.locator(".by--weight").evaluate(ground)
    assert tab.locator(".cell").count() == len(VIEWS.benchmarks)
    cell.get_by_role("link").click()
    tab.wait_for_url(f"**/{relative('benchmarks/a-sft2/', '')}")
