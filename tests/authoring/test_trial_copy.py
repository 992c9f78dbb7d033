"""Changes are tried on a copy of what a suite is read from, whatever else is there."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchdocs.authoring.changeset import copy_of_suite
from benchdocs.files.atomic import replace_text
from support.commands import run
from support.faulty_suite import waiver
from support.hostile_files import nested_folders
from support.reviews import REVIEWERS
from support.suites import suite_with


@pytest.fixture
def removable(tmp_path: Path) -> Iterator[Path]:
    """A folder that may become deeper than pytest itself can remove."""
    yield tmp_path
    subprocess.run(["rm", "-rf", tmp_path], check=True)


def test_folders_nested_without_an_end_are_no_obstacle(removable: Path) -> None:
    root = suite_with(removable, {"reviewers.yaml": REVIEWERS})
    for folder in ("a-component/deep", "evaluators/deep", "docs", "beside"):
        nested_folders(1200)(root / folder)
    for arguments in (
        ("check", "--fix", "--diff"),
        ("review", "A-DEM1", "--reviewer", "ems-1"),
        ("new", "benchmark", "A-DEM3"),
    ):
        result = run(*arguments, "--root", root)
        assert isinstance(result.exception, SystemExit | None), (arguments, result.exception)
        if arguments[0] != "check":
            assert result.exit_code == 0, (arguments, result.output)


def test_a_file_that_a_killed_command_left_is_no_part_of_the_copy(tmp_path: Path) -> None:
    excused = waiver("TXT506", "A-DEM1")
    root = suite_with(tmp_path, {"AGENTS.md": "# Ours\n", "pyproject.toml": excused})
    assert run("inventory", "--write", "--root", root).exit_code == 0
    (root / ".AGENTS.md.benchdocs-new").write_text("half")
    result = run("new", "benchmark", "A-DEM7", "--root", root)
    assert "was not updated" not in result.output
    assert "A-DEM7" in (root / "AGENTS.md").read_text()
    assert not list(root.glob(".*"))


def test_a_link_in_the_place_of_the_temporary_file_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("other")
    (tmp_path / ".file.benchdocs-new").symlink_to("other")
    replace_text(tmp_path / "file", "new")
    assert (tmp_path / "other").read_text() == "other"
    assert (tmp_path / "file").read_text() == "new"
    assert not (tmp_path / "file").is_symlink()


def test_where_no_links_can_be_made_names_stand_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = suite_with(tmp_path / "suite", {"beside/notes.txt": "notes", "list.txt": "list"})
    (root / "rubrics/linked.yaml").symlink_to("A.yaml")

    def refuse(*_: object, **__: object) -> None:
        raise OSError(1314, "A required privilege is not held by the client")

    monkeypatch.setattr(os, "symlink", refuse)
    copy = tmp_path / "copy"
    copy.mkdir()
    copy_of_suite(root, copy)
    assert (copy / "beside").is_dir()
    assert (copy / "list.txt").read_bytes() == b""
    assert (copy / "rubrics/linked.yaml").read_bytes() == b""
    assert (copy / "rubrics/A.yaml").read_bytes() == (root / "rubrics/A.yaml").read_bytes()


@pytest.mark.parametrize(
    "schema",
    ["verdict.json", "schemas/verdict.json", "own/[form]/verdict.json", ".own/a/verdict.json", "own/.a.json"],
)
@pytest.mark.parametrize(
    "command",
    ["new benchmark A-DEM3", "new rubric A-NEW", "check --fix"],
)
def test_a_schema_that_the_settings_name_is_part_of_the_copy(
    tmp_path: Path, schema: str, command: str
) -> None:
    files = {"benchdocs.toml": f'[prompts]\nreply = "{schema}"\n', schema: "{}", "own/other.txt": "other"}
    root = suite_with(tmp_path, files)
    result = run(*command.split(), "--root", root)
    assert schema not in result.output
    assert result.exit_code == 0, result.output
