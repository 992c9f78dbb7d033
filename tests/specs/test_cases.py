"""Cases, and the data dictionary are read like specs: typed, in place, within limits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchdocs.documents.locations import at
from benchdocs.documents.text_file import TextFile, read_text
from benchdocs.rules.check import check
from benchdocs.specs import loading
from benchdocs.specs.cases import CaseFile, Dictionary, plain_value
from benchdocs.specs.loading import load
from benchdocs.specs.validation import read_spec
from support.case_files import CASE_FILES, CASES, LABELS
from support.suites import link, suite_with
from support.tables import table


def cases(text: str) -> Any:
    return read_spec(TextFile(CASES, text), CaseFile)


def found(root: Path) -> list[str]:
    return [f"{finding.place} {finding.rule}" for finding in check(root).findings]


def test_a_suite_without_cases_reads_none_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def reader(root: Path, path: str) -> TextFile:
        read.append(path)
        return read_text(root, path)

    monkeypatch.setattr(loading, "read_text", reader)
    loaded = load(suite_with(tmp_path))
    assert (loaded.cases, loaded.dictionary) == ((), None)
    assert read
    assert not [path for path in read if path.startswith("evaluators/") and path.endswith(".yaml")]


def test_each_kind_of_file_is_read_as_its_type(tmp_path: Path) -> None:
    loaded = load(suite_with(tmp_path, CASE_FILES))
    assert [file.document.path for file in loaded.cases] == [CASES]
    assert [case.id for case in loaded.cases[0].fields.cases or ()][:2] == ["time-kept", "time-in-words"]
    assert loaded.dictionary is not None
    assert list(loaded.dictionary.fields.record or ()) == ["arrival", "contact_time"]


def test_a_fault_within_a_case_is_told_at_its_place() -> None:
    spec = cases("benchmark: A-DEM1\ncases:\n  - id: a\n    kind: clear\n    colour: red\n    output: [1]\n")
    told = {(fault.rule, fault.route) for fault in spec.faults}
    assert ("FLD105", ("cases", 0, "kind")) in told
    assert ("FLD102", ("cases", 0, "colour")) in told
    assert ("FLD103", ("cases", 0, "output")) in told
    assert ("FLD101", ("cases", 0, "narrative")) in told
    assert spec.document.locate(at("cases", 0, "output")) == (6, 13)


def test_a_key_of_the_dictionary_without_a_meaning_is_told_at_its_place() -> None:
    text = "labels:\n  times: {type: list}\nrecord:\n  arrival: {meaning: The arrival., type: room}\n"
    told = {(fault.rule, fault.route) for fault in read_spec(TextFile(LABELS, text), Dictionary).faults}
    assert told == {
        ("FLD101", ("labels", "times", "meaning")),
        ("FLD105", ("record", "arrival", "type")),
    }


def test_an_output_may_be_the_raw_text_of_what_is_no_record() -> None:
    spec = cases("benchmark: A-DEM1\ncases:\n  - id: a\n    output: '{\"arrival\": '\n")
    assert [case.output for case in spec.fields.cases] == ['{"arrival": ']


@table
def test_a_value_is_plain_json_whatever_yaml_made_of_it(text: str, value: object) -> None:
    (case,) = cases(f"benchmark: A-DEM1\ncases:\n  - labels: {{a: {text}}}\n").fields.cases
    assert plain_value(case.labels["a"]) == value
    assert type(plain_value(case.labels["a"])) is type(value)


"""What aliases grow from."""


@pytest.mark.parametrize("path", [CASES, LABELS])
@table
def test_a_bad_file_gets_a_finding_and_hides_no_other(
    path: str, text: str, told: str, tmp_path: Path
) -> None:
    files = {**CASE_FILES, path: text, "a-component/A-DEM2.yaml": "weight: 2"}
    listed = found(suite_with(tmp_path, files))
    assert any(entry.startswith(f"{path}:") and entry.endswith(told.split()[1]) for entry in listed)
    assert any(entry.startswith("a-component/A-DEM2.yaml") for entry in listed)


@pytest.mark.parametrize("path", [CASES, LABELS])
def test_a_character_that_nobody_sees_is_found(path: str, tmp_path: Path) -> None:
    text = f"{CASE_FILES[path]}# a tag: \U000e0041\n"
    assert any(entry.endswith("YML006") for entry in found(suite_with(tmp_path, {**CASE_FILES, path: text})))


@pytest.mark.parametrize("path", [CASES, LABELS])
def test_a_link_to_a_file_outside_is_not_read(path: str, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("benchmark: A-DEM1\n")
    root = suite_with(
        tmp_path / "suite", {other: text for other, text in CASE_FILES.items() if other != path}
    )
    link(root / path, tmp_path / "secret.yaml")
    assert f"{path}:1:1 YML001" in found(root)


def test_a_linked_folder_of_all_evaluators_is_told_once_and_not_read(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite", CASE_FILES)
    (root / "evaluators").rename(tmp_path / "outside")
    link(root / "evaluators", tmp_path / "outside")
    loaded = load(root)
    assert (loaded.cases, loaded.dictionary) == ((), None)
    assert found(root).count("evaluators:1:1 YML001") == 1


def test_a_linked_folder_of_cases_is_not_read(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite", {LABELS: CASE_FILES[LABELS]})
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "arrival.yaml").write_text(CASE_FILES[CASES])
    link(root / "evaluators/cases", outside)
    assert found(root) == ["evaluators/cases:1:1 YML001"]
