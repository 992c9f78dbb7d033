"""Addresses that no page has lead to what they mean, and those with a query open the search."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from support.web_server import hosted


def test_the_address_keeps_the_query_and_the_next_page_and_back_have_it(address: str, tab: Page) -> None:
    tab.goto(f"{address}benchmarks/?find=dose")
    tab.keyboard.press("Control+k")
    tab.keyboard.type("hard gate")
    expect(tab).to_have_url(f"{address}benchmarks/?find=dose&q=hard+gate")
    tab.keyboard.press("Escape")
    expect(tab).to_have_url(f"{address}benchmarks/?find=dose")
    tab.goto(f"{address}rubrics/?q=helicopter")
    field = tab.get_by_role("searchbox", name="Search")
    expect(field).to_have_value("helicopter")
    tab.locator("[data-search-hit]").first.click()
    tab.wait_for_url(re.compile("benchmarks/a-cmp6-airport/"))
    expect(tab.get_by_role("dialog")).to_be_hidden()
    tab.keyboard.press("Control+k")
    expect(field).to_have_value("helicopter")
    tab.go_back()
    expect(field).to_have_value("helicopter")
    expect(tab.locator("[data-search-hit]").first).to_be_visible()


NEAR_MISSES = {
    "benchmarks/a-neg1/": (
        "benchmarks/A-NEG1/",
        "A-NEG1",
        "benchmark/A-NEG1",
        "rubrics/A-NEG1/",
        "en/benchmarks/a-neg1/",
        "benchmarks/a-neg1/cases/",
        "benchmarks/a-neg1.html",
        "a-component/A-NEG1.yaml",
        "benchmarks/a_neg1/",
        "benchmarks/A-NEG-1",
        "benchmarks/a%20neg%201/",
        "A-NEG1).",
    ),
    "benchmarks/a-cmp7/": ("A-ALL1", "benchmarks/a_all1.html"),
    "benchmarks/a-cmp6-airport/": ("A-CMP6-Airport/",),
    "benchmarks/a-fmt2/#facts": ("A-FMT2/#facts",),
    "rubrics/a-ref/": ("a-ref.html", "benchmarks/A-REF/"),
    "rules/fld/#fld103": ("FLD103", "Rules/fld-103.md"),
    "prompts/negation-simple/": ("evaluators/llm-judge/negation_simple_prompt.md", "negation-simple"),
    "methodology/scoring-flow/": ("Methodology/Scoring-Flow/", "scoring_flow.html"),
    "audit/traceability/weights/": ("Audit/Traceability/Weights/", "traceability/weights"),
    "prompts/": ("Prompts/", "prompts.md"),
}
"""Addresses that no page has, by that of the page that they mean."""


@pytest.mark.sweep(4)
@pytest.mark.parametrize("page", NEAR_MISSES)
def test_an_address_that_nearly_names_a_page_leads_to_it(shipped_site: Path, tab: Page, page: str) -> None:
    with hosted(shipped_site) as address:
        for path in NEAR_MISSES[page]:
            tab.goto(f"{address}{path}")
            tab.wait_for_url(f"{address}{page}")


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("benchmarks/A-NEEG1/", "benchmarks/a-neg1/"),
        ("A-CMP77", "benchmarks/a-cmp7/"),
        ("a_trm33.html", "benchmarks/a-trm3/"),
        ("A-NGE1", "(benchmarks/a-neg1|rubrics/a-neg)/"),
        ("A-CMP6-airprot", "benchmarks/a-cmp6-airport/"),
        ("benchmarks/ALL1/", "benchmarks/a-cmp7/"),
        ("methodology/score-flow/index.html", "methodology/scoring-flow/"),
    ],
)
def test_the_page_of_a_wrong_address_finds_what_was_meant(
    shipped_site: Path, tab: Page, path: str, page: str
) -> None:
    with hosted(shipped_site) as address:
        tab.goto(f"{address}{path}")
        expect(tab.locator("[data-search-hit]").first).to_have_attribute("href", re.compile(page))
        tab.keyboard.press("Escape")
        tab.locator(".md-header .search-open").click()
        expect(tab.get_by_role("dialog")).to_be_visible()


def test_a_code_that_no_page_has_is_not_taken_for_its_neighbor(shipped_site: Path, tab: Page) -> None:
    with hosted(shipped_site) as address:
        for path in ("benchmarks/A-SFT3/", "benchmarks/A-EVD2/", "benchmarks/nothing/", "404"):
            tab.goto(f"{address}{path}")
            expect(tab.locator("#search-count")).to_have_text(re.compile(r"\d page|Nothing|No page"))
            expect(tab.get_by_role("heading", name="Page not found", include_hidden=True)).to_be_visible()


@pytest.mark.parametrize(
    ("query", "typed"),
    [
        ("hard+gate", "hard gate"),
        ("hard%20gate", "hard gate"),
        ("%3E%3D0.90", ">=0.90"),
        ("100%25+%26+%22x%22%23", '100% & "x"#'),
        ("%3Cimg+src%3Dx+onerror%3Dalert(1)%3E", "<img src=x onerror=alert(1)>"),
        ("N%C3%A9gation", "Négation"),
        ("100%", "100%"),
        ("'\"><script>", "'\"><script>"),
    ],
)
def test_a_link_from_elsewhere_opens_the_search_with_its_words(
    address: str, tab: Page, query: str, typed: str
) -> None:
    faults: list[str] = []
    tab.on("pageerror", lambda error: faults.append(str(error)))
    tab.on("dialog", lambda dialog: faults.append(dialog.message))
    tab.goto("about:blank")
    tab.set_content("<a>search</a>")
    tab.evaluate("href => document.querySelector('a').href = href", f"{address}benchmarks/?q={query}")
    tab.get_by_role("link", name="search").click()
    expect(tab.get_by_role("dialog")).to_be_visible()
    expect(tab.get_by_role("searchbox", name="Search")).to_have_value(typed)
    expect(tab.get_by_role("searchbox", name="Search")).to_be_focused()
    expect(tab.locator("#search-count")).to_have_text(re.compile(r"\d page|Nothing|No page"))
    assert tab.locator("#search img, #search script").count() == 0
    tab.wait_for_function("new URLSearchParams(location.search).get('q') !== null")
    assert tab.evaluate("new URLSearchParams(location.search).get('q')") == typed.strip()
    assert faults == []
