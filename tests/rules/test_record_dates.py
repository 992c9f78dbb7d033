"""Dates of reviews and releases that cannot be true are found, whatever a clock or a time zone says."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.rules.support.records import today
from support.commands import run
from support.repositories import Repository
from support.reviews import DEM1, RUBRIC, review
from support.suites import suite_with


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
    assert f"2023-12-24 is after {repository.day}, when the record was committed" in str(
        check(repository.root).findings
    )


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
    assert repository.day == "2023-11-17"
    messages = [finding.message for finding in check(repository.root).findings]
    late = f"2023-11-{17 + until_commit} is after 2023-11-17, when the record was committed"
    early = f"2023-11-{15 + since_start} is before 2023-11-15, when the suite was first committed"
    assert sorted(messages) == sorted([late] * (until_commit > 1) + [early] * (since_start < -1))


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


def changed_later(repository: Repository, days: int = 5) -> str:
    """Commit another weight some days after the suite, whose last day is returned."""
    before = repository.day
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
    since = repository.day
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
    assert review(repository.root, on=repository.day).exit_code == 0
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
    first = repository.day
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
