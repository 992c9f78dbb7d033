"""Review records that cannot be true, and files of reviews that nobody expects, get findings."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.rules.finding import Severity
from benchdocs.rules.support.records import today
from benchdocs.suite.reviews import Standing
from support.commands import run
from support.interrupted_commands import REVIEWERS
from support.repositories import Repository
from support.reviews import DEM1, RECORD, RUBRIC, review, rules, standing_of, status
from support.suites import link, suite_with
from support.tables import table


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return suite_with(tmp_path / "suite", {"reviewers.yaml": REVIEWERS})


# Records that cannot be true --------------------------------------------------------------------------


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    repository = Repository(tmp_path / "suite")
    (repository.root / "reviewers.yaml").write_text(REVIEWERS)
    repository.commit("Reviewers")
    return repository


def day(repository: Repository) -> str:
    """The day of the last commit."""
    return repository.git("log", "-1", "--format=%cs").strip()


def test_a_record_is_only_added(repository: Repository) -> None:
    on = day(repository)
    path = f"reviews/A-DEM1/{on}-ems-1.yaml"
    assert review(repository.root, on=on).exit_code == 0
    assert rules(repository.root) == []
    repository.commit("A review")
    assert rules(repository.root) == []
    repository.edit(path, "all: agree", "weight: agree")
    (finding,) = check(repository.root).findings
    assert (finding.rule, finding.path) == ("REV1105", path)
    assert "edited, not committed yet" in finding.message
    repository.commit("Another outcome")
    (finding,) = check(repository.root).findings
    assert re.search(r"edited in commit [0-9a-f]{12}; records are only added", finding.message)
    (repository.root / path).unlink()
    review(repository.root, on=day(repository))
    repository.commit("Nothing to see")
    found = [finding for finding in check(repository.root).findings if path in finding.message]
    assert [(finding.rule, finding.path) for finding in found] == [("REV1105", "reviewers.yaml")]


@pytest.fixture
def recorded(repository: Repository) -> tuple[Repository, str]:
    """A repository with a review on a branch, `side`, and the record's path."""
    on = day(repository)
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
    commit = repository.git("rev-parse", "HEAD")[:12]
    (finding,) = check(repository.root).findings
    assert (finding.rule, finding.path) == ("REV1105", path)
    assert f"edited in commit {commit};" in finding.message


def test_a_record_that_a_merge_drops_is_found(recorded: tuple[Repository, str]) -> None:
    repository, path = recorded
    repository.git("merge", "-q", "-s", "ours", "-m", "merged", "side")
    commit = repository.git("rev-parse", "HEAD")[:12]
    (finding,) = check(repository.root).findings
    assert (finding.rule, finding.path) == ("REV1105", "reviewers.yaml")
    assert f"`{path}` was deleted in commit {commit};" in finding.message
    repository.git("checkout", "-q", "side", "--", path)
    repository.commit("Brought back")
    assert rules(repository.root) == []


def test_the_only_record_does_not_go_unnoticed(repository: Repository) -> None:
    on = day(repository)
    review(repository.root, on=on)
    repository.commit("A review")
    (repository.root / f"reviews/A-DEM1/{on}-ems-1.yaml").unlink()
    assert "deleted, not committed yet" in str(check(repository.root).findings)
    repository.commit("Nothing to see")
    assert "was deleted in commit" in str(check(repository.root).findings)


def test_a_shallow_copy_says_that_records_cannot_be_held_against_the_history(
    repository: Repository, tmp_path: Path
) -> None:
    review(repository.root, on=day(repository))
    repository.commit("A review")
    shallow = tmp_path / "shallow"
    repository.git("clone", "-q", "--depth=1", repository.root.as_uri(), str(shallow))
    (finding,) = check(shallow).findings
    assert (finding.rule, finding.path, finding.severity) == ("REV1105", "reviewers.yaml", Severity.WARNING)
    assert "this is a shallow clone, which lacks the older commits" in finding.message
    assert finding.hint == "get them with `git fetch --unshallow`"


