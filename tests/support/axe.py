"""What axe finds on a page, in a wide window and a narrow one, and in both color schemes."""

from __future__ import annotations

import json
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from support.browser import script

_WIDTHS = (1280, 320)
_HOW = {"resultTypes": ["violations", "incomplete"], "preload": False}
"""The site has no media and no sheet from elsewhere, for which axe would wait."""
_RULES_OF_COLOR = ["color-contrast", "link-in-text-block"]
_EVERY_OTHER_RULE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {
        **{rule: {"enabled": False} for rule in _RULES_OF_COLOR},
        "label-content-name-mismatch": {"enabled": True},
    },
    **_HOW,
}
_COLOR_ALONE = {"runOnly": _RULES_OF_COLOR, **_HOW}
_SCHEMES: dict[Literal["light", "dark"], str] = {"light": "default", "dark": "slate"}
_ONE_OF_A_LOOK = script("one-of-a-look")
"""Takes away what differs in nothing but its words and the values of its attributes from something above it,
inside and out: axe takes half a minute for the long tables."""


def found_by_axe(tab: Page, url: str) -> list[tuple[Any, ...]]:
    """What axe finds on the page of an address: where and how it was shown, rule, impact and places."""
    tab.set_viewport_size({"width": _WIDTHS[0], "height": 800})
    tab.emulate_media(color_scheme="light", reduced_motion="reduce")
    tab.goto(url)
    tab.evaluate(Axe().axe_script)
    found: list[tuple[Any, ...]] = []
    # What color has no part in is the same in both schemes.
    found += [(_WIDTHS[0], *violation) for violation in _violations(tab, _EVERY_OTHER_RULE)]
    tab.set_viewport_size({"width": _WIDTHS[1], "height": 800})
    tab.reload()  # the theme looks for what scrolls when a page loads
    tab.evaluate(_ONE_OF_A_LOOK)
    tab.evaluate(Axe().axe_script)
    found += [(_WIDTHS[1], *violation) for violation in _violations(tab, _EVERY_OTHER_RULE)]
    for media, scheme in _SCHEMES.items():
        tab.emulate_media(color_scheme=media)
        expect(tab.locator("body")).to_have_attribute("data-md-color-scheme", scheme)
        for width in _WIDTHS:
            tab.set_viewport_size({"width": width, "height": 800})
            found += [(width, media, *violation) for violation in _violations(tab, _COLOR_ALONE)]
    return found


def _violations(tab: Page, options: dict[str, Any]) -> list[tuple[Any, ...]]:
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
