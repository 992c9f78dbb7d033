"""The policy that the hosting page has, sent by a server, breaks nothing; no page has a script of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from support.browser import REFUSALS
from support.page_kinds import KINDS
from support.web_server import HOSTING, header_rules, hosted


@pytest.fixture(scope="module")
def guarded(shipped_site: Path) -> Iterator[str]:
    with hosted(shipped_site) as url:
        yield url


@pytest.fixture
def strict(new_tab: Page) -> Iterator[Page]:
    """A tab that fails the test on anything that the policy refuses."""
    said: list[str] = []
    new_tab.on("console", lambda message: said.append(f"{message.text} {message.location}"))
    new_tab.add_init_script(REFUSALS)
    yield new_tab
    assert new_tab.evaluate("refused") == []
    assert said == []


def test_the_policy_allows_the_site_itself_and_no_unsafe_thing() -> None:
    sent = dict(header_rules())["/*"]
    directives = dict(part.split(" ", 1) for part in sent["Content-Security-Policy"].split("; "))
    assert directives["default-src"] == "'self'"
    assert re.fullmatch(r"'self' 'sha256-[A-Za-z0-9+/]{43}='", directives["script-src"])
    assert directives["img-src"] == "'self' data:"
    allowed = {"default-src", "script-src", "img-src"}
    assert {value for name, value in directives.items() if name not in allowed} == {"'none'"}
    assert "unsafe" not in sent["Content-Security-Policy"]
    assert sent["X-Content-Type-Options"] == "nosniff"
    assert sent["Cross-Origin-Resource-Policy"] == sent["Cross-Origin-Opener-Policy"] == "same-origin"


def test_no_page_has_a_style_or_a_script_of_its_own(shipped_site: Path) -> None:
    for path in shipped_site.rglob("*.html"):
        page = path.read_text()
        assert not re.search(r"<[^>]*\sstyle=|<style\b|\son[a-z]+=\"|javascript:", page), path
        inline = re.findall(r"<script\b(?![^>]*\bsrc=)([^>]*)>", page)
        assert [each for each in inline if 'type="application/json"' not in each] == [], path


def test_a_chosen_color_scheme_is_there_before_the_page_is_painted(guarded: str, strict: Page) -> None:
    strict.emulate_media(color_scheme="light")
    strict.goto(guarded)
    strict.get_by_title("Switch to light mode").click()
    strict.get_by_title("Switch to dark mode").click()
    strict.route("**/site.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    strict.goto(guarded + KINDS["benchmark"])
    expect(strict.locator("body")).to_have_attribute("data-md-color-scheme", "slate")


def test_the_policy_lets_the_controls_work(guarded: str, strict: Page) -> None:
    strict.goto(guarded + KINDS["benchmark"])
    strict.get_by_role("button", name="Search").click()
    strict.keyboard.type("restraint")
    expect(strict.locator("[data-search-hit]").first).to_be_visible()
    strict.keyboard.press("Escape")
    for summary in strict.locator("summary:visible").all():
        summary.click()
    strict.mouse.wheel(0, 3000)
    strict.mouse.wheel(0, -500)
    strict.goto(guarded + KINDS["prompt"])
    for button in strict.locator("button[data-md-type=copy]:visible").all():
        button.click()
    strict.set_viewport_size({"width": 320, "height": 800})
    strict.get_by_role("button", name="Navigation").click()
    expect(strict.locator(".md-sidebar--primary")).to_be_visible()


def test_the_hosting_page_explains_every_header_that_is_sent() -> None:
    text = HOSTING.read_text()
    names = {name for _, fields in header_rules() for name in fields}
    assert names == set(
        re.findall(r"^\| `([\w-]+)` \| ", text.partition("| Header |")[2].partition("\n\n")[0], re.M)
    )
