"""What a reader can copy or link to on a spec's page, with a script and without."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from support.browser import box_of

CLIPBOARD = """async () => {
    for (let turn = 0; turn < 200; turn++) {
        const text = await navigator.clipboard.readText();
        if (text) return text;
        await new Promise((resolve) => setTimeout(resolve, 25));
    }
}"""
"""Returns what is on the clipboard, as soon as there is something."""


def test_the_copy_button_leaves_room_to_the_longest_title(tab: Page, address: str) -> None:
    for width in (390, 1280):
        tab.set_viewport_size({"width": width, "height": 800})
        tab.goto(f"{address}rubrics/a/")
        button, title = (box_of(tab.locator(part)) for part in ("details.copy > summary", "h1"))
        assert title["y"] - button["y"] - button["height"] >= 4, width


def test_the_menu_copies_the_link_and_the_citation(tab: Page, address: str) -> None:
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    url = f"{address}benchmarks/a-neg1/"
    tab.goto(f"{url}#example-2")
    assert tab.locator(":target").evaluate("node => getComputedStyle(node).outlineStyle") == "solid"
    status = tab.locator("[role=status].tip")

    def copied(name: str) -> str:
        tab.evaluate("navigator.clipboard.writeText('')")
        tab.locator("details.copy summary").click()
        tab.locator("details.copy").get_by_role("link", name=name, exact=True).click()
        text = str(tab.evaluate(CLIPBOARD))
        expect(status).to_have_text(f"Copied: {name}")
        return text

    assert copied("Link to this page") == url
    citation = copied("Citation")
    named = r"A-NEG1 Simple Negation Misinterpretation, version \d+, Medic Copilot benchmarks.*"
    assert re.fullmatch(rf"{named}, http\S+/a-neg1/", citation)
    assert tab.url == f"{url}#example-2"
    tab.evaluate("navigator.clipboard.writeText('')")
    tab.locator("#example-3 .headerlink").focus()
    tab.keyboard.press("Enter")
    expect(tab.locator("#example-3:target")).to_be_visible()
    assert tab.evaluate(CLIPBOARD).endswith("#example-3")
    expect(status).to_have_text(re.compile("^Copied: .*example 3"))
    tab.evaluate("navigator.clipboard.writeText('')")
    tab.goto(address)
    tab.get_by_role("link", name="How to cite").click()
    tab.get_by_role("link", name="Copy citation").click()
    suite = r"Medic Copilot benchmarks, .*suite SHA-256 [0-9a-f]{64}, http\S+/audit/downloads/"
    assert re.fullmatch(suite, tab.evaluate(CLIPBOARD))


def test_the_menu_closes_by_escape_and_by_a_click_elsewhere(tab: Page, address: str) -> None:
    tab.goto(f"{address}benchmarks/a-neg1/")
    menu = tab.locator("details.copy")
    menu.locator("summary").click()
    expect(menu).to_have_attribute("open", "")
    tab.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    menu.locator("summary").click()
    expect(menu).to_have_attribute("open", "")
    tab.get_by_role("heading", name="What it measures").click()
    expect(menu).not_to_have_attribute("open", "")


def test_the_menu_s_arrow_is_seen_in_a_reader_s_own_colors(tab: Page, address: str) -> None:
    tab.emulate_media(forced_colors="active")
    tab.goto(f"{address}benchmarks/a-neg1/")
    arrow, ground = tab.locator("details.copy summary").evaluate(
        "node => ['::after', null].map((part) => getComputedStyle(node, part).backgroundColor)"
    )
    assert arrow != ground
