"""Specs side by side: two to four that a reader chooses, or that a link names."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from benchdocs.site.pages.compare import partners
from benchdocs.site.views.suite import Views
from support.shipped import shipped_report
from support.tables import table

VIEWS = Views(shipped_report())
PAIRS = [(code, other) for code, others in partners(VIEWS).items() for other in others]


def test_pairs_name_each_other() -> None:
    given = {(entry.giver, entry.taker) for entry in VIEWS.suite.delegations}
    expected = {pair for pair in given if pair[::-1] in given and pair[0] != pair[1]}
    assert sorted(PAIRS) == sorted(expected)
    assert PAIRS


def test_pairs_lead_to_both_side_by_side(shipped_site: Path) -> None:
    index = (shipped_site / "compare/index.html").read_text(encoding="utf-8")
    neighbors = (shipped_site / "benchmarks/a-neg1/index.html").read_text(encoding="utf-8")
    for pair in PAIRS:
        assert f'href="./?codes={",".join(pair)}" aria-label="{" and ".join(pair)}"' in index
        if pair[0] == "A-NEG1":
            assert f'href="../../compare/?codes={",".join(pair)}"' in neighbors
    assert '<a href="../../compare/?codes=A-NEG1">Compare</a>' in neighbors
    assert [path.name for path in (shipped_site / "compare").iterdir() if path.is_dir()] == ["specs"]


def test_without_scripts_the_pages_of_both_are_offered(shipped_site: Path) -> None:
    page = (shipped_site / "compare/index.html").read_text(encoding="utf-8")
    (words,) = re.findall(r'<span class="compare__static">(.*?)</span>', page)
    assert re.findall(r'href="([^"]*)"', words) == ["../benchmarks/", "../rubrics/"]


def test_what_is_flagged_comes_first_then_facts_and_the_longest_text_last(shipped_site: Path) -> None:
    for view in VIEWS.benchmarks:
        script = (shipped_site / f"compare/specs/{view.code.lower()}.js").read_text(encoding="utf-8")
        sections = json.loads(script.removeprefix("compared(").removesuffix(")"))[3]
        is_long = [bool(re.search("<(p|li)>", html)) for _, _, html in sections[1:] if html]
        assert is_long == sorted(is_long), view.code
        ids = [id for id, _, _ in sections]
        assert ids[:4] == ["applies", "status", "evaluator", "passes"]
        assert ids.index("excluded") < len(ids) - 1 == ids.index("concept")


@pytest.mark.parametrize("local", [False, True], ids=["http", "file"])
def test_the_choice_is_in_the_address_and_can_be_taken_back(
    address: str, shipped_site: Path, tab: Page, local: bool
) -> None:
    url = (shipped_site / "compare/index.html").as_uri() if local else f"{address}compare/"
    heads = tab.locator("#compared thead a")
    tab.goto(f"{url}?codes=a-neg1,A-NOT1,A-CMP6-airport")
    expect(heads).to_have_text(["A-NEG1", "A-CMP6-airport"])
    tab.get_by_label("Third").select_option("A-NEG")
    expect(heads).to_have_text(["A-NEG1", "A-CMP6-airport", "A-NEG"])
    assert tab.url == f"{url}?codes=A-NEG1,A-CMP6-airport,A-NEG"
    threshold = tab.locator("#compared tr", has_text="Threshold").locator("td")
    expect(threshold.first).to_contain_text("≥ 0.90")
    tab.get_by_label("Fourth").select_option("A-NEG")
    expect(tab.get_by_role("status")).to_contain_text("Chosen twice, shown once.")
    expect(tab.get_by_label("Fourth")).to_have_value("A-NEG")
    tab.go_back()
    tab.go_back()
    expect(tab.get_by_role("status")).to_contain_text("Not in the suite: A-NOT1.")
    expect(heads).to_have_text(["A-NEG1", "A-CMP6-airport"])
    heads.first.click()
    tab.wait_for_url(f"**/benchmarks/a-neg1/{'index.html' if local else ''}")


@table
def test_an_address_that_asks_for_more_than_it_gets_is_answered(
    address: str, tab: Page, codes: str, heads: list[str], remark: str
) -> None:
    tab.goto(f"{address}compare/?codes={codes}")
    expect(tab.locator("#compared thead th a")).to_have_text(heads)
    expect(tab.get_by_role("status")).to_contain_text(remark)


def test_keys_in_a_list_make_one_entry_in_the_history(address: str, tab: Page) -> None:
    heads = tab.locator("#compared thead a")
    tab.goto(f"{address}compare/?codes=A-NEG1,A-NEG2")
    expect(heads).to_have_text(["A-NEG1", "A-NEG2"])
    before = tab.evaluate("history.length")
    tab.get_by_label("Second").focus()
    for _ in range(3):
        tab.keyboard.press("ArrowDown")
    expect(heads).to_have_text(["A-NEG1", "A-TMP"])
    assert tab.evaluate("history.length") == before + 1
    tab.go_back()
    expect(heads).to_have_text(["A-NEG1", "A-NEG2"])
    # The list still has the focus, but what Back led to is not written over.
    tab.keyboard.press("ArrowDown")
    expect(heads).to_have_text(["A-NEG1", "A-NEG3"])
    tab.keyboard.press("Tab")
    tab.keyboard.press("Shift+Tab")
    tab.keyboard.press("ArrowDown")
    expect(heads).to_have_text(["A-NEG1", "A-NEG4"])
    for second in ("A-NEG3", "A-NEG2"):
        tab.go_back()
        expect(heads).to_have_text(["A-NEG1", second])


COVERED = """links => links.filter((link) => {
    scrollTo(0, document.body.scrollHeight);
    link.focus({preventScroll: true});
    link.scrollIntoView({block: "nearest"});
    const { left, top } = link.getBoundingClientRect();
    return document.elementFromPoint(left + 3, top + 3)?.closest("a") !== link;
}).map((link) => link.textContent)"""


@pytest.mark.parametrize("width", [760, 1280])
def test_the_codes_stay_in_sight_and_cover_no_link(address: str, tab: Page, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    for codes in ("A-NEG1,A-TMP2,A-SFT2,A-CMP6-airport", ",".join(PAIRS[0])):
        tab.goto(f"{address}compare/?codes={codes}")
        table = tab.locator("table.compared")
        table.wait_for()
        table.locator("tr").last.evaluate("row => row.scrollIntoView()")
        tops = "cells => cells.map((cell) => cell.getBoundingClientRect().top)"
        below = tab.locator(".md-header").evaluate("header => header.getBoundingClientRect().bottom")
        assert all(below - 2 <= top <= below for top in table.locator("thead th").evaluate_all(tops))
        assert table.locator("tbody a").evaluate_all(COVERED) == []


def _state(name: str) -> str:
    return f' <span class="state state--{name}">{name}</span>'


def _compared(tab: Page, address: str, *cells: dict[str, str]) -> list[tuple[str, str, bool]]:
    """Show specs of these cells side by side; return each row's heading, its mark and whether it is long."""
    codes = ["A-NEG1", "A-NEG2"]

    def answer(route: Route) -> None:
        code = Path(route.request.url).stem.upper()
        rows = [(id, id.title(), html) for id, html in cells[codes.index(code)].items()]
        route.fulfill(body=f"compared({json.dumps([code, code, 'benchmarks/', rows])})")

    tab.route("**/compare/specs/*.js", answer)
    tab.goto(f"{address}compare/?codes={','.join(codes)}")
    rows = tab.locator("table.compared tbody tr")
    rows.first.wait_for()
    return [
        (
            row.locator("th").inner_text().removesuffix(mark).strip(),
            mark,
            row.get_attribute("class") == "is-long",
        )
        for row in rows.all()
        for mark in [row.locator(".compared__mark").inner_text()]
    ]


