"""Pages of a large suite in a browser: the table of all benchmarks filters at once, the map stays legible."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from playwright.sync_api import Page, sync_playwright

from conftest import BROWSER_FLAGS, chromium_program
from promises.results import Promise, Result
from promises.works import Works

SIZE = 5000
FILTER = Promise("Filter the table of 5,000 benchmarks in the browser, until it is drawn", 100, "ms")
BOXES = Promise("Boxes on the home page's map of 5,000 benchmarks, times the rubrics", 1.0)
PROMISES = (FILTER, BOXES)
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
        boxes = tab.locator(".map__wide a:has(.map__box)").count()
        yield Result(BOXES, boxes / rubrics, f"{boxes:,} boxes, {rubrics:,} rubrics")
        browser.close()


def _filtered(tab: Page) -> Result:
    """The median time from an input until the next frame is drawn."""
    assert tab.locator("#inventory tbody tr").count() == SIZE
    times = [float(tab.evaluate(_MEASURE, word)) for word in _WORDS]
    return Result(FILTER, median(times), f"median of {len(times)}, longest {max(times):.0f} ms")
