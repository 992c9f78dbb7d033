"""A merge tells what it decided itself, and nothing that a branch decided."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from benchdocs.history.git_log import LogEntry, history
from support.repositories import Repository
from support.tables import table

DEM1, DEM2 = "a-component/A-DEM1.yaml", "a-component/A-DEM2.yaml"
PROMPT = "evaluators/llm-judge/arrival_prompt.md"
NEW, NEW_PROMPT = "a-component/A-DEM7.yaml", PROMPT.replace("arrival", "new")
NEW_RECORD = "reviews/A-DEM7/2023-11-14-ems-1.yaml"


def test_a_merge_decides_nothing_that_a_branch_decided(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    repository.git("switch", "-q", "-c", "side")
    repository.edit(DEM1, "weight: 0.5", "weight: 0.4")
    repository.commit("aside")
    repository.git("switch", "-q", "main")
    repository.edit(DEM2, "weight: 0.5", "weight: 0.6")
    repository.commit("on the line")
    repository.git("merge", "-q", "--no-ff", "-m", "merged", "side")
    told = {
        entry.commit.subject: [change.text for change in entry.changes] for entry in entries_of(repository)
    }
    assert told == {
        "merged": [],
        "aside": ["A-DEM1 weight 0.5 → 0.4"],
        "on the line": ["A-DEM2 weight 0.5 → 0.6"],
    }


def entries_of(repository: Repository) -> tuple[LogEntry, ...]:
    """The entries after the first commit's."""
    return history(repository.root).entries[:-1]


def merged(repository: Repository, *options: str, weight: str = "") -> None:
    """Merge `side`, with a weight that the merger writes."""
    command = ["git", "-C", str(repository.root), "merge", "-q", "--no-commit", *options, "side"]
    subprocess.run(command, check=False, capture_output=True)
    if weight:
        repository.git("checkout", "-q", "HEAD", "--", DEM1)
        text = (repository.root / DEM1).read_text()
        (repository.root / DEM1).write_text(re.sub(r"^weight: .*", f"weight: {weight}", text, flags=re.M))
    repository.commit("merged")


@table
def test_what_a_merge_decides_is_the_mergers(
    tmp_path: Path, on_line: str, options: tuple[str, ...], weight: str, own: str | None
) -> None:
    repository = Repository(tmp_path / "repository")
    repository.git("switch", "-q", "-c", "side")
    repository.edit(DEM1, "weight: 0.5", "weight: 0.4")
    repository.commit("aside")
    repository.git("switch", "-q", "main")
    repository.edit(DEM1, "weight: 0.5", on_line)
    repository.commit("on the line")
    merged(repository, *options, weight=weight)
    found = [entry for entry in entries_of(repository) if entry.commit.subject == "merged"]
    assert [change.text for entry in found for change in entry.changes] == ([own] if own else [])


@pytest.fixture
def adding(tmp_path: Path) -> Repository:
    """A merge, not committed yet, of a branch that adds a benchmark, its prompt and a record."""
    repository = Repository(tmp_path / "repository")
    repository.git("switch", "-q", "-c", "side")
    text = (repository.root / DEM1).read_text().replace("A-DEM1", "A-DEM7")
    (repository.root / NEW).write_text(text)
    (repository.root / NEW_PROMPT).write_text((repository.root / PROMPT).read_text() + "One more line.\n")
    (repository.root / NEW_RECORD).parent.mkdir(parents=True)
    (repository.root / NEW_RECORD).write_text("code: A-DEM7\n")
    repository.commit("aside")
    repository.git("switch", "-q", "main")
    repository.edit(DEM2, "weight: 0.5", "weight: 0.6")
    repository.commit("on the line")
    return repository


def merges_own(repository: Repository) -> set[str]:
    """What the commit `merged` changed itself."""
    found = [entry for entry in entries_of(repository) if entry.commit.subject == "merged"]
    return {change.text for entry in found for change in entry.changes}


def test_what_a_merge_edits_of_a_new_benchmark_is_the_mergers(adding: Repository) -> None:
    adding.git("merge", "-q", "--no-ff", "--no-commit", "side")
    adding.edit(NEW, "weight: 0.5", "weight: 0.4")
    adding.edit(NEW_PROMPT, "One more line.", "Count every score twice.")
    (adding.root / NEW_RECORD).write_text("code: A-DEM8\n")
    adding.commit("merged")
    assert merges_own(adding) == {
        "A-DEM7 weight 0.5 → 0.4",
        f"{NEW_PROMPT} reworded",
        f"{NEW_RECORD} code A-DEM7 → A-DEM8",
    }


def test_a_merge_that_only_takes_a_new_benchmark_decides_nothing(adding: Repository) -> None:
    adding.git("merge", "-q", "--no-ff", "-m", "merged", "side")
    assert merges_own(adding) == set()


def test_a_new_benchmark_that_a_merge_drops_is_removed_by_the_merger(adding: Repository) -> None:
    adding.git("merge", "-q", "-s", "ours", "-m", "merged", "side")
    assert merges_own(adding) == {
        "A-DEM7 removed (benchmark)",
        f"{NEW_PROMPT} removed (prompt)",
        f"{NEW_RECORD} removed (review record)",
    }


@pytest.mark.parametrize(
    ("stays", "own"),
    [(True, "A-DEM1 added (benchmark)"), (False, "A-DEM1 removed (benchmark)")],
    ids=["the edit", "the removal"],
)
def test_whether_an_edited_benchmark_goes_is_the_mergers(tmp_path: Path, stays: bool, own: str) -> None:
    repository = Repository(tmp_path / "repository")
    repository.git("switch", "-q", "-c", "side")
    repository.edit(DEM1, "weight: 0.5", "weight: 0.4")
    repository.commit("aside")
    repository.git("switch", "-q", "main")
    (repository.root / DEM1).unlink()
    repository.commit("on the line")
    repository.git("merge", "-q", "--no-commit", "-s", "ours", "side")
    if stays:
        repository.git("checkout", "-q", "side", "--", DEM1)
    repository.commit("merged")
    assert merges_own(repository) == {own}


def test_two_edits_of_one_file_that_git_merges_are_those_of_their_authors(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    repository.git("switch", "-q", "-c", "side")
    repository.edit(DEM1, "label: Arrival time recorded", "label: Arrival")
    repository.commit("aside")
    repository.git("switch", "-q", "main")
    repository.edit(DEM1, "hybrid", "llm_judge")
    repository.commit("on the line")
    merged(repository)
    told = {entry.commit.subject for entry in entries_of(repository) if entry.changes}
    assert told == {"aside", "on the line"}
    assert "label: Arrival\n" in (repository.root / DEM1).read_text()
    assert "evaluator_type: llm_judge" in (repository.root / DEM1).read_text()
