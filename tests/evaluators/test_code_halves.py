"""What the code halves made of element checks catch: cases, mutants, empty records and pasted dictations."""

from __future__ import annotations

import ast
from typing import Any

import pytest
import yaml

from benchdocs.specs.cases import plain_value
from benchdocs.specs.choices import Expected
from support.evaluators import IMPLEMENTED, calibration_cases, evaluator, form_of, shared_module, tree_of
from support.paths import DATA

_SECTIONS = ("dispatch", "response", "arrival", "assessment", "treatment", "transport", "refusal")
_FEWEST_CAUGHT, _FEWEST_OF_140, _FEWEST_USELESS = 115, 100, 200


def _imports_checks(name: str) -> bool:
    nodes = ast.walk(tree_of(name))
    return any(isinstance(node, ast.ImportFrom) and node.module == "element_checks" for node in nodes)


CODES = [code for code, name in IMPLEMENTED.items() if _imports_checks(name)]
CASES = [(code, case) for code in CODES for case in calibration_cases(code)]


def outcome(code: str, labels: Any, output: Any, narrative: str | None) -> str:
    reply = evaluator(IMPLEMENTED[code]).evaluate(plain_value(labels), plain_value(output), narrative)
    return str(form_of(code).model_validate(reply).outcome)


def test_twenty_seven_benchmarks_have_such_a_half() -> None:
    assert len(CODES) == 27


def test_they_fail_no_case_that_passes_and_most_that_fail() -> None:
    failed = [
        (code, case)
        for code, case in CASES
        if outcome(code, case.labels, case.output, case.narrative) == "fail"
    ]
    assert {case.expected for _, case in failed} <= {Expected.FAIL, Expected.UNCERTAIN}
    caught = [(code, str(case.id)) for code, case in failed if case.expected is Expected.FAIL]
    assert len(caught) >= _FEWEST_CAUGHT
    planned = yaml.safe_load((DATA / "planned_fails.yaml").read_text())
    assert sum(len(names) for names in planned.values()) == 140
    assert len([name for code, name in caught if name in planned[code]]) >= _FEWEST_OF_140


@pytest.mark.parametrize("key", ["notes", "narrative"])
def test_a_record_that_only_copies_the_dictation_fails_as_an_empty_one_does(key: str) -> None:
    empty: dict[str, Any] = {section: {} for section in _SECTIONS}
    due = [(code, case) for code, case in CASES if case.expected is not Expected.NOT_APPLICABLE]
    for is_pasted in (False, True):
        records = [{**empty, key: case.narrative} if is_pasted else empty for _, case in due]
        found = [
            outcome(code, case.labels, record, case.narrative)
            for (code, case), record in zip(due, records, strict=True)
        ]
        assert found.count("fail") >= _FEWEST_USELESS


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("at 14:05", {845}),
        ("1405 hours", {845}),
        ("2:05 p.m.", {845}),
        ("2025-12-02T14:05:30", {845}),
        ("12:05 am", {5}),
        ("14h05", {845}),
        ("BP 120/80, 3.25 mg", set()),
        ("2/14/25", set()),
    ],
)
def test_times_in_a_text(text: str, minutes: set[int]) -> None:
    assert shared_module("readings").clocks(text) == minutes


@pytest.mark.parametrize(
    ("topic", "text", "is_mentioned"),
    [
        ("sepsis alert", "alert called for sepsis", True),
        ("sepsis alert", "sepsis suspected", False),
        ("base.", "baseline mental status", False),
        ("^no.", "no hold", True),
        ("^no.", "hold, no family", False),
        ("shock, defib", "defibrillated twice", True),
        ("", "anything", False),
    ],
)
def test_topics_of_a_text(topic: str, text: str, is_mentioned: bool) -> None:
    assert shared_module("record_view").mentions(text, topic) is is_mentioned
