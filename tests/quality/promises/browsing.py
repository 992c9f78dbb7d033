"""The table of a large suite in a browser filters at once."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from playwright.sync_api import Page, sync_playwright

from quality.promises.results import Promise, Result
from quality.promises.works import Works
from support.browser import BROWSER_FLAGS, chromium_program

SIZE = 2000
FILTER = Promise("Filter the table of 2,000 benchmarks in the browser, until it is drawn", 100, "ms")
PROMISES = (FILTER,)
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
    """Open the built page from its file."""
    site = works.site(SIZE).folder
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_program(), args=BROWSER_FLAGS)
        tab = browser.new_page(viewport={"width": 1280, "height": 900})
        tab.goto((site / "benchmarks/index.html").as_uri())
        yield _filtered(tab)
        browser.close()


def _filtered(tab: Page) -> Result:
    """The median time from an input until the next frame is drawn."""
    assert tab.locator("#shown").inner_text().startswith(f"{SIZE} of {SIZE} ")
    times = [float(tab.evaluate(_MEASURE, word)) for word in _WORDS]
    return Result(FILTER, median(times), f"median of {len(times)}, longest {max(times):.0f} ms")
