"""Review records that were altered, and files of reviews that nobody expects, get findings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.rules.finding import Severity
from benchdocs.suite.reviews import Standing
from support.commands import run
from support.documentation import blocks
from support.paths import REPOSITORY
from support.repositories import Repository
from support.reviews import DEM1, RECORD, REVIEWERS, review, rules, standing_of, status
from support.suites import link, suite_with
from support.tables import table


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return suite_with(tmp_path / "suite", {"reviewers.yaml": REVIEWERS})


def test_the_reviewer_that_the_page_shows_can_review(repository: Repository) -> None:
    page = (REPOSITORY / "scripts/benchdocs/pages/authoring/reviews.md").read_text()
    (sample,) = blocks(page, "yaml")
    (repository.root / "reviewers.yaml").write_text(sample)
    (name,) = re.findall(r"id: (\S+)", sample)
    assert run("review", "A-DEM1", "--reviewer", name, "--root", repository.root).exit_code == 0
    assert rules(repository.root) == []


def test_a_record_is_only_added(repository: Repository) -> None:
    on = repository.day
    path = f"reviews/A-DEM1/{on}-ems-1.yaml"
    assert review(repository.root, on=on).exit_code == 0
    assert rules(repository.root) == []
    repository.commit("A review")
    assert rules(repository.root) == []
    repository.edit(path, "all: agree", "weight: agree")
    (finding,) = check(repository.root).findings
    assert (finding.rule, finding.path) == ("REV1105", path)
    assert re.search(
        r"changed after commit [0-9a-f]{12}, which added it; records are only added", finding.message
    )
    repository.commit("Another outcome")
    (finding,) = check(repository.root).findings
    assert re.search(r"changed after commit [0-9a-f]{12}, which added it", finding.message)
    (repository.root / path).unlink()
    review(repository.root, on=repository.day)
    repository.commit("Nothing to see")
    found = [finding for finding in check(repository.root).findings if path in finding.message]
    assert [(finding.rule, finding.path) for finding in found] == [("REV1105", "reviewers.yaml")]


@pytest.fixture
def recorded(repository: Repository) -> tuple[Repository, str]:
    """A repository with a review on a branch, `side`, and the record's path."""
    on = repository.day
    repository.git("switch", "-q", "-c", "side")
    review(repository.root, on=on)
    repository.commit("A review")
    repository.git("switch", "-q", "main")
    repository.edit("a-component/A-DEM2.yaml", "label: ", "label: Some ")
    repository.commit("Something else")
    return repository, f"reviews/A-DEM1/{on}-ems-1.yaml"


def test_a_record_that_a_merge_brings_is_as_it_was_added(recorded: tuple[Repository, str]) -> None:
    repository, _ = recorded
    repository.git("merge", "-q", "--no-ff", "-m", "merged", "side")
    assert "REV1105" not in rules(repository.root)


def test_a_record_that_a_merge_edits_is_found(recorded: tuple[Repository, str]) -> None:
    repository, path = recorded
    repository.git("merge", "-q", "--no-ff", "--no-commit", "side")
    repository.edit(path, "all: agree", "weight: agree")
    repository.commit("merged")
    commit = repository.git("rev-parse", "side")[:12]
    (finding,) = check(repository.root).findings
    assert (finding.rule, finding.path) == ("REV1105", path)
    assert f"changed after commit {commit}, which added it;" in finding.message


def test_a_record_that_a_merge_drops_is_found(recorded: tuple[Repository, str]) -> None:
    repository, path = recorded
    repository.git("merge", "-q", "-s", "ours", "-m", "merged", "side")
    commit = repository.git("rev-parse", "side")[:12]
    (finding,) = check(repository.root).findings
    assert (finding.rule, finding.path) == ("REV1105", "reviewers.yaml")
    assert f"`{path}` was deleted after commit {commit}, which added it;" in finding.message
    repository.git("checkout", "-q", "side", "--", path)
    repository.commit("Brought back")
    assert rules(repository.root) == []


def test_the_only_record_does_not_go_unnoticed(repository: Repository) -> None:
    on = repository.day
    review(repository.root, on=on)
    repository.commit("A review")
    (repository.root / f"reviews/A-DEM1/{on}-ems-1.yaml").unlink()
    assert "was deleted after commit" in str(check(repository.root).findings)
    repository.commit("Nothing to see")
    assert "was deleted after commit" in str(check(repository.root).findings)


