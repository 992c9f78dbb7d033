"""Text of a spec is text: whatever an author writes is shown as written, and nothing of it runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from support.browser import Serve
from support.hostile_text import EXAMPLE, LEVEL, RUBRIC_LABEL, TEXTS
from support.tables import table


def spaced(text: str) -> str:
    """Text with its white space folded, as a browser shows it, and with the quotes of a typewriter."""
    return " ".join(text.translate(str.maketrans("‘’“”", "''\"\"")).split())


def test_a_benchmark_page_shows_every_text_as_written(hostile_site: Path, serve: Serve, tab: Page) -> None:
    tab.goto(f"{serve(hostile_site)}benchmarks/a-dem1/")
    shown = spaced(tab.locator("article").inner_text())
    opening, mark, formula = TEXTS["concept"].partition("Formula: ")
    assert shown.index(spaced(opening)) < shown.index("Threshold")
    for text in (*(TEXTS | {"concept": mark + formula.replace(">=", "≥ ")}).values(), EXAMPLE, LEVEL):
        assert spaced(text) in shown
    assert tab.title().startswith(f"A-DEM1 {TEXTS['label']}")
    assert tab.evaluate("window.ran") is None


@table
@pytest.mark.sweep(3)
def test_nothing_of_a_spec_runs_on_any_page(hostile_site: Path, serve: Serve, tab: Page, url: str) -> None:
    tab.goto(f"{serve(hostile_site)}{url}")
    assert tab.evaluate("window.ran") is None
    if url == "rubrics/a-dem/":
        assert spaced(RUBRIC_LABEL) in spaced(tab.locator("h1").inner_text())
        assert tab.title().startswith(f"A-DEM {RUBRIC_LABEL}")
    if url == "prompts/arrival/":
        assert TEXTS["inclusion_criteria"] in spaced("".join(tab.locator("pre.verbatim").all_text_contents()))


def test_nothing_runs_in_the_search_results(hostile_site: Path, serve: Serve, tab: Page) -> None:
    tab.goto(f"{serve(hostile_site)}benchmarks/a-dem2/")
    tab.keyboard.press("Control+k")
    tab.keyboard.type("dictated")
    tab.locator("[data-search-hit]").first.wait_for()
    assert tab.evaluate("window.ran") is None
    assert tab.locator("[data-search-results] script").count() == 0


def test_a_word_of_3000_letters_does_not_widen_the_page(hostile_site: Path, serve: Serve, tab: Page) -> None:
    tab.set_viewport_size({"width": 375, "height": 800})
    tab.goto(f"{serve(hostile_site)}benchmarks/a-dem1/")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 375
