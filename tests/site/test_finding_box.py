"""The box of a preview counts a file as a whole, and its lines are as wide as it is."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page

from benchdocs.rules.check import check
from benchdocs.site.site import Site
from support.faulty_suite import FAULTY
from support.page_findings import DEM1
from support.paths import THEME
from support.suites import base_with, suite_with


def test_a_file_that_is_cut_in_two_is_counted_as_a_whole_and_named_once(tmp_path: Path) -> None:
    unknown = "".join(f"x{number}: 1\n" for number in range(4))
    wrong = {DEM1: base_with(DEM1, ("weight: 0.5\n", f"weight: 0.5\n{unknown}"))}
    box = Site(check(suite_with(tmp_path, wrong))).box.html("methodology/", None)
    assert re.findall(r'<code>([^<]*)</code> <span class="quiet">([^<]*)</span>', box) == [(DEM1, "4 errors")]
    assert "<summary>1 more in this file</summary>" in box


def test_the_lines_of_the_box_are_as_wide_as_its_excerpts(tmp_path: Path, tab: Page) -> None:
    box = Site(check(suite_with(tmp_path, FAULTY))).box.html("", None)
    style = "".join((THEME / f"stylesheets/{name}.css").read_text() for name in ("site", "marks"))
    tab.set_content(f'<style>{style}</style><article class="md-typeset">{box}</article>')
    for selector in (".violations__file", ".violations > ul > .finding", ".finding__excerpt"):
        widths = tab.locator(selector).evaluate_all("found => found.map(one => one.clientWidth)")
        assert min(width for width in widths if width) > 1100, selector