def test_a_shallow_copy_says_that_records_cannot_be_held_against_the_history(
    repository: Repository, tmp_path: Path
) -> None:
    review(repository.root, on=repository.day)
    repository.commit("A review")
    shallow = tmp_path / "shallow"
    repository.git("clone", "-q", "--depth=1", repository.root.as_uri(), str(shallow))
    (finding,) = check(shallow).findings
    assert (finding.rule, finding.path, finding.severity) == ("REV1105", "reviewers.yaml", Severity.WARNING)
    assert "this is a shallow clone, which lacks the older commits" in finding.message
    assert finding.hint == "get them with `git fetch --unshallow`"


def test_a_suspect_review_tells_since_when_and_because_of_what(repository: Repository) -> None:
    review(repository.root, "A-DEM", "A-DEM1", on=repository.day)
    repository.commit("Reviews")
    reviewed = repository.git("rev-parse", "HEAD")[:12]
    repository.edit(DEM1, "weight: 0.5", "weight: 0.4")
    expected = f"suspect since its review in commit {reviewed}: A-DEM1 weight 0.5 → 0.4\n"
    assert status(repository.root, "A-DEM1", "A-DEM") == f"A-DEM1: {expected}A-DEM: {expected}"
    repository.commit("Another weight")
    repository.edit("a-component/A-DEM2.yaml", "label: ", "label: Some ")
    repository.commit("Something else")
    assert status(repository.root, "A-DEM1", "A-DEM") == f"A-DEM1: {expected}A-DEM: {expected}"


def test_a_suite_in_a_folder_keeps_its_records(repository: Repository) -> None:
    root = suite_with(repository.root / "specs", {"reviewers.yaml": REVIEWERS})
    repository.commit("A suite in a folder")
    assert review(root, on=repository.day).exit_code == 0
    repository.commit("A review")
    assert run("check", "--strict", "--root", root).exit_code == 0
    (record,) = (root / "reviews").rglob("*.yaml")
    record.write_text(f"{record.read_text()}comment: Later\n")
    (finding,) = check(root).findings
    assert (finding.rule, finding.path) == ("REV1105", record.relative_to(root).as_posix())


# Files that nobody expects ----------------------------------------------------------------------------


@table
def test_a_malformed_file_is_named_with_its_line(root: Path, path: str, content: bytes) -> None:
    suite_with(root, {path: content})
    found = [finding for finding in check(root).findings if finding.path == path]
    assert found
    assert all(finding.line for finding in found)
    assert run("check", "--root", root).exit_code == 1
    assert run("review", "--status", "--root", root).exit_code == 0


def test_linked_records_are_not_read(root: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("code: A-DEM1\n")
    (root / "reviewers.yaml").unlink()
    link(root / "reviewers.yaml", secret)
    link(root / RECORD, secret)
    assert {(finding.rule, finding.path) for finding in check(root).findings} == {
        ("YML001", RECORD),
        ("YML001", "reviewers.yaml"),
    }


def test_records_that_are_excluded_do_not_count(root: Path) -> None:
    review(root)
    (root / "pyproject.toml").write_text('[tool.benchdocs]\nexclude = ["reviews/*"]\n')
    assert standing_of(root) is Standing.NONE


# Versions ---------------------------------------------------------------------------------------------


def test_a_version_is_not_lowered(tmp_path: Path) -> None:
    old = suite_with(tmp_path / "old")
    (old / DEM1).write_text((old / DEM1).read_text() + "version: 3\n")
    root = suite_with(tmp_path / "new")
    (root / DEM1).write_text((root / DEM1).read_text() + "version: 2\n")
    against = run("check", "--root", root, "--against", old)
    assert against.exit_code == 1
    assert "error VER1001: `A-DEM1` is version 2, after version 3" in against.output
    assert "hint: write `version: 3`" in against.output


def test_check_holds_a_suite_against_a_revision_or_a_folder(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    repository.edit(DEM1, "Flag if the record lacks", "Flag if it lacks")
    against = run("check", "--root", repository.root, "--against", "HEAD")
    assert against.exit_code == 1
    assert f"{DEM1}:1:7: error VER1001: `A-DEM1`, active before, is now scored differently" in against.output
    assert "hint: write `version: 2`; what changed: A-DEM1 inclusion criteria reworded" in against.output
    assert run("check", "--root", repository.root).exit_code == 0
    repository.edit(DEM1, "weight:", "version: 2\nweight:")
    assert run("check", "--root", repository.root, "--against", "HEAD").exit_code == 0
    assert run("check", "--root", repository.root, "--against", suite_with(tmp_path / "old")).exit_code == 0
    unknown = run("check", "--root", repository.root, "--against", "v9")
    assert unknown.exit_code == 2
    assert "`v9` is neither a folder nor a revision" in unknown.output
