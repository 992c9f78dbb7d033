"""The color scheme follows the system until the reader chooses; the page is styled as a whole only once."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from support.page_kinds import KINDS

TO_LIGHT, TO_DARK, TO_SYSTEM = "Switch to light mode", "Switch to dark mode", "Switch to system preference"


def _shows(tab: Page, scheme: str, switch: str) -> None:
    expect(tab.locator("body")).to_have_attribute("data-md-color-scheme", scheme)
    expect(tab.locator("[data-switch=palette] label:visible")).to_have_attribute("title", switch)
    root = tab.evaluate("getComputedStyle(document.documentElement).colorScheme")
    assert root == ("dark" if scheme == "slate" else "normal")


def test_the_scheme_follows_the_system_until_the_reader_chooses(address: str, tab: Page) -> None:
    tab.emulate_media(color_scheme="dark")
    tab.goto(address)
    _shows(tab, "slate", TO_LIGHT)
    tab.emulate_media(color_scheme="light")
    _shows(tab, "default", TO_LIGHT)
    tab.get_by_title(TO_LIGHT).click()
    tab.emulate_media(color_scheme="dark")
    _shows(tab, "default", TO_DARK)
    tab.goto(address + KINDS["prompt"])
    _shows(tab, "default", TO_DARK)
    tab.get_by_title(TO_DARK).click()
    tab.emulate_media(color_scheme="light")
    tab.reload()
    _shows(tab, "slate", TO_SYSTEM)
    tab.get_by_title(TO_SYSTEM).click()
    _shows(tab, "default", TO_LIGHT)


def test_the_scheme_is_switched_by_the_keyboard(address: str, tab: Page) -> None:
    tab.goto(address)
    tab.locator("[data-switch=palette] input:checked").focus()
    for scheme, switch in (("default", TO_DARK), ("slate", TO_SYSTEM), ("default", TO_LIGHT)):
        tab.keyboard.press("Enter")
        _shows(tab, scheme, switch)
        expect(tab.locator("[data-switch=palette] input:checked")).to_be_focused()


def test_a_choice_that_the_site_no_longer_offers_counts_for_none(address: str, tab: Page) -> None:
    tab.goto(address)
    tab.evaluate("__md_set('__palette', { index: 7, color: { media: '', scheme: 'sepia' } })")
    tab.reload()
    _shows(tab, "default", TO_LIGHT)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("kind", ["home", "inventory", "rubric", "benchmark", "prompt"])
def test_a_page_is_styled_as_a_whole_only_once(address: str, browser: Browser, kind: str) -> None:
    tab = browser.new_page(viewport={"width": 412, "height": 823})
    browser.start_tracing(page=tab, categories=["devtools.timeline"])
    tab.goto(address + KINDS[kind], wait_until="networkidle")
    events = json.loads(browser.stop_tracing())["traceEvents"]
    elements = tab.evaluate("document.querySelectorAll('body *').length")
    tab.close()
    styled = [event["args"].get("elementCount", 0) for event in events if event["name"] == "UpdateLayoutTree"]
    assert max(styled) > 50
    assert sum(count > 0.75 * elements for count in styled) <= 1, (elements, styled)
