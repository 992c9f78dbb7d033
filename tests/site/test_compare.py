"""Specs side by side: a page for each pair that names each other, and up to four that a reader chooses."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from benchdocs.site.links import pair_url
from benchdocs.site.renderer import Section
from benchdocs.site.views.comparison import ComparedSpec, mutual_pairs, rows
from benchdocs.site.views.suite import Views
from support.shipped import shipped_report

VIEWS = Views(shipped_report())
PAIRS = mutual_pairs(VIEWS)
LIKE_AND_UNLIKE = (PAIRS[0], ("A-CMP4", "A-TRM1"))
"""A pair with the same rows, and one of which only one spec has a prompt and only one a settled gate."""


def _column(code: str, **cells: str) -> ComparedSpec:
    return ComparedSpec(code, code, tuple(Section(id, id.title(), html) for id, html in cells.items()))


def _state(name: str) -> str:
    return f' <span class="state state--{name}">{name}</span>'


def test_rows_say_whether_the_specs_differ_and_in_what() -> None:
    settled, open_ = _state("established"), _state("provisional")
    left, right = (
        _column("A-X1", passes=f"1{settled}", gate=f"none{settled}", weight=f"1{settled}", cases="2"),
        _column("A-X2", passes=f"1{settled}", gate=f"none{open_}", weight=f"2{open_}", text="<p>t</p>"),
    )
    found = [(row.heading, row.mark, row.differs, row.is_long) for row in rows((left, right))]
    assert found == [
        ("Passes", "= same", False, False),
        ("Gate", "same value, different state", True, False),
        ("Weight", "≠ differs", True, False),
        ("Text", "≠ differs", True, True),
        ("Cases", "≠ differs", True, False),
    ]
    assert rows((left, right))[4].cells == ("2", "–")


def test_a_row_that_only_one_spec_has_keeps_its_place() -> None:
    columns = (
        _column("A-X1", status="a", text="b"),
        _column("A-X2", members="c", status="d", prompt="e", text="f"),
    )
    for order in (columns, columns[::-1]):
        assert [row.heading for row in rows(order)] == ["Members", "Status", "Prompt", "Text"]


def test_a_criterion_that_names_the_other_is_marked() -> None:
    cell = '<ul><li>(<a class="code" href="">A-X2</a>)</li><li>(<a class="code" href="">A-X1</a>)</li></ul>'
    both = [_column("A-X1", excluded=cell), _column("A-X2", excluded=cell)]
    (row,) = rows(both)
    assert not row.differs  # a mark is not a part of what a spec says
    first, second = row.cells
    assert first.count("is-named") == second.count("is-named") == 1
    assert first.index("is-named") < second.index("is-named")


def test_pairs_name_each_other() -> None:
    given = {(entry.giver, entry.taker) for entry in VIEWS.suite.delegations}
    assert PAIRS
    assert {*PAIRS, *(pair[::-1] for pair in PAIRS)} == {
        pair for pair in given if pair[::-1] in given and pair[0] != pair[1]
    }


def test_each_pair_has_a_page_in_the_site_but_not_in_its_search(shipped_site: Path) -> None:
    index = (shipped_site / "search/search_index.js").read_text(encoding="utf-8")
    for pair in PAIRS:
        html = (shipped_site / pair_url(*pair) / "index.html").read_text(encoding="utf-8")
        assert html.count("<h1") == 1
        first, second = (f'<span class="compared__code">{code}</span>' for code in pair)
        assert f'<h1 id="title">{first} and {second} side by side<a class="headerlink"' in html
        assert pair_url(*pair) not in index


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
    threshold = tab.locator("#compared tr", has_text="Passes at").locator("td")
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


@pytest.mark.parametrize(
    ("codes", "heads", "remark"),
    [
        ("A-NEG1,a-neg1,A-NEG2", ["A-NEG1", "A-NEG2"], "Chosen twice, shown once."),
        ("A-ALL1,A-NEG1", ["A-CMP7", "A-NEG1"], "Former codes: A-ALL1 is now A-CMP7."),
        (
            "A-NEG1,A-NEG2,A-NEG3,A-NEG4,A-FCT1",
            ["A-NEG1", "A-NEG2", "A-NEG3", "A-NEG4"],
            "Left out, as four is the most: A-FCT1.",
        ),
    ],
)
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
    for path in ("?codes=A-NEG1,A-TMP2,A-SFT2,A-CMP6-airport", pair_url(*PAIRS[0]).removeprefix("compare/")):
        tab.goto(f"{address}compare/{path}")
        table = tab.locator("table.compared")
        table.wait_for()
        table.locator("tr").last.evaluate("row => row.scrollIntoView()")
        tops = "cells => cells.map((cell) => cell.getBoundingClientRect().top)"
        below = tab.locator(".md-header").evaluate("header => header.getBoundingClientRect().bottom")
        assert all(below - 2 <= top <= below for top in table.locator("thead th").evaluate_all(tops))
        assert table.locator("tbody a").evaluate_all(COVERED) == []


@pytest.mark.parametrize("pair", LIKE_AND_UNLIKE, ids=" ".join)
def test_a_script_draws_what_a_ready_page_shows(address: str, tab: Page, pair: tuple[str, str]) -> None:
    texts = "table => [...table.rows].map((row) => [...row.cells].map((cell) => cell.innerText.trim()))"
    marks = "table => [...table.querySelectorAll('.is-named')].map((item) => item.innerText)"
    tab.goto(address + pair_url(*pair))
    ready = tab.locator("table.compared")
    expected = ready.evaluate(texts), ready.evaluate(marks)
    assert expected[1]
    tab.get_by_role("link", name="Compare", exact=True).last.click()
    tab.wait_for_url(f"**/compare/?codes={','.join(pair)}")
    drawn = tab.locator("table.compared")
    drawn.wait_for()
    assert (drawn.evaluate(texts), drawn.evaluate(marks)) == expected
