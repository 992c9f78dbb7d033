"""Products that do no work pass no rubric that they should not, and the page says what they score."""

from __future__ import annotations

from benchdocs.suite.verdicts import Verdict
from support.shipped import shipped_report
from support.useless_products import (
    PAGE,
    PRODUCTS,
    REASONS,
    on_page,
    passed,
    passing,
    rubrics,
    scored,
    sides,
    tables,
)

SUITE = shipped_report().suite
_NO_RECORD = "Array"
_WELL_FORMED = {"Empty record", "Null sections", "Dictation as `narrative`", "Everything flagged"}
"""Products whose records have the form of a record, of which A-FMT asks only that."""


def test_no_rubric_is_passed() -> None:
    for code, results in rubrics(by_rate=False).items():
        for product, result in results.items():
            assert result.verdict is not Verdict.PASS, (code, product)
            is_open = (code == "A-FMT" and product in _WELL_FORMED) or (code != "A" and product == _NO_RECORD)
            assert is_open or result.verdict is Verdict.FAIL, (code, product)


def test_more_cases_would_only_pass_the_rubric_of_the_form() -> None:
    found = {
        (code, product)
        for code, results in rubrics(by_rate=True).items()
        for product, result in results.items()
        if result.verdict is Verdict.PASS
    }
    assert found == {("A-FMT", product) for product in _WELL_FORMED}


def test_the_component_fails_whatever_the_judges_say() -> None:
    for product, result in rubrics(by_rate=False)["A"].items():
        assert result.verdict is Verdict.FAIL
        gates = {"A-FMT1"} if product == _NO_RECORD else {"A-SFT1", "A-CMP5"}
        assert gates <= {*result.blocked_by}, product


def test_scripts_pass_a_useless_record_only_in_what_they_do_not_ask() -> None:
    records = [*PRODUCTS.keys() - {_NO_RECORD}]
    assert {code: {*names} for code, names in passing().items()} == {
        "A-FMT1": {*records},
        "A-FMT2": _WELL_FORMED,
        "A-CMP1": _WELL_FORMED - {"Null sections"},
    }
    assert passing().keys() == REASONS.keys()
    found = {code for name in PRODUCTS for code in scored() if passed()[name][code].passed}
    assert found == REASONS.keys()


def test_every_script_is_run_on_several_cases() -> None:
    assert min(passed()[name][code].planned for name in PRODUCTS for code in scored()) >= 5


def test_a_record_has_a_verdict_wherever_scripts_alone_judge() -> None:
    for name in PRODUCTS.keys() - {_NO_RECORD}:
        assert not any(passed()[name][code].missing for code in scored()), name
    unreadable = {code for code in scored() if not passed()[_NO_RECORD][code].evaluated}
    assert unreadable == {*scored()} - {"A-FMT1"}


def test_each_flag_has_cases_of_both_sides() -> None:
    assert all(min(counts) >= 1 for counts in sides().values()), sides()
    flags = {code for code in SUITE.benchmark if code.startswith("A-SFT")}
    alerts = {code for code, spec in SUITE.benchmark.items() if "Alert" in (spec.fields.label or "")}
    assert {*sides()} == flags | alerts | {"A-PRT4", "A-UNC2"}


def test_the_page_is_current() -> None:
    page = PAGE.read_text(encoding="utf-8")
    message = "run `PYTHONPATH=tests python tests/support/useless_products.py`"
    assert on_page(page) == tables(), message
