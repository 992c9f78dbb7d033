"""Tables of hand-written pages: spaces in their code, and labels for where a row becomes a card."""

from __future__ import annotations

import re

import markdown
import pytest
from mkdocs.config import load_config
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page as MkDocsPage
from playwright.sync_api import Page

from benchdocs.mkdocs_adapter.build import Build
from benchdocs.mkdocs_adapter.handwritten_pages import finish_tables
from benchdocs.mkdocs_adapter.search_index import handwritten_parts
from support.paths import BASE, REPOSITORY
from support.tables import table

TABLE = """
| What | Says | `--fix` | Why |
|---|---|---|---|
| ` threshold: 0.80`, one in | ``  a ` b`` and `x` | `` ` `` | {} |
| `  - A` | a \\| b | | "no" |
"""


def page(text: str) -> str:
    return finish_tables(markdown.markdown(text, extensions=["tables"]))


def test_cells_of_a_wide_table_of_texts_carry_the_names_of_their_columns() -> None:
    html = page(TABLE.format("long " * 10))
    assert html.count('<table data-stacked="facts">') == 1
    assert re.findall(r'data-label="([^"]*)"', html) == ["Says", "--fix", "Why"] * 2
    assert page(TABLE.format("long " * 20)).count('<table data-stacked="texts">') == 1


@table
def test_a_table_of_short_cells_or_few_columns_stays_a_table(text: str) -> None:
    assert "data-" not in page(text)


def test_no_setting_of_a_page_reaches_the_theme() -> None:
    config = load_config(str(REPOSITORY / "mkdocs.yml"))
    file = File("methodology/index.md", config.docs_dir, config.site_dir, use_directory_urls=True)
    page = MkDocsPage(None, file, config)
    page.meta = {"template": "redirect.html", "title": "</title><script>run()</script>"}
    Build(config, root=BASE).convert("# Note", page)
    assert page.meta == {}


@pytest.mark.parametrize("text", ["[" * 24_000, "- " * 4_000 + "a"])
def test_a_page_that_cannot_be_converted_is_withheld(text: str, caplog: pytest.LogCaptureFixture) -> None:
    config = load_config(str(REPOSITORY / "mkdocs.yml"))
    file = File("methodology/index.md", config.docs_dir, config.site_dir, use_directory_urls=True)
    page, build = MkDocsPage(None, file, config), Build(config, root=BASE)
    page.markdown = build.convert(text, page)
    page.render(config, Files([file]))
    assert "This page is not shown" in (page.content or "")
    assert "`methodology/index.md` is not shown: the page" in caplog.text


@pytest.mark.parametrize("url", ["authoring/troubleshooting/", "methodology/evaluator-types/"])
def test_a_wide_table_of_texts_fits_a_telephone(address: str, tab: Page, url: str) -> None:
    tab.set_viewport_size({"width": 375, "height": 800})
    tab.goto(f"{address}{url}")
    tab.evaluate("document.querySelectorAll('.fold').forEach((fold) => { fold.open = true; })")
    cells = tab.locator("table[data-stacked] td")
    assert cells.count() > 10
    assert len({box["x"] for cell in cells.all()[:12] if (box := cell.bounding_box())}) == 1
    assert tab.evaluate("document.documentElement.scrollWidth") == 375
    labels = tab.locator("td").evaluate_all(
        "cells => cells.filter((cell) => cell.dataset.label)"
        ".map((cell) => getComputedStyle(cell, '::before').content)"
    )
    assert labels
    assert "none" not in labels


@table
def test_what_is_searched_of_a_page_goes_by_its_sections(html: str, parts: list[list[str]]) -> None:
    assert [list(part) for part in handwritten_parts(html)] == parts
