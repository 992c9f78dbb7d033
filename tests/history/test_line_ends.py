"""How a copy ends its lines changes no comparison and no digest."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.history import provenance
from benchdocs.history.log import read_log
from benchdocs.rules.check import check
from benchdocs.site.site import Site
from benchdocs.suite.digest import suite_digest
from support.commands import run
from support.repositories import Repository
from support.reviews import DEM1, REVIEWERS, review

PNG = b"\x89PNG\r\n\x1a\n\0\r\n"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository of a suite with a review, a page and a picture."""
    repository = Repository(tmp_path / "repository")
    root = repository.root
    (root / "reviewers.yaml").write_text(REVIEWERS)
    (root / "docs/methodology").mkdir(parents=True)
    (root / "docs/methodology/index.md").write_text("# Scores\n\nHow they come about.\n")
    (root / "docs/methodology/x.png").write_bytes(PNG)
    repository.commit("Pages")
    review(root, on="2023-11-16")
    repository.commit("A review")
    return repository


def digests(root: Path) -> list[object]:
    suite = check(root).suite
    site = Site(check(root))
    return [
        *(suite_digest(suite), site.stamp.text),
        *((file.path, file.digest) for file in site.conformance.files),
        *site.copies(),
    ]


@pytest.mark.parametrize("setting", ["true", "false"])
def test_a_copy_with_the_line_ends_of_windows_is_the_same_suite(
    repository: Repository, tmp_path: Path, setting: str
) -> None:
    copy = tmp_path / "copy"
    repository.git("clone", "-q", "-c", "core.autocrlf=true", str(repository.root), str(copy))
    repository.git("-C", str(copy), "config", "core.autocrlf", setting)
    assert b"\r\n" in (copy / DEM1).read_bytes()
    assert (copy / "docs/methodology/x.png").read_bytes() == PNG
    assert run("check", "--strict", "--against", "HEAD", "--root", copy).exit_code == 0
    assert run("diff", "HEAD", "--root", copy).output == "No change.\n"
    assert provenance.commit(check(copy).suite).files == ()
    assert digests(copy) == digests(repository.root)


def test_a_byte_order_mark_is_in_no_digest(repository: Repository, tmp_path: Path) -> None:
    script = "def evaluate(labels, output, narrative):\n    return {}\n"
    for suite in (repository.root, tmp_path / "copy"):
        if suite != repository.root:
            repository.git("clone", "-q", str(repository.root), str(suite))
        code = suite / "evaluators/code/arrival.py"
        code.parent.mkdir(exist_ok=True)
        code.write_text(script)
    for file in (*copies_of_text(tmp_path / "copy"), tmp_path / "copy/evaluators/code/arrival.py"):
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    assert run("diff", repository.root, tmp_path / "copy").output == "No change.\n"
    assert digests(tmp_path / "copy") == digests(repository.root)


def copies_of_text(root: Path) -> list[Path]:
    return [file for file in root.rglob("*") if file.suffix in (".yaml", ".md") and ".git" not in file.parts]


def test_a_commit_that_only_ends_lines_otherwise_changes_nothing(repository: Repository) -> None:
    before = read_log(repository.root).commits
    for path in repository.root.rglob("*"):
        if path.suffix in (".yaml", ".md", ".toml") and ".git" not in path.parts:
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert run("diff", "HEAD", "--root", repository.root).output == "No change.\n"
    repository.commit("Windows")
    assert len(read_log(repository.root).commits) == len(before) + 1
    assert run("diff", "HEAD~1", "HEAD", "--root", repository.root).output == "No change.\n"
    assert run("check", "--strict", "--root", repository.root).exit_code == 0
