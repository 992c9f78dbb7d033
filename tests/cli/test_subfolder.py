"""Commands work from a folder within the repository: they find the root above it, and say so."""

import json
import shlex
import subprocess
from pathlib import Path

import pytest

from support.commands import run
from support.repositories import Repository
from support.suites import suite_with

BROKEN = {"a-component/A-DEM1.yaml": "code: A-DEM1\nweight: 25%\n"}
SAID = "root: `..`, found in a folder above this one\n"


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with findings, in one of whose folders the commands run."""
    repository = Repository(tmp_path / "suite")
    monkeypatch.chdir(repository.root / "a-component")
    return repository.root


def test_a_check_finds_the_root_above_and_names_files_from_there(inside: Path) -> None:
    suite_with(inside, BROKEN)
    result = run("check", "--format", "json")
    assert result.stderr == SAID
    assert {entry["path"] for entry in json.loads(result.stdout)["findings"]} >= {"a-component/A-DEM1.yaml"}
    assert run("check", "--root", "..").stderr == ""


def test_a_path_is_one_from_the_current_folder(inside: Path) -> None:
    suite_with(inside, BROKEN)
    assert run("check", "A-DEM1.yaml").exit_code == 1
    assert run("check", "A-DEM2.yaml").exit_code == 0
    assert run("check", "../a-component", "--root", "..").exit_code == 1
    assert "is not inside" in run("check", "/").output


def test_every_command_that_reads_a_suite_finds_it(inside: Path) -> None:
    assert "A-DEM1: not reviewed" in run("review", "--status").stdout
    assert "no change" in run("diff", "HEAD").stdout.lower()
    assert "| A-DEM |" in run("inventory").stdout
    assert run("inventory", "--write").exit_code == 0
    assert (inside / "AGENTS.md").is_file()
    assert run("schema", "--write").exit_code == 0
    assert (inside / "schemas/benchmark.schema.json").is_file()
    assert run("new", "benchmark", "A-DEM3").exit_code == 0
    assert (inside / "a-component/A-DEM3.yaml").is_file()


@pytest.mark.parametrize(
    ("path", "text"), [("pyproject.toml", "[tool.benchdocs]\nreserved = []\n"), ("benchdocs.toml", "")]
)
def test_the_nearest_root_counts_and_settings_alone_make_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, text: str
) -> None:
    inner = suite_with(tmp_path) / "inner"
    (inner / "notes").mkdir(parents=True)
    (inner / path).write_text(text)
    monkeypatch.chdir(inner / "notes")
    assert "no specs in `..`" in run("check").output


def staged(repository: Path, command: str) -> list[str]:
    """Run the last line of an output, pasted as it is; return what is staged afterwards."""
    subprocess.run(shlex.split(command.splitlines()[-1]), check=True)
    changed = ["git", "-C", str(repository), "status", "--porcelain", "--no-renames"]
    lines = subprocess.run(changed, check=True, capture_output=True, text=True).stdout.splitlines()
    assert all(line[1] == " " for line in lines), "something is left to stage"
    return [line[3:] for line in lines]


def test_the_files_to_stage_are_named_in_a_line_to_paste(
    inside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = run("new", "benchmark", "A-DEM3", "--evaluator", "code").output
    files = [
        "rubrics/A-DEM.yaml",
        "evaluators/code/a_dem3.py",
        "evaluators/cases/a-dem3.yaml",
        "a-component/A-DEM3.yaml",
    ]
    assert command.splitlines()[-1] == f"git -C .. add {' '.join(files)}"
    assert staged(inside, command) == sorted(files)
    monkeypatch.chdir(inside)
    command = run("new", "benchmark", "A-DEM4", "--evaluator", "code").output
    assert command.splitlines()[-1].startswith("git add ")
    assert {"a-component/A-DEM4.yaml", "rubrics/A-DEM.yaml"} <= {*staged(inside, command)}


def test_outside_a_repository_and_in_a_dry_run_nothing_is_to_be_staged(inside: Path, tmp_path: Path) -> None:
    assert "git" not in run("new", "benchmark", "A-DEM3", "--dry-run").output
    assert "git" not in run("new", "benchmark", "A-DEM3", "--root", suite_with(tmp_path / "other")).output
