"""Whatever happens to the files of a suite is noticed, and nothing else is."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchdocs.authoring import file_states
from benchdocs.authoring.file_states import States, changed_states, states
from support.commands import run
from support.hostile_files import nested_folders
from support.paths import BASE
from support.reviews import REVIEWERS
from support.suites import suite_with

DEM1 = "a-component/A-DEM1.yaml"
GOOD = (BASE / DEM1).read_text()


def replace(root: Path) -> None:
    """As editors do that write a file of their own first."""
    saved = root / "a-component/.A-DEM1.yaml.swp"
    saved.write_text(GOOD)
    saved.rename(root / DEM1)


EDITS: dict[str, Callable[[Path], object]] = {
    "write": lambda root: (root / DEM1).write_text(GOOD + "# later\n"),
    "remove": lambda root: (root / DEM1).unlink(),
    "replace": replace,
    "folder": lambda root: (root / "rubrics/more").mkdir(),
    "component": lambda root: (root / "b-component").mkdir(),
    "rename": lambda root: (root / "rubrics").rename(root / "away"),
    "settings": lambda root: (root / "pyproject.toml").write_text("[tool.benchdocs]\n"),
    "inventory": lambda root: (root / "AGENTS.md").write_text("# Ours\n"),
    "away": lambda root: root.rename(root.with_name("away")),
    "gone": shutil.rmtree,
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_a_change_of_a_file_or_folder_is_one(tmp_path: Path, edit: Callable[[Path], object]) -> None:
    root = suite_with(tmp_path / "suite")
    (root / "a-component/A-AAA.yaml").symlink_to("nowhere")
    before = states(root)
    edit(root)
    assert states(root) != before


def test_the_schema_that_the_settings_name_is_one_of_the_files(tmp_path: Path) -> None:
    settings = '[prompts]\nreply = "schemas/verdict.json"\n'
    root = suite_with(tmp_path, {"benchdocs.toml": settings, "schemas/verdict.json": "{}"})
    before = states(root)
    (root / "schemas/other.json").write_text("{}")
    assert states(root) == before
    (root / "schemas/verdict.json").write_text('{"type": "object"}')
    assert states(root) != before


def test_a_suite_that_comes_back_as_a_whole_is_a_change_again(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    root.rename(tmp_path / "away")
    before = states(root)
    (tmp_path / "away").rename(root)
    assert states(root) != before


def test_files_in_a_linked_folder_of_the_suite_are_seen(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    (root / "rubrics").rename(tmp_path / "elsewhere")
    (root / "rubrics").symlink_to(tmp_path / "elsewhere")
    before = states(root)
    (tmp_path / "elsewhere/A-DEM.yaml").write_text("code: A-DEM\n")
    assert states(root) != before


def test_reading_hidden_files_and_foreign_folders_are_no_change(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    before = states(root)
    for path in ("site/index.html", ".git/index", "a-component/.A-DEM1.yaml.swp", "rubrics/A-DEM.yaml~"):
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text("other")
    (root / DEM1).read_bytes()
    assert states(root) == before


def test_a_change_from_before_the_first_look_counts_and_looking_takes_a_tenth_of_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    monkeypatch.setattr(time, "monotonic", iter(range(0, 100, 2)).__next__)
    found: list[States] = [{tmp_path: None}, {tmp_path: None}, {}]
    assert changed_states(lambda: found.pop(0), {}) == {tmp_path: None}
    assert changed_states(lambda: found.pop(0), {tmp_path: None}) == {}
    assert pauses == [file_states.QUIET_PERIOD] * 2 + [18]


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
        ("check", "--fix"),
        ("review", "A-DEM1", "--reviewer", "ems-1"),
        ("new", "benchmark", "A-DEM3"),
    ):
        result = run(*arguments, "--root", root)
        assert isinstance(result.exception, SystemExit | None), (arguments, result.exception)
        if arguments[0] != "check":
            assert result.exit_code == 0, (arguments, result.output)
