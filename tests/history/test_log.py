"""The log tells which commits touched a file, which of them can have changed a score, and what was added."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from benchdocs.history import log
from benchdocs.history.log import EMPTY, NOT_TRACKED, SHALLOW, Commit, Log, read_log
from benchdocs.history.revisions import baseline
from support.repositories import Repository
from support.reviews import REVIEWERS, review
from support.suites import suite_with
from support.tables import table

DEM1, DEM2, AUX1 = (f"a-component/A-{name}.yaml" for name in ("DEM1", "DEM2", "AUX1"))
RUBRIC, PROMPT = "rubrics/A-DEM.yaml", "evaluators/llm-judge/arrival_prompt.md"
RECORD = "reviews/A-DEM1/2023-11-16-ems-1.yaml"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def subjects(found: Log, path: str) -> list[str]:
    """What the commits that touched a file say, the newest first."""
    return [commit.subject for commit in found.of.get(path, ())]


def test_a_file_has_its_commits_under_its_present_name(repository: Repository) -> None:
    repository.edit(DEM1, "weight: 0.5", "weight: 0.4")
    repository.commit("A weight")
    repository.move(DEM1, "b-component/sub ä/A-DEM1.yaml")
    repository.commit("Elsewhere")
    repository.edit(AUX1, "weight: 1", "weight: 0.9")
    repository.commit("Another file")
    (repository.root / "notes.txt").write_text("Nothing of the suite.")
    repository.commit("Beside the suite")
    found = read_log(repository.root)
    assert subjects(found, "b-component/sub ä/A-DEM1.yaml") == [
        "Elsewhere",
        "A weight",
        "The demonstration suite",
    ]
    assert DEM1 not in found.of
    assert [commit.subject for commit in found.commits] == [
        "Another file",
        "Elsewhere",
        "A weight",
        "The demonstration suite",
    ]
    assert found.files[found.commits[0].id] == [AUX1]
    assert [commit.subject for commit in found.touching([AUX1, RUBRIC])] == [
        "Another file",
        "The demonstration suite",
    ]


@table
def test_a_commit_that_touches_what_decides_is_marked(
    path: str, old: str, new: str, is_deciding: bool, repository: Repository
) -> None:
    repository.edit(path, old, new)
    repository.commit("An edit")
    found = read_log(repository.root)
    assert found.is_deciding(found.commits[0], [path]) == is_deciding
    assert not found.is_deciding(found.commits[0], [AUX1])


def test_a_merge_has_only_what_none_of_its_branches_has(repository: Repository) -> None:
    repository.git("switch", "-q", "-c", "side")
    repository.edit(DEM2, "weight: 0.5", "weight: 0.4")
    repository.commit("On the side")
    repository.git("switch", "-q", "main")
    repository.edit(DEM1, "weight: 0.5", "weight: 0.6")
    repository.commit("On main")
    repository.git("merge", "-q", "--no-ff", "--no-commit", "side")
    repository.edit(RUBRIC, "label: Demonstration", "label: Shown")
    repository.edit(DEM1, "weight: 0.6", "weight: 0.7")
    repository.commit("Merged")
    found = read_log(repository.root)
    assert found.files[found.commits[0].id] == [DEM1, RUBRIC]
    assert subjects(found, DEM2) == ["On the side", "The demonstration suite"]
    assert found.is_deciding(found.commits[0], [DEM1])
    assert not found.is_deciding(found.commits[0], [RUBRIC])


def test_a_spec_that_only_moved_is_not_marked_but_one_that_changed_on_the_way_is(
    repository: Repository,
) -> None:
    repository.move(DEM1, "b-component/A-DEM1.yaml")
    repository.commit("Moved")
    repository.move(DEM2, "b-component/A-DEM2.yaml")
    repository.edit("b-component/A-DEM2.yaml", "weight: 0.5", "weight: 0.4")
    repository.commit("Moved with another weight")
    (repository.root / AUX1).unlink()
    repository.commit("Gone")
    found = read_log(repository.root)
    marks = {commit.subject: found.is_deciding(commit, found.files[commit.id]) for commit in found.commits}
    assert marks == {
        "Gone": True,
        "Moved with another weight": True,
        "Moved": False,
        "The demonstration suite": True,
    }


def test_a_link_or_a_submodule_in_place_of_a_spec_has_no_lines(repository: Repository) -> None:
    (repository.root / DEM1).unlink()
    (repository.root / DEM1).symlink_to("weight: 0.5")
    repository.commit("A link")
    (repository.root / DEM1).unlink()
    repository.git("rm", "-q", "--cached", DEM1)
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},{DEM1}")
    repository.git("commit", "-qm", "A submodule")
    found = read_log(repository.root)
    assert found.gap == ""
    assert found.is_deciding(next(each for each in found.commits if each.subject == "A link"), [DEM1])


def test_commits_that_no_page_lists_are_not_read(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "MOST_LISTED", 2)
    monkeypatch.setattr(log, "MOST_OF_FILE", 1)
    repository.edit(DEM1, "weight: 0.5", "weight: 0.4")
    repository.commit("Another weight")
    repository.edit(DEM1, "weight: 0.4", "weight: 0.3")
    repository.commit("A third weight")
    for number in range(5):
        repository.edit(DEM1, "weight: 0.3\n", f"weight: 0.3\n# note {number}\n")
        repository.commit(f"Note {number}")
    found = read_log(repository.root)
    marked = {path for _, path in found.deciding}
    assert DEM1 not in marked
    assert DEM2 in marked


def test_what_a_file_was_added_with_stays_known(repository: Repository) -> None:
    (repository.root / "reviewers.yaml").write_text(REVIEWERS)
    repository.commit("Reviewers")
    assert review(repository.root, on="2023-11-16").exit_code == 0
    repository.commit("A review")
    blob = repository.git("rev-parse", f"HEAD:{RECORD}").strip()
    repository.edit(RECORD, "all: agree", "all: reject")
    repository.commit("Another opinion")
    (repository.root / RECORD).unlink()
    repository.commit("No opinion")
    assert review(repository.root, on="2023-11-16").exit_code == 0
    repository.commit("A review again")
    commit, added = read_log(repository.root).added[RECORD]
    assert (commit.subject, added) == ("A review", blob)


def test_a_suite_in_a_subfolder_has_its_own_history_only(repository: Repository) -> None:
    inner = suite_with(repository.root / "inner suite")
    repository.commit("Another suite")
    repository.edit(f"inner suite/{DEM1}", "weight: 0.5", "weight: 0.4")
    repository.commit("Its weight")
    found = read_log(inner)
    assert [commit.subject for commit in found.commits] == ["Its weight", "Another suite"]
    assert subjects(found, DEM1) == ["Its weight", "Another suite"]
    assert found.is_deciding(found.commits[0], [DEM1])


@pytest.mark.parametrize("folder", ["tests", "scripts", "benchmarks"])
def test_a_component_may_lie_in_any_folder_of_the_suite(folder: str, repository: Repository) -> None:
    repository.move(DEM1, f"{folder}/a-component/A-DEM1.yaml")
    repository.commit("Further down")
    repository.edit(f"{folder}/a-component/A-DEM1.yaml", "weight: 0.5", "weight: 0.4")
    repository.commit("A weight")
    found = read_log(repository.root)
    assert subjects(found, f"{folder}/a-component/A-DEM1.yaml") == [
        "A weight",
        "Further down",
        "The demonstration suite",
    ]


def test_a_commit_of_any_length_is_shown_in_bounds(repository: Repository, tmp_path: Path) -> None:
    repository.edit(DEM1, "weight: 0.5", "weight: 0.4")
    message = tmp_path / "message"
    message.write_text(f"{'x' * 2_000_000}\n\n{'y' * 2_000_000}")
    names = {f"{who}_NAME": f"{who} {'n' * 100_000}" for who in ("AUTHOR", "COMMITTER")}
    repository.git("add", "-A")
    repository.git("commit", "-qF", str(message), **names)
    commit = read_log(repository.root).commits[0]
    assert commit.subject == f"{'x' * 497}..."
    assert (commit.author[:8], len(commit.author)) == ("AUTHOR n", 500)


def test_without_a_whole_history_there_is_a_sentence_instead(repository: Repository, tmp_path: Path) -> None:
    repository.edit(DEM1, "weight: 0.5", "weight: 0.4")
    repository.commit("A weight")
    shallow = tmp_path / "shallow"
    subprocess.run(["git", "clone", "-q", "--depth=1", repository.root.as_uri(), shallow], check=True)
    assert (read_log(shallow).gap, read_log(shallow).commits) == (SHALLOW, ())
    assert read_log(suite_with(tmp_path / "plain")).gap == NOT_TRACKED
    suite_with(repository.root / "fresh")
    assert read_log(repository.root / "fresh").gap == EMPTY
    subprocess.run(["git", "init", "-q", tmp_path / "born"], check=True)
    assert read_log(suite_with(tmp_path / "born")).gap.endswith("does not have any commits yet.")


# What the site compares the suite with ----------------------------------------------------------------------


def since(repository: Repository, releases: str = "") -> tuple[str, str]:
    log._log.cache_clear()
    found = baseline(repository.root, read_log(repository.root), releases)
    assert found
    return found.release, found.commit.subject


def test_the_site_compares_with_the_last_release_or_else_with_the_state_of_some_days_ago(
    repository: Repository,
) -> None:
    assert since(repository) == ("", "The demonstration suite")
    repository.git("tag", "v1")
    repository.git("tag", "other")
    repository.edit(DEM1, "weight: 0.5", "weight: 0.4")
    repository.commit("A weight")
    repository.git("tag", "nightly-2")
    repository.commits += 29
    repository.edit(DEM1, "weight: 0.4", "weight: 0.3")
    repository.commit("Another weight, 30 days later")
    assert since(repository) == ("", "The demonstration suite")
    repository.commits += 1
    repository.edit(DEM1, "weight: 0.3", "weight: 0.2")
    repository.commit("A third weight, 32 days later")
    assert since(repository) == ("", "A weight")
    assert since(repository, "v*") == ("v1", "The demonstration suite")
    assert since(repository, "w*") == ("", "A weight")


@pytest.mark.parametrize("day", ["10003-05-01", "0001-01-01", "9999-12-31"])
def test_a_commit_may_claim_any_year(day: str, tmp_path: Path) -> None:
    commits = (Commit("b" * 40, day, "A", "new"), Commit("a" * 40, "2026-01-31", "A", "old"))
    found = Log(commits, files={commit.id: (DEM1,) for commit in commits})
    assert baseline(tmp_path, found, "") is not None
