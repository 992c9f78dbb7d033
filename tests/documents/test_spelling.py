"""A slip of the hand is told from another word."""

from __future__ import annotations

from benchdocs.documents.spelling import one_slip_away
from support.tables import table

FIELDS = ("label", "threshold", "weight", "status", "rationale", "min_value", "max_value", "code", "on")


@table
def test_a_letter_missing_doubled_wrong_or_swapped_is_a_slip(word: str, right: str) -> None:
    assert one_slip_away(word, FIELDS) == right


@table
def test_any_other_difference_is_another_word(word: str) -> None:
    assert one_slip_away(word, FIELDS) is None


def test_a_slip_from_two_words_stands_for_neither() -> None:
    assert one_slip_away("man_value", FIELDS) is None
    assert one_slip_away("min_valu", FIELDS) == "min_value"


def test_a_digit_is_never_a_slip() -> None:
    assert one_slip_away("time_2", ("time_1",)) is None
    assert one_slip_away("time_11", ("time_1",)) is None
    assert one_slip_away("time_", ("time_1",)) is None
