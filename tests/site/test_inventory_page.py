"""The table of benchmarks: filters, sorting, a state to share, a CSV, and all readable without script."""

from __future__ import annotations

import csv
import io
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from benchdocs.site.views.suite import Views
from support.browser import box_of
from support.shipped import shipped_report
from support.tables import data

VIEWS = Views(shipped_report()).benchmarks


@pytest.fixture
def inventory(tab: Page, address: str) -> Page:
    tab.goto(f"{address}benchmarks/")
    return tab


def shown(page: Page) -> list[str]:
    return page.locator("#inventory tbody tr:visible th").all_inner_texts()


def test_filters_narrow_the_table_and_the_count_says_so(inventory: Page) -> None:
    assert shown(inventory) == [view.code for view in VIEWS]
    inventory.get_by_label("Gate").select_option("Hard gate")
    gates = [view.code for view in VIEWS if view.is_hard_gate]
    assert shown(inventory) == gates
    inventory.get_by_label("Evaluator").select_option("Code")
    both = [view.code for view in VIEWS if view.is_hard_gate and view.evaluator == "Code"]
    assert shown(inventory) == both
    assert inventory.locator("#shown").inner_text() == f"{len(both)} of {len(VIEWS)} shown"
    inventory.get_by_role("button", name="Clear filters").click()
    inventory.get_by_label("Release").select_option("blocked by a miss")
    assert shown(inventory) == [view.code for view in VIEWS if view.blocks]
    inventory.get_by_role("button", name="Clear filters").click()
    expect(inventory.locator("#inventory tbody tr:visible")).to_have_count(len(VIEWS))
    assert shown(inventory) == [view.code for view in VIEWS]


def test_words_find_codes_labels_former_codes_and_what_the_criteria_say(inventory: Page) -> None:
    for words, codes in data(__file__)["found"].items():
        inventory.get_by_label("Code, label or criteria").fill(words)
        assert shown(inventory) == codes, words
        assert inventory.get_by_text("No benchmark matches these filters.").is_visible() is not bool(codes)
    texts = [
        (
            spec.code,
            [spec.fields.inclusion_criteria, spec.fields.exclusion_criteria, *spec.fields.out_of_scope],
        )
        for spec in (view.spec for view in VIEWS)
    ]
    naming = [code for code, criteria in texts if "NKDA" in " ".join(filter(None, criteria))]
    assert naming
    inventory.get_by_label("Code, label or criteria").fill("nkda")
    for typed in ("nkda", '"NKDA",', "'nkda'", "\u201cNKDA\u201d."):
        inventory.get_by_label("Code, label or criteria").fill(typed)
        expect(inventory.locator("#inventory tbody tr:visible")).to_have_count(len(naming))
        assert shown(inventory) == naming


def test_columns_stay_where_they_are_while_rows_come_and_go(inventory: Page) -> None:
    widths = "[...document.querySelectorAll('#inventory thead th')].map((head) => head.offsetWidth)"
    before = inventory.evaluate(widths)
    inventory.get_by_label("Code, label or criteria").fill("a-sft2")
    assert shown(inventory) == ["A-SFT2"]
    assert inventory.evaluate(widths) == before


def test_the_longest_code_stays_within_its_cell(inventory: Page) -> None:
    cells = inventory.locator("#inventory tbody th")
    for width in (375, 1280):
        inventory.set_viewport_size({"width": width, "height": 800})
        assert cells.evaluate_all("cells => cells.every((cell) => cell.scrollWidth <= cell.clientWidth)")


def test_a_phone_shows_the_first_row_at_once_and_the_filters_on_request(tab: Page, address: str) -> None:
    tab.set_viewport_size({"width": 375, "height": 667})
    tab.goto(f"{address}benchmarks/?gate=Hard+gate")
    row = box_of(tab.locator("#inventory tbody tr").first)
    assert row["y"] + row["height"] <= 667
    assert not tab.get_by_label("Evaluator").is_visible()
    tab.get_by_role("button", name="Filters (1)").click()
    assert tab.get_by_role("button", name="Filters (1)").get_attribute("aria-expanded") == "true"
    assert tab.get_by_label("Evaluator").is_visible()


def test_a_phone_shows_a_benchmark_s_facts_without_a_sideways_scroll(browser: Browser, address: str) -> None:
    page = browser.new_page(java_script_enabled=False, viewport={"width": 320, "height": 700})
    page.goto(f"{address}benchmarks/")
    box = page.locator(".scroll")
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
    row = page.locator("#inventory tbody tr").filter(has_text="A-NEG1")
    cells = row.locator("td:visible").all()
    label, *facts = (cell.inner_text() for cell in cells)
    assert label == "Simple Negation Misinterpretation"
    assert facts == ["0.25", "1.488%", "0.90", "Hybrid", "Threshold gate", "active", "3"]
    for cell in cells:
        place = box_of(cell)
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= 320
    page.close()


