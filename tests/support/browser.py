"""The machine's own Chromium, and the type of the fixture that serves folders to it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Dialog, Error, FloatRect, Locator, Page, ViewportSize

from support.patience import PATIENCE

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
USUAL_VIEWPORT: ViewportSize = {"width": 1280, "height": 900}
_FORGET = """
if (["http:", "file:"].includes(location.protocol)) {
  localStorage.clear();
  sessionStorage.clear();
}
"""
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


@contextmanager
def without_errors(tab: Page) -> Iterator[None]:
    """Fail on any error of a page's script meanwhile, and on any box that one opens."""
    errors: list[str] = []

    def keep(error: Error) -> None:
        errors.append(str(error))

    def refuse(dialog: Dialog) -> None:
        errors.append(dialog.message)
        dialog.dismiss()

    tab.set_default_timeout(PATIENCE * 1000)
    tab.on("pageerror", keep)
    tab.on("dialog", refuse)
    yield
    settle(tab)  # an error that was reported before has arrived then
    tab.remove_listener("pageerror", keep)
    tab.remove_listener("dialog", refuse)
    assert not errors


def make_as_new(tab: Page) -> None:
    """Leave nothing in a tab of what a test did there."""
    for other in tab.context.pages:
        if other != tab:
            other.close()
    tab.evaluate(_FORGET)
    tab.set_viewport_size(USUAL_VIEWPORT)
    tab.emulate_media(media="null", color_scheme="null", reduced_motion="null", forced_colors="null")
    tab.mouse.move(-1, -1)
    tab.context.clear_permissions()
    tab.goto("about:blank")