def test_a_fingerprint_that_never_was_is_found(repository: Repository) -> None:
    on = day(repository)
    review(repository.root, on=on)
    repository.commit("A review")
    repository.edit(DEM1, "weight: 0.5", "weight: 0.4")
    repository.commit("Another weight")
    assert "REV1105" not in rules(repository.root)
    record = repository.root / f"reviews/A-DEM1/{on}-ems-1.yaml"
    mark = re.sub(r"[0-9a-f]{64}", "0" * 64, record.read_text()).replace("ems-1", "ems-2")
    record.with_name(f"{on}-ems-2.yaml").write_text(mark)
    assert "`A-DEM1` never had this fingerprint in git" in str(check(repository.root).findings)
    repository.commit("An invented review")
    assert "`A-DEM1` never had this fingerprint in git" in str(check(repository.root).findings)


@pytest.mark.parametrize("code", ["A-DEM1", "A-DEM"])
def test_a_version_that_never_was_is_found(repository: Repository, code: str) -> None:
    on = day(repository)
    repository.edit(DEM1 if code == "A-DEM1" else RUBRIC, "\nlabel:", "\nversion: 2\nlabel:")
    review(repository.root, code, on=on)
    path = f"reviews/{code}/{on}-ems-1.yaml"
    assert "version: 2" in (repository.root / path).read_text()
    assert "REV1105" not in rules(repository.root)
    repository.commit("Version 2")
    repository.edit(DEM1 if code == "A-DEM1" else RUBRIC, "version: 2\n", "")
    repository.commit("Lowered")
    assert "REV1105" not in rules(repository.root)
    late = (repository.root / path).read_text().replace("version: 2", "version: 3").replace("ems-1", "ems-2")
    (repository.root / path.replace("ems-1", "ems-2")).write_text(late)
    assert f"`{code}` never had version 3 in git" in str(check(repository.root).findings)


@pytest.mark.parametrize("code", ["A-DEM1", "A-DEM"])
def test_the_whole_history_is_searched_for_a_fingerprint(repository: Repository, code: str) -> None:
    on = day(repository)
    review(repository.root, code, on=on)
    repository.commit("A review")
    since = day(repository)
    for number in range(52):
        repository.edit(DEM1, f"weight: 0.{number + 399 if number else 5}\n", f"weight: 0.{number + 400}\n")
        repository.commit(f"Weight {number}")
    change = "A-DEM1 weight 0.5 → 0.451"
    assert status(repository.root, code) == f"{code}: suspect since {following(since)}: {change}\n"
    late = repository.root / f"reviews/{code}/{on}-ems-2.yaml"
    late.write_text(late.with_name(f"{on}-ems-1.yaml").read_text().replace("ems-1", "ems-2"))
    assert "REV1105" not in rules(repository.root)
    late.write_text(re.sub(r"[0-9a-f]{64}", "0" * 64, late.read_text()))
    assert f"`{code}` never had this fingerprint in git" in str(check(repository.root).findings)


def following(day: str) -> str:
    return str(date.fromisoformat(day) + timedelta(days=1))


@pytest.mark.parametrize("kept", ["main", "side"])
def test_a_record_that_two_branches_add_with_different_content_is_found(
    recorded: tuple[Repository, str], kept: str
) -> None:
    repository, path = recorded
    review(repository.root, "A-DEM1", "--outcome", "all=reject", on=Path(path).name[:10])
    repository.commit("The contrary")
    lost = repository.git("rev-parse", "main" if kept == "side" else "side")[:12]
    repository.git("merge", "-q", "--no-ff", "-X", "ours" if kept == "main" else "theirs", "-m", "m", "side")
    (finding,) = (each for each in check(repository.root).findings if each.rule == "REV1105")
    assert finding.path == path
    told = (f"added with other content in commit {lost}", "replaced in commit")
    assert any(words in finding.message for words in told)


def test_a_date_that_cannot_be_is_found(repository: Repository) -> None:
    review(repository.root, on="2023-12-24")
    record = repository.root / "reviews/A-DEM1/2023-12-24-ems-1.yaml"
    for written in ("2023-11-13", "2999-01-01"):  # as no command writes it
        record.with_name(f"{written}-ems-1.yaml").write_text(
            record.read_text().replace("2023-12-24", written)
        )
    found = str(check(repository.root).findings)
    assert "2999-01-01 is in the future" in found
    assert "2023-11-13 is before 2023-11-15, when the suite was first committed" in found
    repository.commit("Reviews")
    assert f"2023-12-24 is after {day(repository)}, when the record was committed" in str(
        check(repository.root).findings
    )


