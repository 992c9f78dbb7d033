"""Addresses that no page has lead to what they mean, and those with a query open the search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from support.tables import table
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


@pytest.fixture(scope="module")
def site(shipped_site: Path) -> Iterator[str]:
    with hosted(shipped_site) as address:
        yield address


@table
@pytest.mark.sweep(10)
def test_an_address_that_nearly_names_a_page_leads_to_it(site: str, tab: Page, path: str, page: str) -> None:
    tab.goto(f"{site}{path}")
    tab.wait_for_url(f"{site}{page}")


@table
@pytest.mark.sweep(3)
def test_the_page_of_a_wrong_address_finds_what_was_meant(site: str, tab: Page, path: str, page: str) -> None:
    tab.goto(f"{site}{path}")
    hit = tab.locator("article [data-search-hit]").first
    expect(hit).to_have_attribute("href", re.compile(page))
    tab.locator(".md-header .search-open").click()
    expect(tab.get_by_role("dialog")).to_be_visible()
    expect(tab.get_by_role("searchbox", name="Search")).to_have_value(re.compile(".+"))
    tab.keyboard.press("Escape")
    hit.click()
    tab.wait_for_url(re.compile(page))


@pytest.mark.sweep(2)
@pytest.mark.parametrize("path", ["benchmarks/A-SFT3/", "404", "100%/", "%E0%A4/A-SFT3", "%"])
def test_a_code_that_no_page_has_is_not_taken_for_its_neighbor(site: str, tab: Page, path: str) -> None:
    tab.goto(f"{site}{path}")
    expect(tab.locator("#search-count")).to_have_text(re.compile(r"\d page|Nothing|No page"))
    expect(tab.get_by_role("heading", name="Page not found")).to_be_visible()
    expect(tab.get_by_role("dialog")).to_be_hidden()


@table
@pytest.mark.sweep(3)
def test_a_number_that_a_rubric_lacks_is_answered_with_those_it_has(
    site: str, tab: Page, path: str, said: str, codes: list[str]
) -> None:
    tab.goto(f"{site}{path}")
    hits = tab.locator("article [data-search-hit] .search__title")
    expect(hits.first).to_be_visible()
    assert [title.split()[0] for title in hits.all_inner_texts()] == codes
    assert said in tab.locator("article").inner_text()
    tab.locator(".md-header .search-open").click()
    count = tab.locator("#search-count")
    for query, words in (
        ("A-NEG9", "A-NEG has 1 to 4."),
        ("A-SFT3", "A-SFT has 1, 2, 4."),
        ("neg 9", ""),
        ("a-neg2", ""),
        ("A-FCT 12", "A-FCT has 1 to 4."),
        ("9", ""),
    ):
        tab.get_by_role("searchbox", name="Search").fill(query)
        shown = count.inner_text()
        assert shown.startswith(words) if words else " has " not in shown, query


@table
@pytest.mark.sweep(4)
def test_a_link_from_elsewhere_opens_the_search_with_its_words(
    address: str, tab: Page, query: str, typed: str
) -> None:
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
