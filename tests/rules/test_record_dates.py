"""Dates in the future are found, whatever a clock or a time zone says."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.rules.support.records import today
from support.commands import run
from support.repositories import Repository
from support.reviews import RUBRIC, review
from support.suites import suite_with


def test_a_review_of_tomorrow_is_accepted_and_one_in_the_future_is_found(root: Path) -> None:
    review(root)
    (record,) = (root / "reviews").rglob("*.yaml")
    written = record.name[:10]
    for day in ("2999-01-01", str(date.today() + timedelta(days=1))):  # as no command writes it
        record.with_name(f"{day}-ems-1.yaml").write_text(record.read_text().replace(written, day))
    (finding,) = (each for each in check(root).findings if each.rule == "REV1104")
    assert finding.message == "2999-01-01 is in the future"
    refused = review(root, on="2999-01-01")
    assert refused.output.startswith("nothing was recorded: 2999-01-01 is in the future")


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