def test_a_suspect_review_tells_since_when_and_because_of_what(repository: Repository) -> None:
    review(repository.root, "A-DEM", "A-DEM1", on=day(repository))
    repository.commit("Reviews")
    repository.edit(DEM1, "weight: 0.5", "weight: 0.4")
    expected = "suspect by a change that is not committed yet: A-DEM1 weight 0.5 → 0.4\n"
    assert status(repository.root, "A-DEM1", "A-DEM") == f"A-DEM1: {expected}A-DEM: {expected}"
    repository.commit("Another weight")
    since = day(repository)
    repository.edit("a-component/A-DEM2.yaml", "label: ", "label: Some ")
    repository.commit("Something else")
    expected = f"suspect since {since}: A-DEM1 weight 0.5 → 0.4\n"
    assert status(repository.root, "A-DEM1", "A-DEM") == f"A-DEM1: {expected}A-DEM: {expected}"


@pytest.mark.parametrize("until_commit", [1, 2])
@pytest.mark.parametrize("since_start", [-1, -2])
def test_a_day_s_difference_comes_from_time_zones(
    repository: Repository, until_commit: int, since_start: int
) -> None:
    # Auckland's day is ahead of the one that a commit is stamped with in UTC, or behind the first commit's.
    for base, days in (("2023-11-17", until_commit), ("2023-11-15", since_start)):
        on = str(date.fromisoformat(base) + timedelta(days=days))
        review(repository.root, on="2023-11-16")
        record = repository.root / "reviews/A-DEM1/2023-11-16-ems-1.yaml"
        text = record.read_text().replace("2023-11-16", on)
        record.unlink()
        record.with_name(f"{on}-ems-1.yaml").write_text(text)
    repository.commit("Reviews")
    assert day(repository) == "2023-11-17"
    messages = [finding.message for finding in check(repository.root).findings]
    late = f"2023-11-{17 + until_commit} is after 2023-11-17, when the record was committed"
    early = f"2023-11-{15 + since_start} is before 2023-11-15, when the suite was first committed"
    assert sorted(messages) == sorted([late] * (until_commit > 1) + [early] * (since_start < -1))


def test_a_suite_in_a_folder_keeps_its_records(repository: Repository) -> None:
    root = suite_with(repository.root / "specs", {"reviewers.yaml": REVIEWERS})
    repository.commit("A suite in a folder")
    assert review(root, on=day(repository)).exit_code == 0
    repository.commit("A review")
    done = run("release", "1.0", "--on", day(repository), "--root", root)
    assert done.exit_code == 0, done.output
    repository.commit("A release")
    assert run("check", "--strict", "--root", root).exit_code == 0
    release = root / "releases/1.0.yaml"
    release.write_text(f"{release.read_text()}comment: Later\n")
    (finding,) = check(root).findings
    assert (finding.rule, finding.path) == ("REL1401", "releases/1.0.yaml")
    release.unlink()
    (finding,) = check(root).findings
    assert "`releases/1.0.yaml` was deleted, not committed yet" in finding.message


# The day of a check -----------------------------------------------------------------------------------


WAIVER = """[[tool.benchdocs.waivers]]
rule = "INV801"
code = "A-DEM1"
reason = "The cases are being collected."
by = "The owners"
on = 2023-10-01
until = 2023-11-01
"""


