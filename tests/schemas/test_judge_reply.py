"""The model of a judge's reply and its published schema accept and refuse the same replies."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from benchdocs.rules.check import check
from benchdocs.schemas.build import REPLY_FILE, json_text, with_record
from benchdocs.specs.judge_reply import JudgeReply, ShareReply, objections
from benchdocs.specs.settings import NO_SETTINGS
from support.paths import REPOSITORY
from support.suites import suite_with
from support.tables import table

SCHEMA = json.loads((REPOSITORY / "schemas" / REPLY_FILE).read_text())
VALIDATOR = Draft202012Validator(SCHEMA)

MET = {"label": "chest pain", "quote": "denies chest pain", "entry": "chest_pain: absent", "met": True}
UNMET = {"label": "nausea", "quote": "no nausea", "entry": "", "met": False}
REASON = "Chest pain was denied and is charted as absent, too."


def reply(**keys: Any) -> dict[str, Any]:
    """A pass, with some keys given another value; those given `...` are left out."""
    whole = {"applicable": True, "items": [MET], "uncertain": False, "reason": REASON, "pass": True, **keys}
    return {key: value for key, value in whole.items() if value is not ...}


@table
def test_a_reply_comes_to_one_of_four_outcomes(keys: dict[str, Any], outcome: str) -> None:
    written = reply(**keys)
    assert JudgeReply.model_validate(written).outcome == outcome
    assert VALIDATOR.is_valid(written)


@table
def test_a_reply_that_is_faulty_or_contradicts_itself_is_refused(
    keys: dict[str, Any], without: list[str]
) -> None:
    written = reply(**keys, **dict.fromkeys(without, ...))
    assert [*objections(written)]
    assert not VALIDATOR.is_valid(written)


def test_keys_in_another_order_are_an_objection_that_no_schema_can_make() -> None:
    written = {"pass": True, **reply()}
    assert [*objections(written)] == [
        "has its keys in another order than `applicable`, `items`, `uncertain`, `reason`, `pass`"
    ]
    assert VALIDATOR.is_valid(written)


VALUES = st.one_of(st.booleans(), st.none(), st.integers(0, 1), st.sampled_from(["", "x", REASON, "low"]))
ITEMS = st.lists(st.one_of(st.sampled_from([MET, UNMET]), VALUES), max_size=2)


@given(
    st.fixed_dictionaries(
        {"applicable": st.booleans(), "items": ITEMS, "uncertain": st.booleans(), "pass": st.booleans()},
        optional={
            "uncertain_reason": VALUES,
            "reason": st.one_of(VALUES, st.just(REASON)),
            "score": VALUES,
            "confidence": VALUES,
        },
    )
)
def test_model_and_schema_agree_on_any_reply(written: Mapping[str, Any]) -> None:
    refused = any("order" not in objection for objection in objections(written))
    assert VALIDATOR.is_valid(written) is not refused


def test_the_schema_keeps_to_its_draft_and_explains_every_key() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    blocks = [SCHEMA, *SCHEMA["$defs"].values()]
    assert all(key["description"].endswith(".") for block in blocks for key in block["properties"].values())
    assert list(with_record(None, NO_SETTINGS))[-1] == REPLY_FILE


def test_a_script_that_counts_items_scores_the_share_of_those_that_are_met() -> None:
    half = reply(items=[MET, UNMET], **{"pass": False})
    assert not [*objections({**half, "score": 0.5}, ShareReply)]
    for form, score in ((JudgeReply, 0.5), (ShareReply, 0.0), (ShareReply, 1.0)):
        assert [*objections({**half, "score": score}, form)] == ["has a score that is not its verdict's"]
    assert not [*objections({**reply(), "score": 1.0}, ShareReply)]


@table
def test_a_copy_of_the_schema_that_is_not_the_one_that_counts_is_found(
    tmp_path: Path, settings: str, old: str, new: str, findings: int
) -> None:
    text = json_text(with_record(None, NO_SETTINGS)[REPLY_FILE]).replace(old, new, 1)
    root = suite_with(tmp_path / "suite", {f"schemas/{REPLY_FILE}": text, "benchdocs.toml": settings})
    assert len([each for each in check(root).findings if each.rule == "WVR901"]) == findings
