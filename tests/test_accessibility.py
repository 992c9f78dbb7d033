"""Every kind of page can be used by everyone: axe finds nothing, and a keyboard, 320 px, a zoom of 200 % and
reduced motion are enough."""

from __future__ import annotations

import json
import re
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from page_kinds import KINDS

pytestmark = pytest.mark.browser

HOW = {"resultTypes": ["violations", "incomplete"], "preload": False}
"""The site has no media and no sheet from elsewhere, for which axe would wait."""
KINDS_FOR_AXE = [kind for kind in KINDS if kind not in ("print", "methodology", "hosting")]
"""The long page to print is looked at with a small suite, in `test_versions.py`: here it takes minutes. Of
the hand-written pages, which share a template, those with tables, code and definitions are enough."""
RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"]
EVERY_OTHER_RULE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {rule: {"enabled": False} for rule in RULES_OF_COLOUR},
    **HOW,
}
ONE_ROW_OF_A_LOOK = """() => {
  const seen = new Set();
  for (const row of document.querySelectorAll("tbody tr")) {
    const look = row.outerHTML.replace(/>[^<]+/g, ">").replace(/ (?!class=)[\\w:-]+="[^"]*"/g, "");
    if (seen.has(look)) row.remove();
    seen.add(look);
  }
}"""
"""Takes the rows of tables away that differ in nothing but their words from one above them: the rules of
color take half a minute for the long tables."""
SHOWS_FOCUS = """() => {
  const at = document.activeElement;
  const shown = (element) => {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const inside = box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight;
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1 && box.width >= 8 && inside
      && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  // A mark in a chart may show it with a line or a colour of its parts.
  const drawing = () => JSON.stringify([at, ...at.querySelectorAll("*")].map((part) => {
    const { outline, stroke, strokeWidth, fill, textDecorationLine } = getComputedStyle(part);
    return [outline, stroke, strokeWidth, fill, textDecorationLine];
  }));
  if (at instanceof SVGElement) {
    const focused = drawing();
    at.blur();
    const changed = drawing() !== focused;
    at.focus();
    return changed ? "" : at.outerHTML.slice(0, 120);
  }
  const near = at.matches("[type=checkbox], [type=radio]") ? at.parentNode.querySelectorAll("label, a") : [];
  const drawn = [at, ...(at.labels || []), ...near];
  return drawn.some(shown) || at.matches(".md-search__input") ? "" : at.outerHTML.slice(0, 120);
}"""


@pytest.mark.parametrize("width", [1280, 320])
@pytest.mark.parametrize("kind", KINDS_FOR_AXE)
def test_axe_finds_no_violation(address: str, tab: Page, kind: str, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    found = []
    color_alone = {"runOnly": RULES_OF_COLOUR, **HOW}
    # What color has no part in is the same in both schemes.
    runs: list[tuple[Literal["light", "dark"], dict[str, Any]]]
    runs = [("light", EVERY_OTHER_RULE), ("light", color_alone), ("dark", color_alone)]
    shown = ""
    for scheme, options in runs:
        if scheme != shown:
            tab.emulate_media(color_scheme=scheme)
            tab.goto(address + KINDS[kind])
            shown = scheme
        if options is color_alone:
            tab.evaluate(ONE_ROW_OF_A_LOOK)
        response = Axe().run(tab, options=options).response
        for violation in response["violations"]:
            places = [node["html"][:150] for node in violation["nodes"]]
            found.append((scheme, violation["id"], violation["impact"], places))
        # Text in the very color of its ground is in doubt to axe, as if that were meant.
        doubts = [node for doubt in response["incomplete"] for node in doubt["nodes"]]
        unseen = [node["html"][:150] for node in doubts if "equalRatio" in json.dumps(node["any"])]
        found += [(scheme, "text that cannot be seen", "critical", unseen)] * bool(unseen)
    assert found == []


def test_the_first_stop_of_the_keyboard_skips_to_the_content(address: str, tab: Page) -> None:
    tab.goto(address + KINDS["benchmark"])
    tab.keyboard.press("Tab")
    skip = tab.locator(".md-skip:focus")
    expect(skip).to_have_css("opacity", "1")
    skip.press("Enter")
    tab.keyboard.press("Tab")
    assert tab.evaluate("!!document.activeElement.closest('.md-content')")


@pytest.mark.parametrize(
    ("kind", "width"),
    [("home", 320), ("inventory", 1280), ("rubric", 320), ("benchmark", 1280), ("prompt", 320)],
)
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


@pytest.mark.parametrize("width", [1280, 320])
def test_a_keyboard_finds_a_page_with_the_search(address: str, tab: Page, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    tab.goto(address + KINDS["benchmark"])
    tab.locator(".md-search__input").focus()
    tab.keyboard.type("A-PRT3")
    expect(tab.locator(".md-search-result__link").first).to_have_attribute("href", re.compile("a-prt3"))
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("Enter")
    expect(tab).to_have_url(re.compile("benchmarks/a-prt3/"))


def test_a_letter_is_no_command(address: str, tab: Page) -> None:
    tab.goto(address + KINDS["benchmark"])
    for letter in "fspn/,.":
        tab.keyboard.press(letter)
    assert tab.url == address + KINDS["benchmark"]
    expect(tab.locator(".md-search__input")).not_to_be_focused()


@pytest.mark.parametrize(("width", "scale"), [(320, 1), (640, 2)])
def test_no_kind_of_page_scrolls_sideways(address: str, browser: Browser, width: int, scale: int) -> None:
    """A window of 1280 pixels at a zoom of 200 % has 640 pixels, each drawn with two of the screen's."""
    viewport = {"width": width, "height": 800}
    tab = browser.new_page(viewport=viewport, device_scale_factor=scale)  # type: ignore[arg-type]
    wide = []
    for kind, url in KINDS.items():
        tab.goto(address + url)
        if tab.evaluate("document.documentElement.scrollWidth") > width:
            wide.append(kind)
    tab.close()
    assert wide == []


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
