"""What git cannot answer is said with its reason and with what to do."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from benchdocs.history import git
from benchdocs.history.log import read_log
from benchdocs.rules.check import check
from support.commands import run
from support.repositories import Repository
from support.reviews import DEM1, REVIEWERS, review
from support.suites import suite_with

PROMPT = "evaluators/llm-judge/arrival_prompt.md"


@pytest.fixture
def recorded(tmp_path: Path) -> Repository:
    """A repository with a review, which is committed."""
    repository = Repository(tmp_path / "top")
    (repository.root / "reviewers.yaml").write_text(REVIEWERS)
    repository.commit("Reviewers")
    assert review(repository.root, on="2023-11-16").exit_code == 0
    repository.commit("A review")
    assert run("check", "--strict", "--root", repository.root).exit_code == 0
    return repository


def another_owner(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin/git"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec "{shutil.which("git")}" "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(tmp_path))


def no_git(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))


def broken_link(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.rmtree(repository.root / ".git")
    (repository.root / ".git").write_text("gitdir: /nowhere/worktrees/top\n")


def empty_folder(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.rmtree(repository.root / ".git")
    (repository.root / ".git").mkdir()


def no_commit(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.rmtree(repository.root / ".git")
    repository.git("init", "-q", "-b", "main")


def broken_branch(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (repository.root / ".git/refs/heads/main").write_text("")


@pytest.mark.parametrize(
    ("spoil", "reason", "hint"),
    [
        (
            another_owner,
            "detected dubious ownership in repository at '",
            "git config --global --add safe.directory",
        ),
        (no_git, "git is not installed", "install git"),
        (broken_link, "not a git repository: /nowhere/worktrees/top", ""),
        (empty_folder, "not a git repository (or any of the parent directories): .git", ""),
        (no_commit, "your current branch 'main' does not have any commits yet", ""),
        (broken_branch, "your current branch appears to be broken", ""),
    ],
)
def test_what_git_cannot_tell_is_a_finding_with_git_s_reason_and_refused_elsewhere(
    spoil: Callable[[Repository, Path, pytest.MonkeyPatch], None],
    reason: str,
    hint: str,
    recorded: Repository,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    root = recorded.root
    spoil(recorded, tmp_path, monkeypatch)
    record = root / "reviews/A-DEM1/2023-11-16-ems-1.yaml"
    record.write_text(record.read_text().replace("all: agree", "all: reject"))  # as nobody signed it
    strict = run("check", "--strict", "--root", root)
    assert strict.exit_code == 1
    (finding,) = (each for each in check(root).findings if each.rule == "REV1105")
    assert finding.message.startswith("git cannot tell whether the records are as they were added: ")
    assert reason in finding.message
    assert hint in (finding.hint or "")
    assert reason in read_log(root).gap
    assert reason in run("diff", "HEAD", "--root", root).output


def test_whom_the_user_trusts_git_is_asked(
    recorded: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = read_log(recorded.root, records_only=True)
    another_owner(recorded, tmp_path, monkeypatch)
    (tmp_path / ".gitconfig").write_text("[safe]\ndirectory = *\n[log]\nshowSignature = true\n")
    git._is_of_another_owner.cache_clear()
    assert read_log(recorded.root, records_only=True) == expected
    assert run("check", "--strict", "--root", recorded.root).exit_code == 0


def test_a_folder_in_no_repository_has_nothing_that_git_could_tell(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite", {"reviewers.yaml": REVIEWERS})
    assert review(root).exit_code == 0
    assert run("check", "--strict", "--root", root).exit_code == 0
    assert "the folder is not in a git repository" in run("diff", "v1", "--root", root).output


def test_a_partial_clone_is_named_with_what_to_do(recorded: Repository, tmp_path: Path) -> None:
    for weight in ("0.4", "0.5"):
        recorded.edit(DEM1, f"weight: {'0.5' if weight == '0.4' else '0.4'}\n", f"weight: {weight}\n")
        recorded.commit(f"Weight {weight}")
    recorded.move(PROMPT, PROMPT.replace("arrival", "coming"))
    recorded.edit(DEM1, PROMPT, PROMPT.replace("arrival", "coming"))
    recorded.edit(DEM1, "A rare miss", "Few misses")
    recorded.git("config", "uploadpack.allowFilter", "true")
    recorded.commit("A prompt moves")
    partial = tmp_path / "partial"
    source = recorded.root.as_uri()
    recorded.git("clone", "-q", "--filter=blob:none", source, str(partial))
    assert "this is a partial clone (`--filter`), which lacks older files" in read_log(partial).gap
    assert "REV1105" not in {finding.rule for finding in check(partial).findings}
    assert "partial clone" in run("diff", "HEAD~3", "--root", partial).output
    subprocess.run(["git", "-C", partial, "fetch", "-q", "--refetch", "--no-filter"], check=True)
    assert read_log(partial).gap == ""
    assert "git cannot tell" not in str(check(partial).findings)
