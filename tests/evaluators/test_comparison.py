"""What code evaluators take for equal, for content, and for a time; and that nothing charted breaks them."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from benchdocs.specs.choices import Comparison
from benchdocs.specs.judge_reply import objections
from support.evaluators import IMPLEMENTED, evaluator, form_of, shared_module
from support.tables import each_row, table

_OF_ELEMENTS = {"class", "side", "open", "flagged", "marked", "supplied", "timed"}
"""Kinds of comparison of which `element_checks.py` knows, not `comparison.py`."""


@table
def test_charted_as_labeled(kind: str, labeled: Any, charted: Any) -> None:
    assert shared_module("comparison").same(kind, labeled, charted)


@table
def test_charted_otherwise_than_labeled(kind: str, labeled: Any, charted: Any) -> None:
    assert not shared_module("comparison").same(kind, labeled, charted)


@table
def test_content(value: Any, path: list[str]) -> None:
    assert shared_module("texts").has_content(value, *path)


@table
def test_no_content(value: Any, path: list[str]) -> None:
    assert not shared_module("texts").has_content(value, *path)


@table
def test_times_of_day(text: Any, seconds: int | None) -> None:
    assert shared_module("readings").seconds(text) == seconds


@table
def test_times_in_a_text(text: str, minutes: list[int]) -> None:
    assert shared_module("readings").clocks(text) == {*minutes}


@table
def test_topics_of_a_text(topic: str, text: str, is_mentioned: bool) -> None:
    assert shared_module("record_view").mentions(text, topic) is is_mentioned


@each_row("kind", [kind for kind in Comparison if kind not in _OF_ELEMENTS])
def test_every_kind_compares_anything(kind: str) -> None:
    values: list[Any] = [None, "", [], {}, [["x"]], True, -0.0, 1e308, float("nan"), 10**5000, "9" * 5000]
    for labeled, charted in product([*values, "\ud800"], repeat=2):
        shared_module("comparison").same(kind, labeled, charted)


DEEP: Any = "x"
for _ in range(20_000):
    DEEP = {"assessment": [DEEP]}


@pytest.mark.sweep(10)
@pytest.mark.parametrize("code", IMPLEMENTED)
def test_a_record_may_be_deep_and_hold_half_characters(code: str) -> None:
    labels = {
        **{
            name: ["assessment", "\ud800"] for name in ("sections_with_content", "exam_groups", "event_order")
        },
        **{
            name: {"assessment": "\ud800", "sedative": "x"}
            for name in ("response_details", "arrival_details", "transport_details", "intubation_fields")
        },
        "field_pronouncement": {"agency_notified": "\ud800"},
        "airport_transfer_fields": {"flight_crew": "\ud800"},
        "template": {"needed": ["flight_crew"], "assessment": {"type": "\ud800", "allowed": ["\ud800"]}},
        "unsafe_doses": [{"administration": "\ud800", "names": ["x"]}],
    }
    record = dict.fromkeys(
        (
            "response",
            "arrival",
            "assessment",
            "treatment",
            "transport",
            "intubation",
            "safety_flags",
            "\ud800",
        ),
        DEEP,
    )
    for output in (record, "\ud800", '{"a": "\\ud800"}', "[" * 100_000, "9" * 5000):
        reply = evaluator(IMPLEMENTED[code]).evaluate(labels, output, "")
        assert not [*objections(reply, form_of(code))]
