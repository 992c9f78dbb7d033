"""Products that do no work pass no rubric that they should not, and the page says what they score."""

from __future__ import annotations

from benchdocs.suite.verdicts import Verdict
from support.shipped import shipped_report
from support.useless_products import PAGE, PRODUCTS, on_page, passed, rubrics, scored, sides, tables

SUITE = shipped_report().suite
_WELL_FORMED = {"Empty record", "Null sections", "Dictation pasted into `narrative`", "Everything flagged"}
"""Products whose records have the form of a record, of which A-FMT asks only that."""


def test_only_the_rubric_of_the_form_is_passed() -> None:
    found = {
        (code, product)
        for code, results in rubrics().items()
        for product, result in results.items()
        if result.verdict is not Verdict.FAIL
    }
    assert found == {("A-FMT", product) for product in _WELL_FORMED}


def test_the_component_fails_whatever_the_judges_say() -> None:
    assert {result.verdict for result in rubrics()["A"].values()} == {Verdict.FAIL}
    assert all("A-SFT1" in result.blocked_by for result in rubrics()["A"].values())


def test_scripts_pass_a_useless_record_only_in_what_they_do_not_ask() -> None:
    found = {(code, name) for name in PRODUCTS for code in scored() if passed()[name][code][0]}
    forms = {("A-FMT1", name) for name in PRODUCTS} | {("A-FMT2", name) for name in _WELL_FORMED}
    assert found == forms | {("A-CMP1", name) for name in PRODUCTS if name != "Null sections"}


def test_every_script_is_run_on_several_cases() -> None:
    assert min(passed()[name][code][1] for name in PRODUCTS for code in scored()) >= 5


def test_each_flag_has_cases_of_both_sides() -> None:
    assert all(min(counts) >= 1 for counts in sides().values()), sides()
    flags = {code for code in SUITE.benchmark if code.startswith("A-SFT")}
    alerts = {code for code, spec in SUITE.benchmark.items() if "Alert" in (spec.fields.label or "")}
    assert {*sides()} == flags | alerts | {"A-PRT4", "A-UNC2"}


def test_the_page_is_current() -> None:
    page = PAGE.read_text(encoding="utf-8")
    message = "run `PYTHONPATH=tests python tests/support/useless_products.py`"
    assert on_page(page) == tables(), message
