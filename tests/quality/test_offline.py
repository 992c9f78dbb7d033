"""The site needs no network, no server and no JavaScript: every other host is blocked here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, Response, expect

from benchdocs.site.pages.registry import PAGE_KINDS
from support.browser import BROWSER_FLAGS, REFUSALS, chromium_program, script
from support.page_kinds import KINDS
from support.web_server import hosted

BLOCKED = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"

WIDTHS = (1280, 640, 375, 320)
MOST_SCREENS = 8
"""Screens of 800 pixels that a page may be long, 1280 pixels wide."""
LONG = {
    *(KINDS[kind] for kind in ("fields", "rules")),
    *(f"authoring/{kind}-reference/" for kind in ("benchmark", "rubric", "prompt")),
    "authoring/hosting/",
}
"""Pages that are long on purpose: references of fields, the list of the rules, settings of each server."""
HEIGHT = """() => {
  for (const part of document.querySelectorAll(".explorer")) part.style.contentVisibility = "visible";
  return document.documentElement.scrollHeight;
}"""
SMALL_HEADINGS = script("small-headings")
_SCRIPTED = {kind.name for kind in PAGE_KINDS if kind.scripts}
SCRIPTED = [KINDS["home"], *(url for kind, url in KINDS.items() if kind in _SCRIPTED)]
"""The first page and those with scripts of their own; to others the frame alone makes a difference."""
each_kind = pytest.mark.parametrize(
    "urls", [SCRIPTED, pytest.param([*KINDS.values()], marks=pytest.mark.nightly)], ids=["scripts", "all"]
)


@pytest.fixture(scope="module")
def cut_off(browser: Browser) -> Iterator[Browser]:
    """A browser that reaches this machine and nothing else."""
    chromium = browser.browser_type.launch(executable_path=chromium_program(), args=[*BROWSER_FLAGS, BLOCKED])
    yield chromium
    chromium.close()


@pytest.fixture
def watched(cut_off: Browser) -> Iterator[Page]:
    """A tab that fails the test on a failed request, a request to another host, or a word on the console."""
    faults: list[str] = []
    page = cut_off.new_page(viewport={"width": 1280, "height": 900})
    page.on("pageerror", lambda error: faults.append(f"script: {error}"))
    page.on("console", lambda message: faults.append(f"console: {message.text}"))
    page.on("requestfailed", lambda request: faults.extend(_failure(request)))
    page.on("request", lambda request: None if _is_own(request.url) else faults.append(request.url))
    page.on("response", lambda response: faults.extend(_refusal(response)))
    yield page
    page.close()
    assert faults == []


def _failure(request: Request) -> list[str]:
    """What failed, unless the page was left before it came."""
    left = request.failure == "net::ERR_ABORTED"
    return [] if left else [f"failed: {request.url} {request.failure}"]


def _refusal(response: Response) -> list[str]:
    return [f"{response.status}: {response.url}"] if response.status >= 400 else []


def _is_own(url: str) -> bool:
    return url.startswith(("http://127.0.0.1:", "file:///", "data:", "blob:", "about:"))


@pytest.mark.sweep(4)
@pytest.mark.parametrize("part", range(4))
def test_no_kind_of_page_asks_for_more_than_it_gets_scrolls_sideways_or_is_a_dump(
    shipped_site: Path, watched: Page, part: int
) -> None:
    """Under the published headers, in windows of all widths; 640 pixels are 1280 at a zoom of 200%."""
    faults: list[tuple[str, object]] = []
    watched.add_init_script(REFUSALS)
    with hosted(shipped_site) as address:
        for url in sorted({*KINDS.values(), *_longest_pages(shipped_site)})[part::4]:
            watched.set_viewport_size({"width": WIDTHS[0], "height": 800})
            watched.goto(address + url)
            faults += [(url, refusal) for refusal in watched.evaluate("refused")]
            faults += [
                (url, f"{heading} is no larger than its text") for heading in watched.evaluate(SMALL_HEADINGS)
            ]
            if url not in LONG and (height := watched.evaluate(HEIGHT)) > MOST_SCREENS * 800:
                faults.append((url, f"{height / 800:.1f} screens"))
            for width in WIDTHS:
                watched.set_viewport_size({"width": width, "height": 800})
                if watched.evaluate("document.documentElement.scrollWidth") > width:
                    faults.append((url, width))
        watched.close()
    assert faults == []


def _longest_pages(site: Path) -> Iterator[str]:
    """The address of the page with the largest file in each folder of the site; none that sends on."""
    pages: dict[str, list[Path]] = {}
    for page in site.glob("*/**/index.html"):
        if 'http-equiv="refresh"' not in page.read_text():
            pages.setdefault(page.relative_to(site).parts[0], []).append(page)
    for found in pages.values():
        longest = max(found, key=lambda page: page.stat().st_size)
        yield f"{longest.parent.relative_to(site).as_posix()}/"


@each_kind
def test_every_kind_of_page_opens_as_a_file(shipped_site: Path, watched: Page, urls: list[str]) -> None:
    # Only a server shows the page for what is not found; its addresses start at the root of a host.
    for url in (url for url in urls if url != "404.html"):
        watched.goto((shipped_site / url / "index.html").as_uri())
        assert watched.locator("h1").is_visible()


def test_links_and_search_work_in_files(shipped_site: Path, watched: Page) -> None:
    watched.goto((shipped_site / "index.html").as_uri())
    watched.get_by_role("navigation", name="Tabs").get_by_role("link", name="Benchmarks").click()
    expect(watched).to_have_url(re.compile(r"/benchmarks/index\.html$"))
    watched.get_by_role("main").get_by_role("link", name="A-NEG2", exact=True).first.click()
    expect(watched).to_have_url(re.compile(r"/benchmarks/a-neg2/index\.html$"))

    watched.get_by_role("button", name="Search").click()
    watched.keyboard.type("A-ALL1")
    expect(watched.locator("[data-search-hit]").first).to_have_attribute("href", re.compile("a-cmp7/"))
    watched.keyboard.press("ArrowDown")
    watched.keyboard.press("Enter")
    expect(watched).to_have_url(re.compile(r"/benchmarks/a-cmp7/index\.html"))

    watched.goto((shipped_site / "benchmarks" / "a-all1" / "index.html").as_uri())
    expect(watched).to_have_url(re.compile(r"/benchmarks/a-cmp7/index\.html$"))


@each_kind
def test_pages_need_no_javascript(address: str, cut_off: Browser, urls: list[str]) -> None:
    tab = cut_off.new_page(java_script_enabled=False, viewport={"width": 1280, "height": 800})
    for url in urls:
        tab.goto(address + url)
        assert tab.locator("h1").first.is_visible(), url
        # What would do nothing is not shown, and takes no focus.
        dead = tab.locator(".search-open, .search, [data-switch=palette]")
        assert not any(element.is_visible() for element in dead.all()), url
    tab.close()


@pytest.mark.parametrize("width", [1280, 320])
def test_the_navigation_needs_no_javascript(address: str, cut_off: Browser, width: int) -> None:
    tab = cut_off.new_page(java_script_enabled=False, viewport={"width": width, "height": 800})
    tab.goto(address)
    menu = ".md-tabs"
    if width == 320:
        menu = ".md-sidebar--primary"
        tab.keyboard.press("Tab")
        tab.keyboard.press("Space")
        expect(tab.locator(menu)).to_be_in_viewport()
    tab.locator(f"{menu} a[href='rubrics/']").click()
    expect(tab).to_have_url(re.compile("/rubrics/$"))
    tab.close()
