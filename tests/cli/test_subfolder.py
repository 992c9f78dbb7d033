"""Commands work from a folder within the repository: they find the root above it, and say so."""

import shlex
import subprocess
from pathlib import Path

import pytest

from support.commands import run
from support.repositories import Repository
from support.stories import stories


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with findings, in one of whose folders the commands run."""
    repository = Repository(tmp_path / "suite")
    monkeypatch.chdir(repository.root / "a-component")
    return repository.root


test_story = stories(__file__)


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
