"""Every kind of page can be used by everyone: axe finds nothing, and a keyboard and reduced motion
are enough."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from support.axe import found_by_axe
from support.browser import script
from support.page_kinds import KINDS
from support.tables import table

PAGES_FOR_AXE = [KINDS[kind] for kind in KINDS if kind not in ("methodology", "hosting")]
"""Of the hand-written pages, which share a template, those with tables, code and definitions are enough."""
SHOWS_FOCUS = script("unseen-focus")


@pytest.mark.sweep(9)
@pytest.mark.parametrize("page", PAGES_FOR_AXE)
def test_axe_finds_no_violation(address: str, tab: Page, page: str) -> None:
    assert found_by_axe(tab, address + page) == []


def test_the_first_stop_of_the_keyboard_skips_to_the_content(address: str, tab: Page) -> None:
    tab.goto(address + KINDS["benchmark"])
    tab.keyboard.press("Tab")
    skip = tab.locator(".md-skip:focus")
    expect(skip).to_have_css("opacity", "1")
    skip.press("Enter")
    tab.keyboard.press("Tab")
    assert tab.evaluate("!!document.activeElement.closest('.md-content')")


@table
@pytest.mark.sweep(3)
def test_the_keyboard_is_seen_wherever_it_stops(address: str, tab: Page, kind: str, width: int) -> None:
    tab.emulate_media(reduced_motion="reduce")
    tab.set_viewport_size({"width": width, "height": 800})
    tab.goto(address + KINDS[kind])
    unseen = []
    for _ in range(40):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement === document.body"):
            break
        if hidden := tab.evaluate(SHOWS_FOCUS):
            unseen.append(hidden)
    assert unseen == [], "\n".join(unseen)


def test_a_keyboard_opens_the_navigation_at_320_pixels(address: str, tab: Page) -> None:
    tab.set_viewport_size({"width": 320, "height": 800})
    tab.goto(address + KINDS["benchmark"])
    button = tab.get_by_role("button", name="Navigation")
    for _ in range(5):
        tab.keyboard.press("Tab")
        if button.evaluate("button => button === document.activeElement"):
            break
    expect(button).to_be_focused()
    sidebar = tab.locator(".md-sidebar--primary")
    expect(sidebar).to_be_hidden()
    button.press("Enter")
    expect(sidebar).to_be_visible()
    expect(button).to_have_attribute("aria-expanded", "true")
    assert tab.evaluate("!!document.activeElement.closest('.md-sidebar--primary')")
    tab.keyboard.press("Escape")
    expect(sidebar).to_be_hidden()
    expect(button).to_be_focused()

    # A group of the navigation opens with the space bar, and leads to its pages.
    tab.goto(address)
    button.press("Enter")
    group = tab.get_by_role("checkbox", name=re.compile("^Methodology"))
    group.focus()
    group.press("Space")
    link = sidebar.get_by_role("link", name="Glossary")
    expect(link).to_be_visible()
    link.press("Enter")
    expect(tab).to_have_url(re.compile("methodology/glossary/$"))


@pytest.mark.sweep(2)
@pytest.mark.parametrize(("kind", "width"), [("inventory", 1280), ("rubric", 1280), ("rubric", 375)])
def test_nothing_covers_what_has_the_focus(address: str, tab: Page, kind: str, width: int) -> None:
    """Backwards, what comes into sight would stop below the header."""
    tab.set_viewport_size({"width": width, "height": 800})
    tab.goto(address + KINDS[kind])
    covered = script("covered-focus")
    assert tab.evaluate(covered) == []


def test_a_letter_is_no_command(address: str, tab: Page) -> None:
    tab.goto(address + KINDS["benchmark"])
    for letter in "fspn/,.":
        tab.keyboard.press(letter)
    assert tab.url == address + KINDS["benchmark"]
    expect(tab.get_by_role("dialog")).to_be_hidden()


def test_who_wants_no_motion_gets_none(address: str, tab: Page) -> None:
    tab.emulate_media(reduced_motion="reduce")
    tab.set_viewport_size({"width": 320, "height": 800})
    for kind in ("home", "rubric", "benchmark"):
        tab.goto(address + KINDS[kind])
        tab.get_by_role("button", name="Navigation").click()
        assert tab.evaluate("document.getAnimations().length") == 0
        moving = """() => [...document.querySelectorAll("*")].filter((element) => {
          const style = getComputedStyle(element);
          return style.transitionDuration !== "0s" || style.animationName !== "none"
            || style.scrollBehavior !== "auto";
        }).length"""
        assert tab.evaluate(moving) == 0, kind
