"""What uncommitted edits do is told on the page of each file: class, version, signatures, verdicts."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from benchdocs.rules.check import Report
from benchdocs.site.audit.conformance import Conformance
from benchdocs.site.views.uncommitted import edit_on_page
from benchdocs.specs.loading import load
from benchdocs.suite.suite import Suite
from support.commands import run
from support.edits import DEM1, FILES, PROMPT
from support.repositories import Repository
from support.suites import suite_with, write
from support.tables import table

REVIEWED = ("A-DEM1", "A-DEM2", "A-DEM", "A")


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """A suite in git whose specs are all reviewed, with a gate at A-DEM1 and none at A-DEM2."""
    made = Repository(tmp_path_factory.mktemp("reviewed") / "suite")
    write(made.root, {path: text for path, text in FILES.items() if not path.startswith("reviews/")})
    made.commit("All kinds of files")
    for code in REVIEWED:
        result = run("review", code, "--reviewer", "ems-1", "--root", made.root)
        assert result.exit_code == 0, result.output
    made.commit("Reviews")
    return made


def on_page(root: Path, page: str) -> dict[str, Any]:
    suite = Suite(load(root))
    commit = Conformance(Report(suite, ())).commit
    return edit_on_page(suite, commit, page) if commit else {}


@table
def test_an_edit_is_told_with_all_that_follows(
    repository: Repository,
    path: str,
    edits: list[tuple[str, str]],
    page: str,
    told: list[str],
    versions: dict[str, Decimal],
    suspect: list[str],
    verdicts: list[str],
) -> None:
    text = (repository.root / path).read_text()
    try:
        for old, new in edits:
            repository.edit(path, old, new)
        edit = on_page(repository.root, page or path)
    finally:
        (repository.root / path).write_text(text)
    assert edit
    assert [f"{change.effect}: {change.text}" for change in edit["changes"]] == told
    assert (edit["versions"], edit["suspect"], edit["verdicts"]) == (versions, suspect, verdicts)


@pytest.mark.parametrize("page", [DEM1, "a-component/A-DEM2.yaml", PROMPT, "docs/index.md", ""])
def test_nothing_is_told_where_nothing_is_edited(repository: Repository, page: str) -> None:
    assert on_page(repository.root, page) == {}


@pytest.mark.parametrize("page", ["a-component/A-DEM2.yaml", "rubrics/A-DEM.yaml", PROMPT, ""])
def test_nothing_is_told_on_the_page_of_another_file(repository: Repository, page: str) -> None:
    text = (repository.root / DEM1).read_text()
    repository.edit(DEM1, "threshold: 0.90", "threshold: 0.95")
    assert on_page(repository.root, page) == {}
    (repository.root / DEM1).write_text(text)


def test_a_page_without_an_edit_reads_no_commit(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (repository.root / DEM1).read_text()
    repository.edit(DEM1, "threshold: 0.90", "threshold: 0.95")
    monkeypatch.setattr("benchdocs.site.views.uncommitted.suite_at", pytest.fail)
    assert on_page(repository.root, "a-component/A-AUX1.yaml") == {}
    (repository.root / DEM1).write_text(text)


def test_a_version_that_is_raised_is_due_no_more(repository: Repository) -> None:
    text = (repository.root / DEM1).read_text()
    repository.edit(DEM1, "threshold: 0.90", "threshold: 0.95\nversion: 2")
    edit = on_page(repository.root, DEM1)
    assert edit
    assert (edit["versions"], edit["verdicts"]) == ({}, ["A-DEM1", "A-DEM", "A"])
    (repository.root / DEM1).write_text(text)


def test_nothing_is_told_outside_git_and_before_a_commit(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    assert on_page(root, DEM1) == {}
    made = Repository(tmp_path / "repository")
    made.git("update-ref", "-d", "HEAD")
    assert on_page(made.root, DEM1) == {}


def test_nothing_is_told_where_git_cannot_read_the_commit(tmp_path: Path) -> None:
    made = Repository(tmp_path / "suite")
    made.edit(DEM1, "threshold: 0.90", "threshold: 0.95")
    assert on_page(made.root, DEM1)
    blob = made.git("rev-parse", f"HEAD:{DEM1}").strip()
    (made.root / ".git/objects" / blob[:2] / blob[2:]).unlink()
    made.edit(DEM1, "threshold: 0.95", "threshold: 0.99")
    assert on_page(made.root, DEM1) == {}
