"""What stands at the paths of a suite: a link, a folder, a name that is none, a file to be left alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.specs.discovery import has_specs
from support.second_fault import AT_FAULT, OTHER_FAULT, SPEC, check_in_time, found_in, found_with
from support.suites import suite_with
from support.tables import table

# What is no regular file --------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this platform has no named pipes")
@pytest.mark.parametrize("path", ["a-component/A-AB1.yaml", "evaluators/llm-judge/a_prompt.md"])
def test_a_pipe_is_refused_without_waiting_for_it(tmp_path: Path, path: str) -> None:
    root = suite_with(tmp_path, OTHER_FAULT)
    os.mkfifo(root / path)
    assert "1:1 YML001" in found_in(root, path)


@pytest.mark.parametrize(
    "path", ["a-component/A-AB1.yaml", "rubrics/A-AB.yml", "evaluators/llm-judge/a_prompt.md"]
)
def test_a_folder_named_like_a_file_is_refused(tmp_path: Path, path: str) -> None:
    root = suite_with(tmp_path, {**OTHER_FAULT, f"{path}/inside.yaml": "code: A-AB2"})
    assert "1:1 YML001" in found_in(root, path)
    assert found_in(root, f"{path}/inside.yaml") == []


def test_a_link_to_a_folder_that_is_gone_is_reported(tmp_path: Path) -> None:
    root = suite_with(tmp_path, OTHER_FAULT)
    (root / "b-component").symlink_to("nowhere")
    assert found_in(root, "b-component") == ["1:1 YML001"]


def test_a_root_that_is_itself_a_link_is_read(tmp_path: Path) -> None:
    suite_with(tmp_path / "root", {**OTHER_FAULT, SPEC: AT_FAULT})
    (tmp_path / "link").symlink_to("root")
    assert found_in(tmp_path / "link", SPEC) == ["7:9 FLD104"]


@pytest.mark.parametrize(
    ("file", "folder"),
    [("rubrics", "rubrics"), ("evaluators", "evaluators/llm-judge"), ("b-component", "b-component")],
)
def test_a_file_where_a_folder_belongs_is_reported(tmp_path: Path, file: str, folder: str) -> None:
    (tmp_path / file).write_text("not a folder")
    (tmp_path / "a-component").mkdir()
    (tmp_path / SPEC).write_text(AT_FAULT)
    found = [f"{finding.place} {finding.rule}" for finding in check(tmp_path).findings]
    assert f"{folder}:1:1 YML001" in found
    assert f"{SPEC}:7:9 FLD104" in found


def test_without_rubrics_the_benchmarks_are_checked_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "a-component").mkdir()
    (tmp_path / SPEC).write_text(AT_FAULT)
    assert f"{SPEC}:7:9 FLD104" in [f"{finding.place} {finding.rule}" for finding in check(tmp_path).findings]


def test_an_empty_root_holds_nothing_to_complain_of(tmp_path: Path) -> None:
    assert check(tmp_path).findings == ()
    assert not has_specs(tmp_path)


# Which files are read -----------------------------------------------------------------------------


@table
def test_specs_are_read_with_both_endings_and_from_nested_folders(tmp_path: Path, path: str) -> None:
    assert "1:1 YML003" in found_with(tmp_path, {path: "- a list"}, path)


@table
def test_other_files_are_left_alone(tmp_path: Path, path: str) -> None:
    root = suite_with(tmp_path, {**OTHER_FAULT, path: b"\xff"})
    assert [finding.place for finding in check_in_time(root).findings] == ["rubrics/A-AUX.yaml:6:20"]


@pytest.mark.parametrize(
    ("name", "shown"), [("A-AB1\n.yaml", r"A-AB1\n.yaml"), ("A-AB1\udcff.yaml", r"A-AB1\udcff.yaml")]
)
def test_a_name_that_cannot_be_shown_is_reported_in_its_escaped_form(
    tmp_path: Path, name: str, shown: str
) -> None:
    root = suite_with(tmp_path, OTHER_FAULT)
    try:
        (root / "a-component" / name).write_text("code: A-AB1")
    except (OSError, UnicodeError):
        pytest.skip("this file system refuses the name itself")
    assert found_in(root, f"a-component/{shown}") == ["1:1 YML001"]


# Settings -----------------------------------------------------------------------------------------


@table
def test_settings_that_cannot_be_read_are_a_finding(
    tmp_path: Path, content: bytes, expected: list[str]
) -> None:
    assert found_with(tmp_path, {"pyproject.toml": content}, "pyproject.toml") == expected


def test_a_folder_in_place_of_the_settings_is_told(tmp_path: Path) -> None:
    assert found_with(tmp_path, {"pyproject.toml/file": ""}, "pyproject.toml") == ["1:1 WVR901"]