def test_a_phone_sorts_once_the_filters_are_open(tab: Page, address: str) -> None:
    tab.set_viewport_size({"width": 320, "height": 700})
    tab.goto(f"{address}benchmarks/")
    sort = tab.locator("#inventory thead").get_by_role("button", name="Provisional")
    assert not sort.is_visible()
    tab.get_by_role("button", name="Filters").click()
    sort.click()
    most = max(view.provisional for view in VIEWS)
    first = tab.locator("#inventory tbody tr").first.locator("td").last
    assert first.inner_text() == str(most)


def test_a_column_that_stays_keeps_its_borders(tab: Page, address: str) -> None:
    tab.set_viewport_size({"width": 768, "height": 667})
    tab.goto(f"{address}benchmarks/")
    tab.locator(".scroll").evaluate("box => { box.scrollLeft = 200; }")
    code = tab.locator("#inventory tbody th").first
    style = (
        "cell => [getComputedStyle(cell).position, getComputedStyle(cell.closest('table')).borderCollapse]"
    )
    assert code.evaluate(style) == ["sticky", "separate"]  # collapsed borders scroll away
    box = box_of(code)
    assert box["x"] == tab.locator(".scroll").evaluate("box => box.getBoundingClientRect().left")


@pytest.fixture
def long_inventory(tab: Page, shipped_site: Path, tmp_path: Path) -> Page:
    """The page with every row three times, more than are drawn at first."""
    copy = tmp_path / "site"
    shutil.copytree(shipped_site, copy, ignore=shutil.ignore_patterns("*.zip"))
    page = copy / "benchmarks/index.html"
    head, rows, rest = re.split(r"(?<=<tbody>)|(?=</tbody>)", page.read_text())
    page.write_text(head + rows * 3 + rest)
    tab.goto(page.as_uri())
    return tab


def test_a_long_table_is_drawn_in_part_until_the_rest_is_asked_for(long_inventory: Page) -> None:
    count, rest = 3 * len(VIEWS), 3 * len(VIEWS) - 100
    said, more = (
        long_inventory.locator("#shown"),
        long_inventory.get_by_role("button", name=re.compile(r"^Show \d+ more$")),
    )
    assert len(shown(long_inventory)) == 100
    assert said.inner_text() == f"{count} of {count} fit, the first 100 shown"
    assert more.inner_text() == f"Show {rest} more"
    more.click()
    assert len(shown(long_inventory)) == count
    assert said.inner_text() == f"{count} of {count} shown"
    assert not more.is_visible()
    focused = long_inventory.evaluate("document.activeElement.closest('tr').rowIndex")
    assert focused == 101  # the first of the rows that the button brought; the heads are row 0
    long_inventory.get_by_role("columnheader", name=re.compile("^Weight")).get_by_role("button").click()
    assert len(shown(long_inventory)) == count
    long_inventory.get_by_label("Code, label or criteria").fill("a-neg")
    assert not more.is_visible()
    assert said.inner_text() == f"12 of {count} shown"


def test_every_column_fits_on_paper_without_arrows(tab: Page, address: str) -> None:
    tab.set_viewport_size({"width": 688, "height": 1000})
    tab.goto(f"{address}benchmarks/")
    tab.emulate_media(media="print")
    head = tab.locator("#inventory thead th").last
    assert head.inner_text() == "Provisional"
    box = head.bounding_box()
    assert box
    assert box["x"] + box["width"] <= 689
    arrow = "button => getComputedStyle(button, '::after').display"
    assert set(tab.locator("#inventory thead button").evaluate_all(f"all => all.map({arrow})")) == {"none"}


def test_a_long_table_is_saved_and_printed_whole(long_inventory: Page) -> None:
    with long_inventory.expect_download() as download:
        long_inventory.get_by_role("button", name="Save as CSV").click()
    rows = list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text(encoding="utf-8"))))
    assert len(rows) == 3 * len(VIEWS)
    assert len(shown(long_inventory)) == 100
    long_inventory.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert len(shown(long_inventory)) == 3 * len(VIEWS)


def test_every_column_sorts_both_ways(inventory: Page) -> None:
    weights = {view.code: view.spec.fields.weight or 0 for view in VIEWS}
    head = inventory.get_by_role("columnheader", name=re.compile("^Weight"))
    head.get_by_role("button").click()
    assert [weights[code] for code in shown(inventory)] == sorted(weights.values(), reverse=True)
    assert head.get_attribute("aria-sort") == "descending"  # the largest first
    head.get_by_role("button").click()
    assert [weights[code] for code in shown(inventory)] == sorted(weights.values())
    for title in ("Code", "Label", "Rubric", "Category", "Effective", "Threshold", "Evaluator", "Status"):
        inventory.get_by_role("columnheader", name=title).get_by_role("button").click()
        assert sorted(shown(inventory)) == sorted(weights)
    assert inventory.locator("[aria-sort]").count() == 1


