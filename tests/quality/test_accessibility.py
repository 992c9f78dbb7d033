"""Every kind of page can be used by everyone: axe finds nothing, and a keyboard, 320 px, a zoom of 200 % and
reduced motion are enough."""

from __future__ import annotations

import json
import re
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from support.page_kinds import KINDS

pytestmark = pytest.mark.browser

HOW = {"resultTypes": ["violations", "incomplete"], "preload": False}
"""The site has no media and no sheet from elsewhere, for which axe would wait."""
KINDS_FOR_AXE = [kind for kind in KINDS if kind not in ("print", "methodology", "hosting")]
"""The long page to print is looked at with a small suite, in `test_released_versions.py`: here it takes
minutes. Of the hand-written pages, which share a template, those with tables, code and definitions
are enough."""
RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"]
EVERY_OTHER_RULE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {rule: {"enabled": False} for rule in RULES_OF_COLOUR},
    **HOW,
}
COLOR_ALONE = {"runOnly": RULES_OF_COLOUR, **HOW}
SCHEMES: dict[Literal["light", "dark"], str] = {"light": "default", "dark": "slate"}
ONE_OF_A_LOOK = """() => {
  const look = (element) => element.outerHTML
    .replace(/>[^<]+/g, ">").replace(/ (?!class=|style=|fill=|stroke=|type=)[\\w:-]+="[^"]*"/g, "");
  for (const repeated of [".code", "svg a, svg g", "dt, dd", "li, dl > div, .explorer__entry", "tbody tr"]) {
    const seen = new Map();
    for (const element of document.querySelectorAll(repeated)) {
      const looks = seen.get(element.parentNode) || new Set();
      seen.set(element.parentNode, looks);
      if (looks.has(look(element))) element.remove();
      else looks.add(look(element));
    }
  }
}"""
"""Takes away what differs in nothing but its words from something above it in the same list, table or
drawing: the rules of color take half a minute for the long tables."""
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
    tab.emulate_media(color_scheme="light", reduced_motion="reduce")
    tab.goto(address + KINDS[kind])
    tab.evaluate(Axe().axe_script)
    # What color has no part in is the same in both schemes.
    found = violations(tab, EVERY_OTHER_RULE)
    tab.evaluate(ONE_OF_A_LOOK)
    for media, scheme in SCHEMES.items():
        tab.emulate_media(color_scheme=media)
        expect(tab.locator("body")).to_have_attribute("data-md-color-scheme", scheme)
        found += [(media, *violation) for violation in violations(tab, COLOR_ALONE)]
    assert found == []


def violations(tab: Page, options: dict[str, Any]) -> list[tuple[Any, ...]]:
    """What axe finds on a page that holds its script: rule, impact and places."""
    response = tab.evaluate("options => axe.run(options)", options)
    found = [
        (violation["id"], violation["impact"], [node["html"][:150] for node in violation["nodes"]])
        for violation in response["violations"]
    ]
    # Text in the very color of its ground is in doubt to axe, as if that were meant.
    doubts = [node for doubt in response["incomplete"] for node in doubt["nodes"]]
    unseen = [node["html"][:150] for node in doubts if "equalRatio" in json.dumps(node["any"])]
    return found + [("text that cannot be seen", "critical", unseen)] * bool(unseen)


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


def test_no_kind_of_page_scrolls_sideways(address: str, tab: Page) -> None:
    """A window of 1280 pixels at a zoom of 200 % has 640 pixels, each drawn with two of the screen's."""
    wide = []
    for kind, url in KINDS.items():
        tab.set_viewport_size({"width": 640, "height": 800})
        tab.goto(address + url)
        for width in (640, 320):
            tab.set_viewport_size({"width": width, "height": 800})
            if tab.evaluate("document.documentElement.scrollWidth") > width:
                wide.append((kind, width))
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
