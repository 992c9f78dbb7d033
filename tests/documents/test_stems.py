"""A corrected spelling leaves the stems of all words; another word, number or sign does not."""

from __future__ import annotations

import pytest

from benchdocs.documents.stems import same_stems


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The records are charted.", "the record are charting"),
        ("it records them", "it recorded them"),
        ("a miss passes", "A miss passed"),
        ("it measures", "it measured"),
        ("to measure", "to measuring"),
        ("the patient's denial", "the patients denial"),
    ],
)
def test_endings_and_case_are_spelling(old: str, new: str) -> None:
    assert same_stems(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("it is not charted", "it is noted charted"),
        ("it is not charted", "it is charted"),
        ("at least 0.90", "at least 0.9"),
        ("scores < 5", "scores > 5"),
        ("scores -5", "scores 5"),
        ("with a denial", "without a denial"),
        ("A-DEM1", "a-dem1"),
        ("first, then", "then, first"),
        ("one", "on"),
        ("unknown, null or out", "unknown null, or out"),
        ('holds "pass"', "holds pass"),
        ("the patient's denial", "the patient denial present"),
    ],
)
def test_anything_else_is_another_text(old: str, new: str) -> None:
    assert not same_stems(old, new)
