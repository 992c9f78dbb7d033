"""The home page: what is tested, what is open, and every benchmark once in a matrix with colorings."""

from __future__ import annotations

import re
from collections import Counter
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
from support.paths import THEME
from support.shipped import shipped_pages, shipped_report
from support.stories import Story, stories
from support.suites import suite_with

REPORT = shipped_report()
SHIPPED = Overview(shipped_pages().views, shipped_pages().reviewed)
VIEWS = SHIPPED.views
DEM = "rubrics/A-DEM.yaml"


def cells(shown: Overview) -> dict[str, Cell]:
    return {cell.code: cell for group in shown.groups.values() for column in group for cell in column.cells}


def sections(report: Report, about: About | None = None) -> dict[str, str]:
    return {section.id: section.html for section in Site(report, about=about).pages[0].sections}


@stories
def test_the_first_page_says_what_is_tested_and_what_is_open(story: Story) -> None:
    story.play()


def test_every_color_has_a_rule_in_the_style_sheet() -> None:
    sheet = (THEME / "stylesheets/home.css").read_text()
    known = {*re.findall(r"\.tone--([\w-]+)", sheet), "code", "no-gate", "unknown"}
    """Those three are on plain ground."""
    assert {cell.marks[name].color for cell in cells(SHIPPED).values() for name in cell.marks} <= known
    assert {standing.replace(" ", "-") for standing in Standing} < known


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
