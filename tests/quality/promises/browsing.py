"""The table of a large suite in a browser filters at once, and a search is answered at its first letter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, sync_playwright

from quality.promises.results import Promise, Result
from quality.promises.works import Works
from support.browser import BROWSER_FLAGS, chromium_program, script

SIZE, FEWER = 2000, 200
FILTER = Promise("Filter the table of 2,000 benchmarks in the browser, until it is drawn", 100, "ms")
FIRST_KEY = Promise(
    "First letter in the search of 200 benchmarks, at a quarter of the speed, until a hit is drawn", 50, "ms"
)
PROMISES = (FILTER, FIRST_KEY)
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
        yield _searched(browser.new_page(viewport={"width": 375, "height": 800}), works.site(FEWER).folder)
        browser.close()


def _filtered(tab: Page) -> Result:
    """The median time from an input until the next frame is drawn."""
    assert tab.locator("#shown").inner_text().startswith(f"{SIZE} of {SIZE} ")
    times = [float(tab.evaluate(_MEASURE, word)) for word in _WORDS]
    return Result(FILTER, median(times), f"median of {len(times)}, longest {max(times):.0f} ms")


def _searched(tab: Page, site: Path) -> Result:
    """The shortest of five times, on a telephone."""
    tab.goto((site / "index.html").as_uri())
    session = tab.context.new_cdp_session(tab)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    tab.get_by_role("button", name="Search").click()
    tab.wait_for_function("window.searchEngine?.ready.then(() => true)")
    times = [float(tab.evaluate(script("first-key"))) for _ in range(5)]
    return Result(FIRST_KEY, min(times), f"the shortest of {len(times)}")