def test_rows_say_whether_the_specs_differ_and_in_what(tab: Page, address: str) -> None:
    settled, open_ = _state("established"), _state("provisional")
    left = {"passes": f"1{settled}", "gate": f"none{settled}", "weight": f"1{settled}", "cases": "2"}
    right = {"passes": f"1{settled}", "gate": f"none{open_}", "weight": f"2{open_}", "text": "<p>t</p>"}
    assert _compared(tab, address, left, right) == [
        ("Passes", "= same", False),
        ("Gate", "same value, different state", False),
        ("Weight", "≠ differs", False),
        ("Text", "≠ differs", True),
        ("Cases", "≠ differs", False),
    ]
    assert tab.locator("table.compared tr").last.locator("td").all_inner_texts() == ["2", "–"]
    expect(tab.get_by_role("status")).to_contain_text(
        "3 of 5 rows differ, marked ≠; in 1 more, only the state"
    )


def test_a_row_that_only_one_spec_has_keeps_its_place(tab: Page, address: str) -> None:
    one, other = (
        {"status": "a", "text": "b"},
        {"members": "c", "status": "d", "prompt": "e", "text": "f"},
    )
    for cells in ((one, other), (other, one)):
        headings = [heading for heading, _, _ in _compared(tab, address, *cells)]
        assert headings == ["Members", "Status", "Prompt", "Text"]
        tab.unroute_all()


def test_a_criterion_that_names_the_other_is_marked(tab: Page, address: str) -> None:
    entries = "".join(f'<li>(<a class="code" href="">{code}</a>)</li>' for code in ("A-NEG2", "A-NEG1"))
    cells = {"excluded": f"<ul>{entries}</ul>"}
    # A mark is not a part of what a spec says.
    assert _compared(tab, address, cells, cells) == [("Excluded", "= same", True)]
    for column, named in ((0, "(A-NEG2)"), (1, "(A-NEG1)")):
        items = tab.locator("table.compared td").nth(column).locator(".is-named")
        assert items.all_inner_texts() == [named]


def test_a_pair_that_shares_cases_shows_where(tab: Page, address: str) -> None:
    tab.goto(f"{address}compare/?codes={','.join(PAIRS[0])}")
    tab.locator("table.compared").wait_for()
    assert tab.locator("table.compared .is-named").count() > 0
