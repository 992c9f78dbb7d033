"""Reviews are recorded in files of their own, and tell when what was reviewed has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.rules.check import check
from benchdocs.suite.meaning import fingerprint
from benchdocs.suite.reviews import Standing
from support.commands import edit, rename, run
from support.reviews import DEM1, RECORD, review, rules, standing_of
from support.stories import stories
from support.tables import table

# Writing ----------------------------------------------------------------------------------------------


def test_a_review_is_a_file_of_its_own(root: Path) -> None:
    before = (root / DEM1).read_bytes()
    result = review(root, "A-DEM1", "--outcome", "weight=reject", "--comment", 'Say "why": now')
    assert result.exit_code == 0, result.output
    assert result.output == f"writes {RECORD}\n"
    suite = check(root).suite
    mark = fingerprint(suite, suite.benchmark["A-DEM1"])
    assert (root / RECORD).read_text() == (
        f'code: A-DEM1\nversion: 1\nfingerprint: "{mark}"\nreviewer: ems-1\n'
        'role: "Paramedic"\nqualification: "Ten years on ambulances"\nconflicts: "None known"\n'
        'date: 2026-01-31\noutcome:\n  weight: reject\ncomment: "Say \\"why\\": now"\n'
    )
    assert (root / DEM1).read_bytes() == before
    assert standing_of(root) is Standing.CURRENT


test_story = stories(__file__)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("A-DEM3", "--reviewer", "ems-1"), "did you mean `A-DEM"),
        (("A-DEM1",), "`--reviewer ID` is missing"),
        ((), "name the code"),
        (("A-DEM1", "--reviewer", "ems-1", "--on", "31.1.2026"), "does not match the format"),
        (("A-DEM1", "--reviewer", "ems-1", "--outcome", "wait=agree"), "`wait=agree` is not an outcome"),
        (("A-DEM1", "--reviewer", "ems-1", "--outcome", "weight=yes"), "`weight=yes` is not an outcome"),
        (("A-DEM", "A-DEM1", "--reviewer", "ems-1", "--outcome", "threshold=agree"), "is not an outcome"),
        *(
            (("A-DEM1", "--reviewer", "ems-1", "--comment", f"No{char}"), f"U+{ord(char):04X}")
            for char in "\udcff\x85\x9b\x07\u2028\u202e"
        ),
    ],
)
def test_wrong_usage_is_told(root: Path, arguments: tuple[str, ...], words: str) -> None:
    result = run("review", *arguments, "--root", root)
    assert (result.exit_code, words in result.output) == (2, True), result.output


def test_nothing_is_written_through_a_linked_folder(root: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (root / "reviews").mkdir()
    (root / "reviews/A-DEM1").symlink_to(outside)
    result = review(root)
    assert (result.exit_code, "reviews/A-DEM1: the folder is a link" in result.output) == (1, True)
    assert list(outside.iterdir()) == []


@table
def test_a_change_makes_a_review_suspect_until_the_next(root: Path, path: str, old: str, new: str) -> None:
    review(root)
    edit(root, path, old, new)
    assert standing_of(root) is Standing.OUTDATED
    assert rules(root) == ["REV1101"]
    assert review(root, on="2026-02-01").exit_code == 0
    assert standing_of(root) is Standing.CURRENT
    assert rules(root) == []


def test_reviews_follow_a_code_to_its_new_name(root: Path) -> None:
    review(root)
    rename(root, "A-DEM1", "A-DEM7")
    assert (root / RECORD).exists()
    assert standing_of(root, "A-DEM7") is Standing.OUTDATED
    assert set(rules(root)) == {"REV1101"}


# Rejections and agreement -----------------------------------------------------------------------------
