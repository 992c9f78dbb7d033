"""The machine's own Chromium, and the type of the fixture that serves folders to it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Error, FloatRect, Locator, Page

BROWSER_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
]
REFUSALS = """
window.refused = [];
addEventListener("securitypolicyviolation", (event) =>
  refused.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""
"""A script for a tab that keeps what the content security policy refuses on a page."""
_PUT_OFF = "new Promise((done) => setTimeout(done))"
Serve = Callable[[Path], str]


def chromium_program() -> str:
    """The machine's own Chromium."""
    programs = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    names = (os.environ.get("CHROMIUM"), *programs)
    program = next((found for name in names if name and (found := shutil.which(name))), None)
    assert program, "no Chromium found: install it, or name it with CHROMIUM=/path"
    return program


def box_of(part: Locator) -> FloatRect:
    """Return where a part of a page is drawn; it has to be."""
    box = part.bounding_box()
    assert box
    return box


def script(name: str) -> str:
    """Return the function of `scripts/NAME.js`, for a page to evaluate."""
    return Path(__file__).with_name("scripts").joinpath(f"{name}.js").read_text("utf-8")


def settle(tab: Page) -> None:
    """Wait until a page has done what it had put off, also where that leads to another page."""
    try:
        tab.evaluate(_PUT_OFF)
    except Error:  # its context went with it
        tab.wait_for_load_state("networkidle")
