"""What a reader meets on a page: neighbors, values under the pointer, a prompt's text, paper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from benchdocs.site.renderer import leading
from support.browser import Serve, box_of
from support.paths import REPOSITORY
from support.shipped import shipped_pages
from support.stories import stories
from support.tables import table

SITE = shipped_pages()
VIEWS = SITE.views


test_story = stories(__file__)


def test_decisions_open_with_who_decided_and_their_progress() -> None:
    (page,) = (page for page in SITE.pages if page.url == "audit/decisions/")
    assert [section.id for section in page.sections] == [
        "top",
        "deciders",
        "progress",
        "benchmarks",
        "rubrics",
    ]


def test_no_page_for_readers_tells_them_what_its_maintainers_have_not_set() -> None:
    (page,) = (page for page in SITE.pages if page.url == "audit/downloads/")
    cite = next(section.html for section in page.sections if section.id == "cite")
    assert "site_url" not in cite
    assert "owner" not in cite


def test_what_a_benchmark_is_not_for_stands_after_its_scale() -> None:
    (page,) = (page for page in SITE.pages if page.url == "benchmarks/a-neg1/")
    order = [section.id for section in page.sections]
    assert order[:6] == ["top", "applies", "scale", "excluded", "what", "examples"]


@pytest.mark.parametrize(("entries", "shown"), [(5, 5), (6, 6), (8, 8), (9, 6), (200, 6)])
def test_a_fold_hides_three_entries_or_none(entries: int, shown: int) -> None:
    assert leading(range(entries), 6) == range(shown)


SMALL = """() => {
  document.querySelectorAll("details").forEach((fold) => fold.open = true);
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), small = [];
  while (texts.nextNode()) {
    const { parentElement } = texts.currentNode;
    const isSeen = parentElement.checkVisibility() && !parentElement.closest(".tick");
    const size = parseFloat(getComputedStyle(parentElement).fontSize);
    if (isSeen && texts.currentNode.data.trim() && size < 11.99)
      small.push(parentElement.outerHTML);
  }
  return small;
}"""


@table
def test_no_text_is_smaller_than_twelve_pixels_and_no_title_at_the_foot_is_cut(
    tab: Page, address: str, url: str
) -> None:
    tab.set_viewport_size({"width": 390, "height": 800})
    tab.goto(address + url)
    assert tab.evaluate(SMALL) == []
    titles = tab.locator(".md-footer .md-ellipsis")
    assert titles.count() or url == "rules/fld/"
    assert titles.evaluate_all("all => all.every((title) => title.scrollWidth <= title.clientWidth)")


def test_what_sorts_the_table_is_whole_on_a_phone(tab: Page, address: str) -> None:
    tab.set_viewport_size({"width": 390, "height": 800})
    tab.goto(f"{address}benchmarks/")
    tab.get_by_role("button", name="Filters").click()
    styles = "node => [getComputedStyle(node).clipPath, getComputedStyle(node).marginLeft]"
    assert tab.locator(".inventory thead tr").evaluate(styles) == ["none", "0px"]


def test_a_call_names_its_benchmarks_below_a_fold(tab: Page, address: str) -> None:
    tab.goto(f"{address}evaluators/calls/")
    code = tab.locator("main a.code").first
    expect(code).to_be_hidden()
    tab.locator("summary").filter(has_text=re.compile(r"Applies to \d+ benchmarks")).first.click()
    expect(code).to_be_visible()
    expect(code.locator("..")).to_have_text("A-FCT1 Vitals Extraction Incorrect")


def test_a_term_explains_itself_to_the_keyboard(tab: Page, address: str) -> None:
    tab.goto(f"{address}benchmarks/a-neg1/")
    term = tab.locator("a.term").first
    meaning = term.get_attribute("title") or ""
    assert len(meaning) > 20
    tab.keyboard.press("Tab")
    for _ in range(80):
        if term.evaluate("node => node === document.activeElement"):
            break
        tab.keyboard.press("Tab")
    assert tab.locator(".tip").inner_text() == meaning


def test_a_prompts_exact_text_unfolds_and_a_link_to_a_section_of_it_too(tab: Page, address: str) -> None:
    tab.goto(f"{address}prompts/negation-simple/")
    path = REPOSITORY / "evaluators/llm-judge/negation_simple_prompt.md"
    written = tab.locator("details.fold > pre.verbatim > code")
    texts = written.evaluate_all("nodes => nodes.map(node => node.textContent)")
    assert "".join(texts) == path.read_text()
    assert [text.partition("\n")[0] for text in texts] == ["SYSTEM:", "INPUTS"]
    expect(written.first).to_be_hidden()
    tab.goto(f"{address}prompts/negation-simple/#part-pass_conditions")
    target = tab.locator(":target")
    expect(target).to_be_visible()
    assert target.inner_text().startswith("Pass conditions (all must be satisfied):")


def test_both_messages_of_a_prompt_are_copied_word_for_word(
    tab: Page, serve: Serve, shipped_site: Path
) -> None:
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    base = serve(shipped_site)
    for view in VIEWS.prompts[::20]:
        tab.goto(f"{base}prompts/{view.slug}/")
        tab.get_by_text("Show the text", exact=True).click()
        system, _, case = view.prompt.text.partition("INPUTS\n")
        for number, text in enumerate((system, f"INPUTS\n{case}")):
            tab.locator("pre.verbatim").nth(number).hover()
            tab.get_by_title("Copy to clipboard").nth(number).click()
            # The button leaves the last line's end away.
            assert tab.evaluate("navigator.clipboard.readText()").rstrip() == text.rstrip(), view.slug


def test_the_longest_benchmarks_print_on_two_pages_of_either_size_even_from_the_dark(
    tab: Page, serve: Serve, shipped_site: Path
) -> None:
    base = serve(shipped_site)
    tab.emulate_media(color_scheme="dark", media="print")
    pages = [f"benchmarks/{view.code.lower()}/" for view in VIEWS.benchmarks]
    # Those that make the longest pages; the others need less paper.
    longest = sorted(pages, key=lambda page: (shipped_site / page / "index.html").stat().st_size)[-8:]
    for page in longest:
        tab.goto(base + page)
        for size in ("Letter", "A4"):
            pdf = tab.pdf(format=size)
            assert 1 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= 2, (page, size)
    assert tab.locator("h1").evaluate("node => getComputedStyle(node).color") == "rgb(21, 35, 45)"
    assert not tab.locator(".md-header").is_visible()
    assert not tab.locator("details.copy").is_visible()


def test_an_old_code_leads_to_the_benchmark(tab: Page, address: str) -> None:
    tab.goto(f"{address}benchmarks/a-all1/")
    tab.wait_for_url("**/benchmarks/a-cmp7/index.html")


def test_the_map_leads_to_pages_from_a_file_too(tab: Page, shipped_site: Path) -> None:
    tab.goto((shipped_site / "index.html").as_uri())
    tab.locator(".cell[title^='A-SFT2']").click()
    tab.wait_for_url("**/benchmarks/a-sft2/index.html")


def test_a_readers_own_colors_reach_charts(tab: Page, address: str) -> None:
    tab.emulate_media(forced_colors="active", color_scheme="dark")
    tab.goto(f"{address}methodology/how-sure-is-a-pass/")
    fill, canvas = tab.locator(".chart__value").first.evaluate(
        "node => [getComputedStyle(node).fill, getComputedStyle(document.body).color]"
    )
    assert fill == canvas


def test_what_a_spec_says_of_its_labels_leads_to_their_keys() -> None:
    """To the key where a benchmark reads one, else to the list of those that it reads."""
    said = re.compile(r'<a href="([^"]*)">labels?</a> (?:name|list|mark|hold)')
    for code, target in (
        ("A-TRM2", "../../evaluators/labels/#label-trauma_interventions"),
        ("A-SFT4", "#measurement"),
    ):
        page = SITE.page[f"benchmarks/{code.lower()}.md"]
        targets = said.findall("".join(section.html for section in page.sections))
        assert targets
        assert {*targets} == {target}


def test_the_first_column_of_a_wide_table_stays_in_sight(tab: Page, serve: Serve, shipped_site: Path) -> None:
    tab.set_viewport_size({"width": 390, "height": 700})
    tab.goto(f"{serve(shipped_site)}methodology/useless-products/")
    code, other = (tab.locator(f"tr:has-text('A-CMP1') > td:nth-child({at})").first for at in (1, 3))
    (before, beside), inside = (box_of(code), box_of(other)), tab.locator(".md-typeset__scrollwrap").first
    inside.evaluate("box => box.scrollLeft = 300")
    assert box_of(code)["x"] == before["x"]
    assert box_of(other)["x"] == beside["x"] - 300
