"""The search finds a benchmark by its code, label, former code and words of its concept, best hit first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from benchdocs.site.links import benchmark_url, rubric_url
from support.shipped import shipped_report

pytestmark = pytest.mark.browser

SUITE = shipped_report().suite
COMMON = re.compile(
    r"(?:that|this|these|those|there|their|them|they|then|when|where|what|which|whether|with|from|into|than"
    r"|have|were|will|would|could|should|being|before|after|about|still|every|each|only|also|does|"
    r"cases?|test|medic|record|output|transcript|dictat\w+|chart\w*|benchmark|measures?)$",
    re.IGNORECASE,
)
Search = Callable[[str], list[str]]


@pytest.fixture(scope="module")
def search(address: str, browser: Browser) -> Iterator[Search]:
    """A function that types a text into the search and gives the addresses of the hits, in their order."""
    tab = browser.new_page()
    tab.goto(address)
    box = tab.locator(".md-search__input")
    box.click()

    def typed(text: str) -> list[str]:
        tab.evaluate("document.querySelector('.md-search-result__list').replaceChildren()")
        box.fill(text)
        box.press("End")
        tab.wait_for_selector(".md-search-result__link")
        links = tab.locator(".md-search-result__item > .md-search-result__link")
        found = links.evaluate_all("links => links.map((link) => link.pathname)")
        return [str(path).removeprefix("/") for path in found]

    yield typed
    tab.close()


def test_a_code_finds_its_page_first(search: Search) -> None:
    expected = {spec.code: benchmark_url(spec.code) for spec in SUITE.benchmarks}
    # A stop word of the search, as the component's code is, has no page of its own.
    expected |= {spec.code: rubric_url(spec.code) for spec in SUITE.rubrics if len(spec.code) > 1}
    assert {code: search(code)[0] for code in expected} == expected


def test_a_code_in_small_letters_finds_its_page_first(search: Search) -> None:
    for code in ("a-neg1", "a-cmp6", "a-cmp6-airport", "neg1", "a-trm"):
        assert code in search(code)[0]


def test_a_label_finds_its_page_first(search: Search) -> None:
    expected = {spec.fields.label: benchmark_url(spec.code) for spec in SUITE.benchmarks}
    expected |= {spec.fields.label: rubric_url(spec.code) for spec in SUITE.rubrics if len(spec.code) > 1}
    assert {label: search(str(label))[0] for label in expected} == expected


def test_a_former_code_finds_the_page_of_the_one_that_took_its_place(search: Search) -> None:
    assert SUITE.alias
    expected = {alias: benchmark_url(code) for alias, code in SUITE.alias.items()}
    assert {alias: search(alias)[0] for alias in expected} == expected


def test_words_of_a_concept_find_its_benchmark(search: Search) -> None:
    """The first eight words that say something: it is among the first three hits, and mostly the first."""
    first = 0
    for spec in SUITE.benchmarks:
        words = re.findall(r"[A-Za-z]{4,}", spec.fields.concept or "")
        telling = list(dict.fromkeys(word.lower() for word in words if not COMMON.match(word)))[:8]
        hits = search(" ".join(telling))
        assert benchmark_url(spec.code) in hits[:3], (spec.code, telling, hits[:3])
        first += hits[0] == benchmark_url(spec.code)
    assert first >= 0.9 * len(SUITE.benchmarks)


def test_the_index_stays_small(shipped_site: Path) -> None:
    """A tenth of it are the three references for authors: criteria, codes and phrases are looked up there."""
    index = shipped_site / "search" / "search_index.json"
    assert index.stat().st_size < 7400 * len(SUITE.benchmarks)
    script = index.with_suffix(".js").read_text()
    assert script == f"var __index = {index.read_text()}"
