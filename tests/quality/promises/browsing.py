"""Pages of a large suite in a browser: the table filters at once, the home page shows rubrics alone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, sync_playwright

from quality.promises.results import Promise, Result
from quality.promises.works import Works
from support.browser import BROWSER_FLAGS, chromium_program
from support.web_server import hosted

SIZE = 5000
FILTER = Promise("Filter the table of 5,000 benchmarks in the browser, until it is drawn", 100, "ms")
CELLS = Promise("Cells of the home page's matrix of 5,000 benchmarks, divided by the rubrics", 1.0)
SEARCH = Promise("Search 5,000 benchmarks by a code, from its last key until its page comes first", None, "s")
PROMISES = (FILTER, CELLS, SEARCH)
_WORDS = ("pulse", "pulse a", "a-aa", "airway negation", "", "no such thing", "", "a-abc1", "pain", "")
"""What is typed, one after the other: narrower, wider, nothing found, and all."""
_MEASURE = """word => new Promise(done => {
    const field = document.querySelector('#filters [name=find]');
    field.value = word;
    const start = performance.now();
    field.dispatchEvent(new Event('input', {bubbles: true}));
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
})"""


def measure(works: Works) -> Iterator[Result]:
    """Open the built pages from their files."""
    site = works.site(SIZE).folder
    rubrics = sum(1 for path in (works.suite(SIZE) / "rubrics").iterdir() if path.stem != "A")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_program(), args=BROWSER_FLAGS)
        tab = browser.new_page(viewport={"width": 1280, "height": 900})
        tab.goto((site / "benchmarks/index.html").as_uri())
        yield _filtered(tab)
        tab.goto((site / "index.html").as_uri())
        cells = tab.locator(".cell").count()
        yield Result(CELLS, cells / rubrics, f"{cells:,} cells, {rubrics:,} rubrics")
        yield _searched(tab, site)
        browser.close()


_CODES = ("A-AAB3", "a-acd2", "A-ABC4")
_COMES_FIRST = """code => {
    const first = document.querySelector('[data-search-hit]');
    return Boolean(first && first.pathname.endsWith(`/benchmarks/${code.toLowerCase()}/`));
}"""


def _searched(tab: Page, site: Path) -> Result:
    """The median time of some codes, typed a key after the other once the index is loaded."""
    with hosted(site) as address:
        tab.goto(address)
        tab.get_by_role("button", name="Search").click()
        box = tab.get_by_role("searchbox")
        tab.wait_for_function("window.searchEngine?.ready.then(() => true)")
        times = []
        for code in _CODES:
            box.fill("")
            box.press_sequentially(code, delay=60)
            start = time.monotonic()
            tab.wait_for_function(_COMES_FIRST, arg=code)
            times.append(time.monotonic() - start)
    return Result(SEARCH, median(times), f"median of {len(times)}, longest {max(times):.1f} s")


def _filtered(tab: Page) -> Result:
    """The median time from an input until the next frame is drawn."""
    assert tab.locator("#shown").inner_text().startswith(f"{SIZE} of {SIZE} ")
    times = [float(tab.evaluate(_MEASURE, word)) for word in _WORDS]
    return Result(FILTER, median(times), f"median of {len(times)}, longest {max(times):.0f} ms")
