"""Review records that were altered, and files of reviews that nobody expects, get findings."""

from __future__ import annotations

import re
from pathlib import Path

from benchdocs.rules.check import check
from benchdocs.rules.finding import Severity
from support.commands import run
from support.documentation import blocks
from support.paths import REPOSITORY
from support.repositories import Repository
from support.reviews import RECORD, REVIEWERS, review, rules
from support.stories import stories
from support.suites import link, suite_with
from support.tables import table


def test_the_reviewer_that_the_page_shows_can_review(repository: Repository) -> None:
    page = (REPOSITORY / "scripts/benchdocs/pages/authoring/reviews.md").read_text()
    (sample,) = blocks(page, "yaml")
    (repository.root / "reviewers.yaml").write_text(sample)
    (name,) = re.findall(r"id: (\S+)", sample)
    assert run("review", "A-DEM1", "--reviewer", name, "--root", repository.root).exit_code == 0
    assert rules(repository.root) == []


test_story = stories(__file__)


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
