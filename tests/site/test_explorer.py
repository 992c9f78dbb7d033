"""The score explorer, where a page is asked for its verdicts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from benchdocs.suite.verdicts import worked_result
from support.browser import box_of
from support.paths import THEME
from support.shipped import shipped_report
from support.tables import table

SUITE = shipped_report().suite


def outcome(tab: Page, code: str, field: str = "words") -> Locator:
    return tab.locator(f'[data-code="{code}"][data-show="{field}"]').last


def words(tab: Page, code: str, field: str = "words") -> str:
    shown = outcome(tab, code, field)
    return (shown.text_content() or "").strip()  # `inner_text` has nothing of what is not yet drawn


def entry(tab: Page, code: str) -> Any:
    return tab.locator(f"li#{code} input[type=text]")


@pytest.fixture
def site(address: str) -> str:
    return f"{address}rubrics/"


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no script"])
def test_it_starts_from_the_worked_example_with_and_without_scripts(
    site: str, browser: Browser, scripts: bool
) -> None:
    tab = browser.new_page(java_script_enabled=scripts)
    tab.goto(f"{site}a-ref/")
    wanted = worked_result(SUITE, SUITE.rubric["A-REF"])
    assert wanted is not None
    assert words(tab, "A-REF") == wanted.verdict_text == "passes"
    assert words(tab, "A-REF", "score") == wanted.score.text
    assert words(tab, "A-REF1") == "reached exactly"
    assert tab.locator(".explorer :is(input, button):visible").count() == (10 if scripts else 0)
    assert tab.get_by_text("needs JavaScript").is_visible() is not scripts
    assert not tab.locator("li#A-REF1 .explorer__score").is_visible()
    shown = tab.locator(".explorer > *").evaluate_all(
        "all => all.filter((each) => each.checkVisibility()).length"
    )
    assert shown > 3 if scripts else shown == 1
    assert tab.locator("li#A-REF1 .explorer__score").text_content() == "1.00"
    tab.close()


@table
def test_entered_scores_show_in_gates_distance_verdict_and_words(
    site: str, tab: Page, page: str, steps: list[dict[str, Any]]
) -> None:
    tab.goto(f"{site}{page}")
    for step in steps:
        if "press" in step:
            tab.get_by_role("button", name=step["press"]).click()
        for code, score in step.get("enter", {}).items():
            if not entry(tab, code).is_visible():
                tab.locator("details", has=tab.locator(f"li#{code}")).locator("summary").focus()
                tab.keyboard.press("Enter")
            entry(tab, code).fill(score)
        for place, wanted in step["shown"].items():
            code, _, field = place.partition(" ")
            assert words(tab, code, field or "words") == wanted, place
        for code, look in step.get("looks", {}).items():
            assert outcome(tab, code).get_attribute("data-verdict") == look, code


def test_what_is_no_score_is_told_and_buttons_set_all(site: str, tab: Page) -> None:
    tab.goto(f"{site}a-ref/")
    entry(tab, "A-REF3").fill("0.97")
    entry(tab, "A-REF3").fill("1.5")
    assert words(tab, "A-REF3") == "reached by 0.02"
    assert tab.locator("li#A-REF3 input[type=range]").input_value() == "0.97"
    assert "0 to 1" in tab.locator("li#A-REF3 .explorer__hint").inner_text()
    assert entry(tab, "A-REF3").get_attribute("aria-invalid") == "true"
    said = tab.locator(".explorer .visually-hidden[role=status]")
    expect(said).to_contain_text("Not a score. Enter 0 to 1")
    tab.get_by_role("button", name="Set all to 1").click()
    assert words(tab, "A-REF", "distance") == "+0.05"
    tab.locator(".explorer").get_by_role("button", name="Clear").click()
    assert words(tab, "A-REF", "score") == "0 to 1"
    tab.get_by_role("button", name="Worked example").click()
    assert entry(tab, "A-REF2").input_value() == "0.95"
    assert tab.url == f"{site}a-ref/"


def test_passed_of_evaluated_cases_are_a_score(site: str, tab: Page) -> None:
    tab.goto(f"{site}a-ref/")
    assert "≥ 59 cases" in tab.locator("li#A-REF1").inner_text()
    entry(tab, "A-REF1").fill("59/59")
    entry(tab, "A-REF2").fill("39/40")
    slider = tab.locator("li#A-REF2 input[type=range]")
    assert (slider.input_value(), slider.get_attribute("aria-valuetext")) == ("0.98", "39/40")
    tab.wait_for_function("location.search")
    assert tab.url == f"{site}a-ref/?scores=A-REF1:59/59,A-REF2:39/40,A-REF3:0.95"
    tab.goto(tab.url)
    assert entry(tab, "A-REF2").input_value() == "39/40"
    for wrong in ("2/1", "0/0", "/", "1/", "12345/12345", "1/2/3", "0.5/1"):
        entry(tab, "A-REF2").fill(wrong)
        assert entry(tab, "A-REF2").get_attribute("aria-invalid") == "true", wrong
        assert words(tab, "A-REF2") == "undecided at this sample size"


def test_number_and_slider_follow_each_other_by_keyboard(site: str, tab: Page) -> None:
    tab.goto(f"{site}a-ref/")
    slider = tab.locator("li#A-REF2 input[type=range]")
    slider.focus()
    tab.keyboard.press("ArrowLeft")
    assert entry(tab, "A-REF2").input_value() == "0.94"
    tab.keyboard.press("Tab")
    tab.keyboard.press("Control+a")
    tab.keyboard.type("0.955")
    assert slider.get_attribute("aria-valuetext") == "0.955"
    assert words(tab, "A-REF2") == "reached by 0.005"
    tab.locator("[data-set=none]").focus()
    tab.keyboard.press("Enter")
    assert slider.get_attribute("aria-valuetext") == "no score"


@pytest.mark.parametrize("width", [1280, 375])
def test_the_verdict_stays_in_sight_and_covers_no_slider(site: str, tab: Page, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    tab.goto(f"{site}a-cmp/")
    verdict = tab.locator(".explorer__verdict")
    for code in ("A-CMP1", "A-CMP7"):
        slider = tab.locator(f"li#{code} input[type=range]")
        slider.focus()
        tab.keyboard.press("ArrowLeft")
        seen, moved = box_of(verdict), box_of(slider)
        assert 48 <= seen["y"] < seen["y"] + seen["height"] < moved["y"] < 800
    if width < 720:
        assert seen["height"] < 30
        entry(tab, "A-CMP1").fill("")
        emptied = box_of(verdict)
        assert emptied["height"] == seen["height"]


def test_the_result_is_announced_once_the_reader_pauses(site: str, tab: Page) -> None:
    tab.goto(f"{site}a-ref/")
    said = tab.locator(".explorer .visually-hidden[role=status]")
    assert said.text_content() == ""
    said_between = entry(tab, "A-REF1").evaluate(
        """(input, scores) => scores.map((score) => {
            input.value = score;
            input.dispatchEvent(new InputEvent("input", {bubbles: true}));
            return document.querySelector(".explorer .visually-hidden[role=status]").textContent;
        })""",
        ["0.9", "0.8", "0.7"],
    )
    assert said_between == ["", "", ""]
    tab.wait_for_function("location.search")
    assert said.text_content() == "A-REF: score 0.825, blocked by A-REF1"


@pytest.mark.parametrize("local", [False, True], ids=["http", "file"])
def test_a_link_brings_the_scores_back(site: str, shipped_site: Path, browser: Browser, local: bool) -> None:
    address = f"{(shipped_site / 'rubrics/a/index.html').as_uri()}" if local else f"{site}a/"
    context = browser.new_context(permissions=[] if local else ["clipboard-read", "clipboard-write"])
    tab = context.new_page()
    errors: list[str] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.goto(address)
    tab.locator(".explorer").get_by_role("button", name="Clear").click()
    tab.locator("details", has=tab.locator("li#A-NEG1")).locator("summary").click()
    entry(tab, "A-NEG1").fill("0.9")
    entry(tab, "A-NEG2").fill("0.85")
    tab.get_by_role("button", name="Copy link").click()
    tab.locator(".explorer__note", has_text="link").wait_for()
    assert tab.url == f"{address}{'#' if local else '?'}scores=A-NEG1:0.9,A-NEG2:0.85"
    if not local:
        assert tab.evaluate("navigator.clipboard.readText()") == tab.url
    other = context.new_page()
    other.goto(tab.url)
    assert entry(other, "A-NEG2").input_value() == "0.85"
    assert entry(other, "A-NEG3").input_value() == ""
    assert words(other, "A-NEG", "score") == words(tab, "A-NEG", "score") == "0.4375 to 0.9375"
    assert words(other, "A") == words(tab, "A") == "open"
    context.close()
    assert errors == []


def test_a_malformed_state_is_left_out_with_a_word(site: str, shipped_site: Path, tab: Page) -> None:
    note = tab.locator(".explorer__note")
    for state in (
        "A-NOT1:0.5",
        "A-REF1:2",
        "A-REF1",
        "<b>:%00:,%,",
        "A-REF1:1e-1",
        "A-REF1:1:1",
        "__proto__:1",
        ":",
    ):
        tab.goto(f"{site}a-ref/?scores={state}")
        assert (note.inner_text() or "").startswith("Left out of the link: "), state
        assert words(tab, "A-REF") == "passes"
    tab.goto(f"{site}a-ref/?scores=A-REF1:0.5,A-OLD1:1,A-REF2:.5,,")
    assert note.inner_text() == "Left out of the link: A-OLD1:1"
    assert words(tab, "A-REF", "score") == "≈ 0.4167 to ≈ 0.5833"
    tab.goto(f"{(shipped_site / 'rubrics/a-ref/index.html').as_uri()}#scores=%E0%A4%A\"'")
    assert note.is_visible()
    assert words(tab, "A-REF") == "passes"
    tab.goto(f"{site}a-ref/?scores=")
    assert not note.is_visible()
    assert words(tab, "A-REF", "score") == "0 to 1"


def test_a_narrow_screen_needs_no_scrolling_sideways_and_keeps_targets_large(site: str, tab: Page) -> None:
    tab.set_viewport_size({"width": 320, "height": 640})
    tab.goto(f"{site}a/?scores=A-CMP1:0.333333")
    tab.evaluate("document.querySelectorAll('.explorer details').forEach((group) => { group.open = true; })")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 320
    sizes = tab.evaluate(
        "[...document.querySelectorAll('.explorer :is(input, button, summary)')]"
        ".map((part) => part.getBoundingClientRect()).map(({width, height}) => Math.min(width, height))"
    )
    assert min(sizes) >= 24


@pytest.mark.parametrize("rubric", ["a-ref/?scores=A-REF1:0.97", "a/"])
def test_paper_has_no_tried_scores_which_would_look_like_a_result(site: str, tab: Page, rubric: str) -> None:
    tab.goto(site + rubric)
    assert tab.locator("#explorer").is_visible()
    tab.emulate_media(media="print")
    assert not tab.locator("#explorer").is_visible()
    assert tab.locator(".explorer :visible").count() == 0
    assert tab.get_by_text("scores exactly its own threshold").first.is_visible()


def test_a_component_prints_on_two_sheets(site: str, tab: Page) -> None:
    tab.goto(f"{site}a/")
    assert len(re.findall(rb"/Type\s*/Page\b", tab.pdf(format="A4"))) <= 2


def test_the_first_press_of_end_reaches_the_footer_on_a_phone(site: str, tab: Page) -> None:
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.goto(f"{site}a/")
    tab.keyboard.press("End")
    expect(tab.locator(".md-footer")).to_be_in_viewport()
    left = "() => document.documentElement.scrollHeight - scrollY - innerHeight"
    tab.wait_for_function(f"({left})() < 2")


def test_a_page_without_an_explorer_is_left_alone(site: str, tab: Page) -> None:
    tab.goto(site)
    tab.add_script_tag(path=THEME / "javascripts/explorer.js")
    assert tab.evaluate("typeof judgeScores") == "undefined"
