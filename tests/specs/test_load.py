"""No file of a suite, however broken, stops the check: it becomes a finding beside the others, and soon."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from benchdocs.documents.text_file import MAX_BYTES, TextFile, is_blank, shorten
from benchdocs.documents.yaml_composer import MAX_PROBLEMS
from benchdocs.documents.yaml_document import parse_yaml
from benchdocs.documents.yaml_scalars import OddNumber
from benchdocs.rules.check import check
from benchdocs.specs.prompt_file import parse_prompt
from benchdocs.specs.validation import MAX_FAULTS
from support.paths import BASE
from support.patience import little_work
from support.second_fault import (
    AT_FAULT,
    BASE_SPEC,
    OTHER_FAULT,
    PROMPT,
    SPEC,
    check_in_time,
    found_with,
)
from support.suites import suite_with
from support.tables import table

# Bytes and encodings ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(AT_FAULT.encode("utf-8-sig"), id="byte order mark"),
        pytest.param(b"\xef\xbb\xbf" + AT_FAULT.encode("utf-8-sig"), id="two byte order marks"),
        pytest.param(AT_FAULT.replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(AT_FAULT.replace("Departure", "Départ 🚑").encode(), id="characters of several bytes"),
        pytest.param(AT_FAULT.encode().rstrip(), id="no line end at the end"),
    ],
)
def test_a_fault_is_found_at_the_same_place_however_the_file_is_encoded(
    tmp_path: Path, content: bytes
) -> None:
    assert found_with(tmp_path, {SPEC: content}) == ["7:9 FLD104"]


@pytest.mark.parametrize("before", ["x", "é", "🚑", "e\N{COMBINING ACUTE ACCENT}", "\N{NO-BREAK SPACE}"])
def test_a_column_counts_the_characters_ahead_of_the_fault(tmp_path: Path, before: str) -> None:
    line = f'metric: {{"{before}": *alias}}'
    found = found_with(tmp_path, {SPEC: BASE_SPEC + line + "\n"})
    assert found == [f"16:{line.index('*') + 1} YML004"]


@table
def test_a_file_that_is_no_text_is_one_finding(tmp_path: Path, content: str | bytes, expected: str) -> None:
    assert found_with(tmp_path, {SPEC: content}) == [expected]


def test_a_file_may_be_as_large_as_the_limit(tmp_path: Path) -> None:
    assert found_with(tmp_path, {SPEC: AT_FAULT + "#" * (MAX_BYTES - len(AT_FAULT))}) == ["7:9 FLD104"]


def test_a_file_over_the_limit_is_not_read(tmp_path: Path) -> None:
    assert found_with(tmp_path, {SPEC: AT_FAULT + "#" * (MAX_BYTES - len(AT_FAULT) + 1)}) == ["1:1 YML004"]


def test_a_text_nearly_as_long_as_the_limit_is_an_ordinary_value(tmp_path: Path) -> None:
    assert found_with(tmp_path, {SPEC: AT_FAULT + "rationale: " + "long " * 95_000}) == ["7:9 FLD104"]


def test_a_prompt_of_two_megabytes_is_over_the_limit(tmp_path: Path) -> None:
    prompt = (BASE / PROMPT).read_text() + "- another line of the prompt\n" * 70_000
    assert len(prompt) > 2_000_000
    assert "1:1 YML004" in found_with(tmp_path, {PROMPT: prompt}, PROMPT)


def test_a_prompt_with_hundreds_of_thousands_of_lines_is_taken_apart_soon() -> None:
    text = (BASE / PROMPT).read_text().replace("- formatting", "- formatting" + "\nx" * 240_000)
    with little_work():
        section = parse_prompt(TextFile(PROMPT, text)).section("ignore")
    assert section is not None
    assert len(section.items) == 1


# Documents that want to be large ------------------------------------------------------------------


@table
def test_what_would_fill_the_memory_is_refused_where_it_starts(
    tmp_path: Path, fields: str, expected: list[str]
) -> None:
    assert found_with(tmp_path, {SPEC: fields}) == expected


def test_thousands_of_unknown_fields_are_listed_up_to_a_limit(tmp_path: Path) -> None:
    unknown = "".join(f"k{n}: 1\n" for n in range(9_000))
    found = found_with(tmp_path, {SPEC: BASE_SPEC + unknown})
    assert found == [f"{line}:1 FLD102" for line in range(16, 16 + MAX_FAULTS)]


def test_thousands_of_tags_are_listed_up_to_a_limit(tmp_path: Path) -> None:
    found = found_with(
        tmp_path, {SPEC: BASE_SPEC + "metric:\n" + "".join(f"  k{n}: !t 1\n" for n in range(9_000))}
    )
    assert [place.split()[1] for place in found] == ["YML004"] * MAX_PROBLEMS


# Values that make a YAML library raise ------------------------------------------------------------


@table
def test_a_value_that_cannot_be_constructed_is_a_finding_there(
    tmp_path: Path, field: str, expected: list[str]
) -> None:
    assert found_with(tmp_path, {SPEC: BASE_SPEC + field + "\n"}) == expected


def test_no_message_repeats_a_long_value_in_full(tmp_path: Path) -> None:
    long = "x" * 90_000
    fields = f"? k{long}\n: 1\naliases: [{long}]\nstatus: {long}\nversion: {long}\nmetric: {{a: !{long} 1}}\n"
    report = check_in_time(suite_with(tmp_path, {**OTHER_FAULT, SPEC: BASE_SPEC + fields}))
    own = [finding for finding in report.findings if finding.path == SPEC]
    assert [finding.rule for finding in own] == ["FLD102", "FLD106", "FLD105", "FLD103", "YML004"]
    assert max(len(f"{finding.message} {finding.hint}") for finding in own) < 300


@pytest.mark.parametrize("written", ["12:30", "1:30.5", "010", "-01", "0x10", "0b1", "0_5", "1_000", "1_0.5"])
def test_a_number_in_an_odd_notation_is_none(written: str) -> None:
    value = parse_yaml(TextFile(SPEC, f"weight: {written}")).data["weight"]
    assert isinstance(value, OddNumber)
    assert str(value) == written


@pytest.mark.parametrize(
    "written", ["0", "-0", "5", "-1", "+1", "10", "0.90", ".5", "-0.5", "5.", "1.5e+3", "1.5E-03"]
)
def test_a_plain_decimal_is_a_number(written: str) -> None:
    assert parse_yaml(TextFile(SPEC, f"weight: {written}")).data["weight"] == Decimal(written)


@pytest.mark.parametrize("field", ["label", "code", "status", "weight", "\x1b[31m", "examples", "metric"])
def test_no_message_holds_a_character_that_cannot_be_shown(tmp_path: Path, field: str) -> None:
    escaped = ascii(field)[1:-1]
    lines = [line for line in BASE_SPEC.splitlines() if not line.startswith(f"{field}:")]
    text = "\n".join([*lines, f'"{escaped}": "\\x1b[31m\\0 \\u202e\\u200b"', ""])
    found = check(suite_with(tmp_path, {SPEC: text})).findings
    assert "YML001" in {finding.rule for finding in found if finding.path == SPEC}
    assert all(f"{finding.message}{finding.hint}".isprintable() for finding in found)


def test_what_is_quoted_in_a_message_is_short_and_can_be_shown() -> None:
    assert shorten("\x1b[31m\n é") == r"\x1b[31m\n é"
    assert shorten("x" * 50) == "x" * 37 + "..."
    assert is_blank(" \t\N{NO-BREAK SPACE}\N{ZERO WIDTH SPACE}")
    assert not is_blank("\N{ZERO WIDTH SPACE}é")
