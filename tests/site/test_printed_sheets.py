"""Each page prints by itself: every sheet is numbered, names its suite and state, and cuts nothing off."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest
from playwright.sync_api import Browser, Page, expect

from benchdocs.site.print_foot import FOOT

A4_TEXT = {"width": 688, "height": 1000}
"""Pixels between the margins of an upright A4 sheet."""

each_page = pytest.mark.parametrize(
    "url", ["benchmarks/a-neg1/", "prompts/negation-simple/", "rubrics/a-neg/"]
)


def _solid(text: str) -> str:
    """Text without spaces: a PDF loses some at the ends of lines."""
    return re.sub(r"\s", "", text)


@each_page
def test_every_sheet_has_its_number_the_name_above_and_the_state_at_its_foot(
    address: str, browser: Browser, shipped_site: Path, url: str
) -> None:
    line, name = re.findall(r'content: "(.*?)"', (shipped_site / "stylesheets" / FOOT).read_text())
    tab = browser.new_page()
    tab.goto(address + url)
    document = pypdfium2.PdfDocument(tab.pdf(format="A4"))
    tab.close()
    sheets = [_solid(sheet.get_textpage().get_text_bounded()) for sheet in document]
    assert "suiteSHA-256" in _solid(line)
    assert name == "Medic Copilot benchmarks"
    for number, sheet in enumerate(sheets, start=1):
        assert all(_solid(text) in sheet for text in (line, name, f"{number}/{len(sheets)}"))


@each_page
def test_nothing_is_cut_at_the_edge_of_a_sheet(address: str, tab: Page, url: str) -> None:
    tab.set_viewport_size(A4_TEXT)  # type: ignore[arg-type]
    tab.emulate_media(media="print")
    tab.goto(address + url)
    cut = tab.evaluate(
        """() => [...document.querySelectorAll(".md-typeset :is(table, pre, pre > code, svg, dl, p, li)")]
          .filter((element) => element.getClientRects().length
            && (element.getBoundingClientRect().right > innerWidth + 1
              || (element.matches("table, pre, code") && element.scrollWidth > element.clientWidth + 1)))
          .map((element) => element.outerHTML.slice(0, 100))"""
    )
    assert cut == []
    assert tab.evaluate("document.documentElement.scrollWidth") <= A4_TEXT["width"]
    expect(tab.locator(".md-header")).to_be_hidden()
