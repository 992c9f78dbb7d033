"""How long a save of the shipped suite takes until the browser shows it, beside plain MkDocs.

The plain project holds the same pages as if they were written by hand. The two servers take turns.
"""

from __future__ import annotations

import html
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, sync_playwright

from quality.promises.measure import BIN, run
from quality.promises.results import Promise, Result, shown
from quality.promises.serving import edit, served
from quality.promises.works import Works
from support.browser import BROWSER_FLAGS, chromium_program
from support.paths import REPOSITORY

SAVES = 20
SAVE = Promise("Save of a spec of this suite in `mkdocs serve`, until the browser shows it", 1.5, "s")
RATIO = Promise("The same, divided by a save in plain `mkdocs serve` of the same pages", 1.3)
PROMISES = (SAVE, RATIO)
SPEC = "a-component/A-NEG1.yaml"
PAGE = "benchmarks/a-neg1/"
_ARTICLE = re.compile(r"<article[^>]*>(.*)</article>", re.DOTALL)
_PLAIN = """site_name: Plain
theme: {name: material, font: false}
plugins: [search]
markdown_extensions: [attr_list, tables, {toc: {permalink: false}}]
nav: [index.md]
validation: {omitted_files: ignore}
"""


def measure(works: Works) -> Iterator[Result]:
    """Save in both, and take the medians."""
    suite, plain = _copy_of_suite(works.folder / "shipped"), _written_by_hand(works.folder)
    sources = (suite / SPEC, plain / "docs" / PAGE / "index.md")
    with (
        sync_playwright() as playwright,
        served(REPOSITORY, {"BENCHDOCS_ROOT": str(suite)}) as ours,
        served(plain, {}) as theirs,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_program(), args=BROWSER_FLAGS)
        tabs = [browser.new_page(), browser.new_page()]
        for tab, server in zip(tabs, (ours, theirs), strict=True):
            tab.goto(f"{server.address}{PAGE}")
        turns = [
            [_shown_after(tab, source, number) for tab, source in zip(tabs, sources, strict=True)]
            for number in range(SAVES)
        ]
        browser.close()
    own, other = (median(times) for times in zip(*turns, strict=True))
    yield Result(SAVE, own, f"median of {SAVES}")
    yield Result(RATIO, own / other, f"{shown(own, 's')}, {shown(other, 's')}")


def _copy_of_suite(target: Path) -> Path:
    for name in ("a-component", "rubrics", "evaluators"):
        shutil.copytree(REPOSITORY / name, target / name)
    shutil.copy(REPOSITORY / "benchdocs.toml", target)
    return target


def _written_by_hand(folder: Path) -> Path:
    """A plain project of every page's text."""
    run(BIN / "mkdocs", "build", "--quiet", "-d", folder / "shipped-site")
    project = folder / "plain"
    for page in (folder / "shipped-site").rglob("index.html"):
        target = project / "docs" / page.relative_to(folder / "shipped-site")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.with_suffix(".md").write_text(_text(page.read_text()))
    (project / "mkdocs.yml").write_text(_PLAIN)
    return project


def _text(page: str) -> str:
    """An article as Markdown: headings, and paragraphs of plain text."""
    article = _ARTICLE.search(page)
    marked = re.sub(
        r"<h([1-4])[^>]*>", lambda match: f"\n\n{'#' * int(match[1])} ", article[1] if article else ""
    )
    plain = html.unescape(re.sub(r"<[^>]*>", "", re.sub(r"</(?:p|li|tr|h\d|pre)>", "\n\n", marked)))
    return re.sub(r"\n\s+", "\n\n", plain)


def _shown_after(tab: Page, path: Path, number: int) -> float:
    """Seconds from a save until the browser shows it."""
    word = f"Saved {number} times"
    start = time.perf_counter()
    edit(path, word)
    tab.locator("h1", has_text=word).wait_for(timeout=60_000)
    return time.perf_counter() - start
