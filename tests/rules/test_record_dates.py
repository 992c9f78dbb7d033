"""Dates in the future are found, whatever a clock or a time zone says."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

from benchdocs.rules.check import check
from support.reviews import review
from support.stories import stories


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


test_story = stories(__file__)
