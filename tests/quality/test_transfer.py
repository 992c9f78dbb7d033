"""A page costs little more over the network than an empty page of Material's and its own content do."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from support.empty_site import build_empty_site
from support.page_kinds import KINDS
from support.paths import THEME
from support.web_server import hosted

SCRIPTS_OF_A_PAGE = 25_000
"""Bytes that the scripts of our own on one page may have in all, packed as hosts send them."""
WHEN_SEARCHING = ("javascripts/search-library.js", "javascripts/search-engine.js")
"""Scripts that a page asks for when somebody opens the search."""
EVERYWHERE = {
    "javascripts/search.js",
    "javascripts/site.js",
    "javascripts/tips.js",
    "stylesheets/frame.css",
    "stylesheets/marks.css",
    "stylesheets/print.css",
    "stylesheets/search.css",
    "stylesheets/site.css",
    "stylesheets/tables.css",
}
SIZES = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter((entry) => !new URL(entry.name).pathname.startsWith("/search/"))
  .map((entry) => entry.encodedBodySize)"""


def _transfers(browser: Browser, urls: list[str]) -> list[int]:
    """Bytes that a first visit to each page asks for, packed as they come; the search's index is left out.

    The pages are quiet for half a second each before they count as loaded, all at the same time.
    """
    tabs = [browser.new_page() for _ in urls]
    for tab, url in zip(tabs, urls, strict=True):
        tab.goto(url, wait_until="commit")
    sizes = []
    for tab in tabs:
        tab.wait_for_load_state("networkidle")
        sizes.append(sum(map(int, tab.evaluate(SIZES))))
        tab.close()
    return sizes


def _content(site: Path, page: Path) -> int:
    """Bytes of a page's own content, packed: its main part and data, the scripts and styles of its kind."""
    html = page.read_text(encoding="utf-8")
    main = re.search(r"<main.*?</main>", html, re.DOTALL)
    assert main
    own = set(re.findall(r'"(?:\.\./)*((?:javascripts|stylesheets)/[a-z]+\.(?:js|css))"', html)) - EVERYWHERE
    data = "".join(re.findall(r'<script type="application/ld\+json">.*?</script>', html, re.DOTALL))
    parts = [(data + main[0]).encode(), *((site / path).read_bytes() for path in own)]
    return sum(len(gzip.compress(part)) for part in parts)


@pytest.mark.nightly
def test_a_page_costs_little_more_than_an_empty_one_and_its_content(
    shipped_site: Path, tmp_path: Path, browser: Browser
) -> None:
    kinds = ("home", "inventory", "rubric", "benchmark", "prompt", "rule_family", "glossary")
    with hosted(build_empty_site(tmp_path)) as bare, hosted(shipped_site) as url:
        empty, *transfers = _transfers(browser, [bare, *(url + KINDS[kind] for kind in kinds)])
    costs = {}
    for kind, cost in zip(kinds, transfers, strict=True):
        content = _content(shipped_site, shipped_site / KINDS[kind] / "index.html")
        costs[kind] = (cost, content, empty + content)
    for kind, (cost, content, least) in costs.items():
        print(f"{kind}: {cost} bytes, content {content}, {cost / least:.3f} times an empty page with it")
    assert all(cost <= 1.1 * least for cost, _, least in costs.values()), costs


def test_a_page_s_own_scripts_are_small(shipped_site: Path) -> None:
    scripts = {path.name: path.read_bytes() for path in (shipped_site / "javascripts").glob("*.js")}
    assert scripts.keys() == {path.name for path in (THEME / "javascripts").glob("*.js")}
    for kind, url in KINDS.items():
        page = shipped_site / url / "index.html" if not url.endswith(".html") else shipped_site / url
        asked = re.findall(r'"[^"]*javascripts/([a-z-]+\.js)"', page.read_text(encoding="utf-8"))
        own = {*asked, *(Path(path).name for path in WHEN_SEARCHING)} & scripts.keys()
        assert "search.js" in own, kind
        assert sum(len(gzip.compress(scripts[name])) for name in own) <= SCRIPTS_OF_A_PAGE, kind
