"""Products that do no work pass no rubric that they should not, and the page says what they score."""

from __future__ import annotations

import pytest

from support.shipped import shipped_report
from support.useless_products import (
    PAGE,
    PRODUCTS,
    REASONS,
    column,
    columns,
    on_page,
    passed,
    passing,
    rubrics,
    scored,
    sides,
    tables,
)

SUITE = shipped_report().suite
TEXT = PAGE.read_text("utf-8")
FOUND = columns(TEXT)
_NO_RECORD = "Array"
_WELL_FORMED = {"Empty record", "Null sections", "Dictation as `narrative`", "Everything flagged"}
"""Products whose records have the form of a record, of which A-FMT asks only that."""


def test_the_page_is_of_this_state_and_its_tables_agree() -> None:
    message = "run `PYTHONPATH=tests python tests/support/useless_products.py`"
    assert on_page(TEXT) == tables(FOUND), message


@pytest.mark.sweep(5)
@pytest.mark.parametrize("product", PRODUCTS)
def test_a_product_scores_what_the_page_says(product: str) -> None:
    assert column(product) == FOUND[product]
    gates = {"A-FMT1"} if product == _NO_RECORD else {"A-SFT1", "A-CMP5"}
    assert gates <= {*rubrics(product, by_rate=False)["A"].blocked_by}, "whatever the judges say"
    scores = {code: passed(product)[code] for code in scored()}
    assert min(score.planned for score in scores.values()) >= 5
    unreadable = {code for code, score in scores.items() if score.missing}
    assert unreadable == ({*scored()} - {"A-FMT1"} if product == _NO_RECORD else set())


def test_no_rubric_is_passed_and_more_cases_would_only_pass_that_of_the_form() -> None:
    for product, cells in FOUND.items():
        for code in cells.keys() & SUITE.rubric.keys():
            expected = "fail"
            if code == "A-FMT" and product in _WELL_FORMED:
                expected = "open, by rate pass"
            elif code not in ("A", "A-FMT") and product == _NO_RECORD:
                expected = "open"
            assert cells[code].rpartition(", ")[0] == expected, (code, product)


def test_scripts_pass_a_useless_record_only_in_what_they_do_not_ask() -> None:
    assert {code: {*names} for code, names in passing(FOUND).items()} == {
        "A-FMT1": PRODUCTS.keys() - {_NO_RECORD},
        "A-FMT2": _WELL_FORMED,
        "A-CMP1": _WELL_FORMED - {"Null sections"},
    }
    found = {code for cells in FOUND.values() for code in scored() if not cells[code].startswith(("0 ", "–"))}
    assert found == passing(FOUND).keys() == REASONS.keys()


def test_each_flag_has_cases_of_both_sides() -> None:
    assert all(min(counts) >= 1 for counts in sides().values()), sides()
    flags = {code for code in SUITE.benchmark if code.startswith("A-SFT")}
    alerts = {code for code, spec in SUITE.benchmark.items() if "Alert" in (spec.fields.label or "")}
    assert {*sides()} == flags | alerts | {"A-PRT4", "A-UNC2"}
