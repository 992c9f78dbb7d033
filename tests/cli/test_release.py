"""A release names a state of the suite, and the page of changes shows what changed from one to the next."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from benchdocs.cli.main import main
from benchdocs.history.git_log import history
from benchdocs.rules.check import check
from benchdocs.site.site import Site
from benchdocs.site.views.releases import intervals
from benchdocs.specs.field_facts import Effect
from support.commands import run
from support.page_findings import html_of
from support.repositories import Repository
from support.tables import table

DEM1, DEM2 = "a-component/A-DEM1.yaml", "a-component/A-DEM2.yaml"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def release(repository: Repository, name: str, *more: str) -> Result:
    command = ["release", name, "--on", "2026-01-31", "--root", str(repository.root), *more]
    return CliRunner().invoke(main, command)


def lower(repository: Repository) -> None:
    """Lower a threshold, in the texts as well."""
    path = repository.root / DEM2
    path.write_text(path.read_text().replace("0.80", "0.75"))


def released(repository: Repository, name: str) -> None:
    """Release the suite and commit the release."""
    done = release(repository, name)
    assert done.exit_code == 0, done.output
    repository.commit(f"Release {name}")


def page(repository: Repository, url: str) -> str:
    site = Site(check(repository.root), history=history(repository.root))
    return html_of(site, url)


def test_the_changes_from_release_to_release_are_counted_by_class(repository: Repository) -> None:
    released(repository, "1.0")
    lower(repository)
    repository.commit("A lower bar")
    repository.edit(DEM1, "label: ", "label: Later, ")
    repository.commit("Another label")
    released(repository, "1.1")
    repository.edit(DEM1, "label: Later, ", "label: ")
    repository.commit("The label as it was")
    suite = check(repository.root).suite
    found = intervals(suite, history(repository.root), "none")
    named = [(each.release and each.release.name, list(each.counts.values())) for each in found]
    assert named[:2] == [(None, [0, 1, 0]), ("1.1", [2, 1, 0])]
    assert named[2][0] == "1.0"
    scores = [change.text for change in found[1].changes if change.effect is Effect.SCORE]
    assert scores == ["A-DEM2 concept reworded", "A-DEM2 threshold 0.80 → 0.75"], "a script judges it"
    text = page(repository, "audit/changes/")
    assert "Up to release 1.1: 3 changes" in text
    assert "Since release 1.1: 1 change" in text


def test_a_state_that_has_a_name_is_called_by_it(repository: Repository) -> None:
    released(repository, "1.0")
    site = Site(check(repository.root))
    assert site.stamp.text.startswith("version 1.0, commit ")
    assert check(repository.root).findings == ()
    lower(repository)
    assert not Site(check(repository.root)).stamp.version


@pytest.mark.parametrize("name", ["1.0", "v1.0.RC"])
def test_a_name_and_a_state_are_given_once(repository: Repository, name: str) -> None:
    released(repository, name)
    assert "is identical to release" in release(repository, "2.0").output
    lower(repository)
    done = release(repository, "2.0")
    assert (done.exit_code, done.output) == (1, f"nothing was released: commit these files first: {DEM2}\n")
    repository.commit("A lower bar")
    done = release(repository, name.upper())
    assert done.exit_code == 1
    assert f"the release `{name}` already exists" in done.output


def test_a_change_of_the_methodology_alone_is_a_release_of_its_own(repository: Repository) -> None:
    page = repository.root / "docs/methodology/scoring.md"
    page.parent.mkdir(parents=True)
    page.write_text("# Scoring\n")
    repository.commit("How scores come about")
    released(repository, "1.0")
    page.write_text("# Scoring, otherwise\n")
    repository.commit("Scores come about otherwise")
    assert Site(check(repository.root)).stamp.version == ""
    released(repository, "1.1")
    assert Site(check(repository.root)).stamp.version == "1.1"
    assert "is identical to release `1.1`" in release(repository, "1.2").output


@pytest.mark.parametrize("name", ["", ".", "../x", "a b", "-1", "a/b", "x" * 65, "CON", "nul.1", "Lpt1"])
def test_a_name_that_is_no_file_name_is_refused(repository: Repository, name: str) -> None:
    done = run("release", "--root", repository.root, "--", name)
    assert done.exit_code == 2
    assert not (repository.root / "releases").exists()


def test_a_suite_with_errors_and_a_dry_run_write_nothing(repository: Repository) -> None:
    assert "dry run" in release(repository, "1.0", "--dry-run").output
    repository.edit(DEM2, "threshold: 0.80", "threshold: 8")
    done = release(repository, "1.0")
    assert (done.exit_code, "the suite has 1 error" in done.output) == (1, True)
    assert not (repository.root / "releases").exists()


@pytest.mark.parametrize(
    ("more", "exit_code", "words"),
    [
        (("--on", "2999-01-31"), 1, "2999-01-31 is in the future"),
        (("--on", "1970-01-01"), 1, "1970-01-01 is before 2023-11-15, when the suite was first committed"),
        (("--comment", "No\udcff"), 2, "U+DCFF"),
        (("--comment", "No\x85"), 2, "U+0085"),
    ],
)
def test_a_day_to_come_and_an_unreadable_comment_are_refused(
    repository: Repository, more: tuple[str, str], exit_code: int, words: str
) -> None:
    done = release(repository, "1.0", *more)
    assert (done.exit_code, words in done.output) == (exit_code, True), done.output
    assert not (repository.root / "releases").exists()


def test_a_release_is_dated_by_the_last_commit_where_the_day_of_the_build_is_before_it(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    done = run("release", "1.0", "--root", repository.root)
    assert done.exit_code == 0, done.output
    text = (repository.root / "releases/1.0.yaml").read_text()
    assert "date: 2023-11-15\n" in text
    repository.commit("A release")
    (repository.root / "releases/1.0.yaml").write_text(text.replace("2023-11-15", "1970-01-01"))
    assert "is before 2023-11-15, when the suite was first committed" in " ".join(told(repository))


@pytest.mark.parametrize("ignored", [".gitignore", ".git/info/exclude", "update-index"])
def test_what_git_is_told_to_ignore_is_not_committed_either(repository: Repository, ignored: str) -> None:
    path = DEM2 if ignored == "update-index" else "docs/methodology/scoring.md"
    if path == DEM2:
        repository.git("update-index", "--assume-unchanged", path)
        lower(repository)
    else:
        (repository.root / ignored).write_text("docs/\n")
        (repository.root / path).parent.mkdir(parents=True)
        (repository.root / path).write_text("# Scoring\n")
    done = release(repository, "1.0")
    assert (done.exit_code, done.output) == (1, f"nothing was released: commit these files first: {path}\n")


def told(repository: Repository) -> list[str]:
    found = check(repository.root).findings
    return [f"{each.path}: {each.message}" for each in found if each.rule == "REL1401"]


def test_a_release_that_is_edited_renamed_or_deleted_is_found_until_it_is_back(
    repository: Repository,
) -> None:
    released(repository, "1.0")
    path = repository.root / "releases/1.0.yaml"
    text = path.read_text()
    assert told(repository) == []
    path.write_text(f"{text}comment: Later\n")
    edited = "releases/1.0.yaml: the release was edited"
    assert told(repository) == [f"{edited}, not committed yet; releases are only added"]
    repository.commit("A better comment")
    commit = repository.git("rev-parse", "HEAD")[:12]
    assert told(repository) == [f"{edited} in commit {commit}; releases are only added"]
    path.write_text(text)
    assert told(repository) == []
    repository.commit("As it was")
    path.unlink()
    gone = "benchdocs.toml: the release `releases/1.0.yaml` was deleted"
    assert told(repository) == [f"{gone}, not committed yet; releases are only added"]
    (repository.root / "releases/1.1.yaml").write_text(text.replace('"1.0"', '"1.1"'))
    repository.commit("Another name")
    commit = repository.git("rev-parse", "HEAD")[:12]
    assert told(repository) == [f"{gone} in commit {commit}; releases are only added"]


def test_the_digest_of_the_suite_leaves_out_reviews_and_releases(repository: Repository) -> None:
    before = Site(check(repository.root)).stamp.digest
    released(repository, "1.0")
    (repository.root / "reviewers.yaml").write_text("reviewers: []\n")
    assert Site(check(repository.root)).stamp.digest == before


# Comparing releases -----------------------------------------------------------------------------------


@pytest.fixture
def compared(repository: Repository) -> Repository:
    """A repository with the releases 1.0 and 1.1, between which a threshold fell, and a later weight."""
    released(repository, "1.0")
    lower(repository)
    repository.commit("A lower bar")
    done = release(repository, "1.1")
    assert done.exit_code == 0, done.output
    repository.edit(DEM1, "label: ", "label: Later, ")  # not part of the release, but of its commit
    repository.commit("Release 1.1, and a label")
    return repository


def ran(repository: Repository, *arguments: str) -> Result:
    return run(*arguments, "--root", repository.root)


@table
def test_names_of_releases_work_where_revisions_do(
    compared: Repository, states: list[str], fields: list[list[str]]
) -> None:
    done = ran(compared, "diff", *states, "--format", "json")
    assert done.exit_code == 0, done.output
    found = [[change["subject"], change["field"]] for change in json.loads(done.output)["changes"]]
    assert sorted(pair for pair in found if pair[0].startswith("A-")) == fields


def test_a_check_is_held_against_a_release_even_where_a_branch_has_its_name(compared: Repository) -> None:
    compared.git("branch", "1.0")
    done = ran(compared, "check", "--against", "1.0")
    assert "`A-DEM2`, active before, is now scored differently, but still version 1" in done.output
    assert "VER1001" not in ran(compared, "check", "--against", "1.1").output


def test_a_release_whose_state_cannot_be_found_is_named_with_the_reason(compared: Repository) -> None:
    (compared.root / "releases/1.2.yaml").write_text('name: "1.2"\n')
    assert "commit `releases/1.2.yaml` first" in ran(compared, "diff", "1.2").output
    path = compared.root / "releases/1.1.yaml"
    path.write_text(path.read_text().replace('digest: "', 'digest: "0'))
    done = ran(compared, "diff", "1.1")
    assert "no commit has the state that release `1.1` names" in done.output
    assert done.exit_code == 2
    assert "neither" in ran(compared, "diff", "1.3").output