def test_the_day_of_a_check_is_never_before_the_last_commit(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    review(repository.root, on="2023-11-16")
    (repository.root / "pyproject.toml").write_text(WAIVER)
    repository.commit("A review, and a waiver that is over")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert today(repository.root) == date(2023, 11, 17)
    assert {finding.rule for finding in check(repository.root).findings} == {"WVR905", "WVR902"}
    assert review(repository.root, on="2023-11-19").output.startswith(
        "nothing was recorded: 2023-11-19 is in the future (`SOURCE_DATE_EPOCH` makes today 2023-11-17)"
    )
    assert run("review", "A-DEM2", "--reviewer", "ems-1", "--root", repository.root).exit_code == 0
    assert (repository.root / "reviews/A-DEM2/2023-11-17-ems-1.yaml").exists()


def test_a_date_in_the_future_is_told_with_what_makes_another_day_today(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = suite_with(tmp_path, {"pyproject.toml": WAIVER.replace("until = 2023-11-01\n", "")})
    decision = (
        "decisions:\n  - fields: [weight]\n    state: provisional\n    by: The owners\n    on: 2023-10-01\n"
    )
    (root / RUBRIC).write_text((root / RUBRIC).read_text() + decision)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    told = [finding.message for finding in check(root).findings if "in the future" in finding.message]
    assert len(told) == 2
    assert all(text.endswith("in the future (`SOURCE_DATE_EPOCH` makes today 1970-01-01)") for text in told)


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


def changed_later(repository: Repository, days: int = 5) -> str:
    """Commit another weight some days after the suite, whose last day is returned."""
    before = day(repository)
    repository.commits += days
    repository.edit(DEM1, "weight: 0.5\n", "weight: 0.4\n")
    return before


def dated(repository: Repository) -> list[str]:
    """What is said of the dates of records."""
    return [each.message for each in check(repository.root).findings if each.rule in ("REV1105", "REL1401")]


@pytest.mark.parametrize("is_current", [True, False])
def test_a_review_dated_before_the_state_that_it_covers_is_found(
    repository: Repository, *, is_current: bool
) -> None:
    before = changed_later(repository)
    repository.commit("Another weight")
    since = day(repository)
    assert review(repository.root, on=before).exit_code == 0
    if not is_current:
        repository.edit(DEM1, "weight: 0.4\n", "weight: 0.3\n")
    told = f"`A-DEM1` has this fingerprint in git only since {since}, after the review"
    assert dated(repository) == [told]
    repository.commit("A review that cannot be")
    assert dated(repository) == [told]


def test_a_review_that_is_committed_with_what_it_covers_may_be_older(repository: Repository) -> None:
    before = changed_later(repository)
    assert review(repository.root, on=before).exit_code == 0
    assert dated(repository) == []
    repository.commit("Another weight, and its review")
    assert dated(repository) == []


def test_a_review_stays_true_when_its_spec_is_written_otherwise_or_changed_later(
    repository: Repository,
) -> None:
    assert review(repository.root, on=day(repository)).exit_code == 0
    repository.commit("A review")
    repository.commits += 5
    repository.edit(DEM1, "weight: 0.5\n", "weight: 0.50\n")
    repository.commit("Written otherwise")
    assert dated(repository) == []
    repository.edit(DEM1, "weight: 0.50\n", "weight: 0.4\n")
    repository.commit("Changed")
    assert dated(repository) == []


def test_a_review_of_a_state_that_comes_back_is_as_old_as_the_first_one(repository: Repository) -> None:
    before = changed_later(repository)
    repository.commit("Another weight")
    repository.edit(DEM1, "weight: 0.4\n", "weight: 0.5\n")
    repository.commits += 5
    repository.commit("The weight from before")
    assert review(repository.root, on=before).exit_code == 0
    assert dated(repository) == []


@pytest.mark.parametrize(("later", "is_found"), [(-3, True), (-1, False), (0, False), (3, False)])
def test_a_release_dated_before_an_earlier_one_is_found(
    repository: Repository, later: int, *, is_found: bool
) -> None:
    repository.commits += 5
    repository.commit("Some days later")
    first = day(repository)
    assert run("release", "1.0", "--on", first, "--root", repository.root).exit_code == 0
    repository.commits += 5
    repository.commit("A release")
    second = date.fromisoformat(first) + timedelta(days=later)
    repository.edit(DEM1, "Arrival time recorded", "Arrival recorded")
    repository.commit("Another label")
    assert run("release", "1.1", "--on", str(second), "--root", repository.root).exit_code == 0
    told = [f"{second} is before {first}, the date of the earlier release `1.0`"] if is_found else []
    assert dated(repository) == told
    repository.commit("Another release")
    assert dated(repository) == told