def test_codes_sort_by_their_numbers(inventory: Page) -> None:
    inventory.get_by_role("columnheader", name="Code").get_by_role("button").click()
    found = [code for code in shown(inventory) if code.startswith("A-CMP")]
    assert found == [f"A-CMP{n}" for n in ("1", "2", "3", "4", "5", "6", "6-airport", "7")]


def test_the_address_holds_the_state_and_brings_it_back(inventory: Page, browser: Browser) -> None:
    inventory.get_by_label("Gate").select_option("Threshold gate")
    inventory.get_by_label("Rubric", exact=True).select_option("A-REF")
    inventory.get_by_role("columnheader", name="Label").get_by_role("button").click()
    inventory.get_by_role("columnheader", name="Label").get_by_role("button").click()
    address = inventory.url
    assert address.endswith("?rubric=A-REF&gate=Threshold+gate&sort=-label")
    other = browser.new_page()
    other.goto(address)
    assert shown(other) == shown(inventory)
    assert other.get_by_label("Rubric", exact=True).input_value() == "A-REF"
    other.close()


def test_back_takes_a_choice_back_and_no_letter(inventory: Page) -> None:
    start = inventory.url
    inventory.get_by_label("Gate").select_option("Threshold gate")
    inventory.locator("#filters [name=find]").press_sequentially("dose")
    inventory.get_by_role("columnheader", name="Label").get_by_role("button").click()
    assert inventory.url.endswith("?find=dose&gate=Threshold+gate&sort=label")
    inventory.go_back()
    assert inventory.url.endswith("?find=dose&gate=Threshold+gate")
    assert inventory.locator("th[aria-sort]").count() == 0
    inventory.go_back()
    assert inventory.url == start
    assert inventory.locator("#filters [name=find]").input_value() == ""
    assert shown(inventory) == [view.code for view in VIEWS]


def test_a_shared_search_does_not_open_the_sites_own(tab: Page, address: str) -> None:
    tab.goto(f"{address}benchmarks/?find=a-sft")
    assert shown(tab) == ["A-SFT1", "A-SFT2", "A-SFT4"]
    assert not tab.locator("#__search").is_checked()
    tab.get_by_role("button", name="Clear filters").click()
    expect(tab.locator("#inventory tbody tr:visible")).to_have_count(len(VIEWS))


def test_a_state_that_makes_no_sense_shows_the_whole_table(tab: Page, address: str) -> None:
    tab.goto(f"{address}benchmarks/?rubric=NOPE&sort=nope&gate=%3Cscript%3E")
    assert shown(tab) == [view.code for view in VIEWS]


def test_the_state_is_kept_on_a_page_opened_as_a_file(tab: Page, shipped_site: Path) -> None:
    tab.goto(f"{(shipped_site / 'benchmarks/index.html').as_uri()}?gate=Hard+gate")
    gates = [view.code for view in VIEWS if view.is_hard_gate]
    assert shown(tab) == gates
    tab.get_by_label("Evaluator").select_option("Code")
    tab.reload()
    assert shown(tab) == [view.code for view in VIEWS if view.is_hard_gate and view.evaluator == "Code"]


def test_the_csv_holds_the_rows_that_are_shown(inventory: Page) -> None:
    inventory.get_by_label("Gate").select_option("Hard gate")
    with inventory.expect_download() as download:
        inventory.get_by_role("button", name="Save as CSV").click()
    assert download.value.suggested_filename == "benchmarks.csv"
    rows = list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text(encoding="utf-8"))))
    expected = [view for view in VIEWS if view.is_hard_gate]
    assert [row["Code"] for row in rows] == [view.code for view in expected]
    assert [row["Label"] for row in rows] == [view.label for view in expected]
    assert [row["Weight"] for row in rows] == [f"{view.spec.fields.weight:f}" for view in expected]


def test_a_label_that_a_spreadsheet_would_run_is_taken_for_text(inventory: Page) -> None:
    inventory.evaluate("document.querySelector('#inventory tbody td').textContent = '=1+1'")
    with inventory.expect_download() as download:
        inventory.get_by_role("button", name="Save as CSV").click()
    assert '"\'=1+1"' in Path(download.value.path()).read_text(encoding="utf-8")


def test_without_script_the_table_is_whole_and_no_dead_control_is_shown(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}benchmarks/")
    assert shown(page) == [view.code for view in VIEWS]
    assert not page.locator("#filters").is_visible()
    assert page.locator("#inventory button").count() == 0
    context.close()


def test_a_row_is_shaded_as_a_whole_below_the_pointer(tab: Page, address: str) -> None:
    tab.goto(f"{address}benchmarks/")
    row = tab.locator("#inventory tbody tr").nth(1)
    cells = "row => [...row.cells].map((cell) => getComputedStyle(cell).backgroundImage)"
    (plain,) = set(row.evaluate(cells))
    row.hover()
    (shaded,) = set(row.evaluate(cells))
    assert shaded != plain
    assert row.evaluate("row => getComputedStyle(row).backgroundColor") == "rgba(0, 0, 0, 0)"
