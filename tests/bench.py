"""How long a save takes until the browser shows it, beside plain MkDocs with the same pages written by hand.

Run by `make bench`. Prints the medians and their ratio, and fails over the bars. Everything is served from
this machine; the two servers take turns.
"""

from __future__ import annotations

import html
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from conftest import BROWSER_FLAGS, REPOSITORY, chromium_program, mkdocs

SAVES = 20
LONGEST, HIGHEST_RATIO = 1.5, 1.3
"""Bars: seconds from a save to the change in the browser, and times what plain MkDocs takes; medians."""
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


def main() -> int:
    """Measure both servers and print a table; 1 where a bar is missed."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        suite, plain = _copy_of_suite(folder / "suite"), _written_by_hand(folder)
        browser = playwright.chromium.launch(executable_path=chromium_program(), args=BROWSER_FLAGS)
        own = {"BENCHDOCS_ROOT": str(suite)}
        with _served(REPOSITORY, own) as ours, _served(plain, {}) as theirs:
            tabs = [browser.new_page(), browser.new_page()]
            for tab, address in zip(tabs, (ours, theirs), strict=True):
                tab.goto(f"{address}{PAGE}")
            times: list[list[float]] = [[], []]
            for number in range(SAVES):
                times[0].append(_shown_after(tabs[0], suite / SPEC, number))
                source = plain / "docs" / PAGE / "index.md"
                times[1].append(_shown_after(tabs[1], source, number))
        browser.close()
    medians = [statistics.median(each) for each in times]
    ratio = medians[0] / medians[1]
    print(f"a save in `mkdocs serve`, median of {SAVES}: {medians[0]:.2f} s (bar {LONGEST})")
    print(f"plain MkDocs, the same pages written by hand:  {medians[1]:.2f} s")
    print(f"ratio: {ratio:.2f} (bar {HIGHEST_RATIO})")
    return int(medians[0] > LONGEST or ratio > HIGHEST_RATIO)


def _copy_of_suite(target: Path) -> Path:
    for name in ("a-component", "rubrics", "evaluators"):
        shutil.copytree(REPOSITORY / name, target / name)
    shutil.copy(REPOSITORY / "pyproject.toml", target)
    return target


def _written_by_hand(folder: Path) -> Path:
    """A plain project of every page's Markdown: its twin, or the text of its article."""
    built = mkdocs("build", "--quiet", "-d", str(folder / "built"))
    if built.returncode:
        sys.exit(built.stderr)
    project = folder / "plain"
    for page in (folder / "built").rglob("index.html"):
        twin, target = page.with_name("index.html.md"), project / "docs" / page.relative_to(folder / "built")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.with_suffix(".md").write_text(twin.read_text() if twin.exists() else _text(page.read_text()))
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


@contextmanager
def _served(project: Path, variables: dict[str, str]) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    program = Path(sys.executable).with_name("mkdocs")
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", **variables}
    process = subprocess.Popen(
        [program, "serve", "-a", f"127.0.0.1:{port}"], cwd=project, env=environment, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait(10)


def _edit(path: Path, word: str) -> None:
    """Put a word into the label of the spec, or the title of the page."""
    pattern = r"^(label: ).*$" if path.suffix == ".yaml" else r"^(# ).*$"
    path.write_text(re.sub(pattern, rf"\g<1>{word}", path.read_text(), count=1, flags=re.MULTILINE))


def _shown_after(tab: Page, path: Path, number: int) -> float:
    """Seconds from a save until the browser shows it."""
    word = f"Saved {number} times"
    start = time.perf_counter()
    _edit(path, word)
    tab.locator("h1", has_text=word).wait_for(timeout=60_000)
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
