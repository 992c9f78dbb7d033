"""A typo is told from another word."""

from __future__ import annotations

from benchdocs.documents.spelling import did_you_mean, one_typo_away, plain_letters
from support.tables import table

FIELDS = ("label", "threshold", "weight", "status", "rationale", "min_value", "max_value", "code", "on")


@table
def test_a_letter_missing_doubled_wrong_or_swapped_is_a_typo(word: str, right: str) -> None:
    assert one_typo_away(word, FIELDS) == right


@table
def test_any_other_difference_is_another_word(word: str) -> None:
    assert one_typo_away(word, FIELDS) is None


def test_a_typo_of_two_words_stands_for_neither() -> None:
    assert one_typo_away("man_value", FIELDS) is None
    assert one_typo_away("min_valu", FIELDS) == "min_value"


def test_a_digit_is_never_a_typo() -> None:
    assert one_typo_away("time_2", ("time_1",)) is None
    assert one_typo_away("time_11", ("time_1",)) is None
    assert one_typo_away("time_", ("time_1",)) is None


@table
def test_a_word_is_spelled_with_plain_letters(word: str, plain: str) -> None:
    assert plain_letters(word) == plain


def test_a_word_that_only_looks_the_same_is_said_to_do_so() -> None:
    hint = did_you_mean("pru\u0308fung", ["pr\u00fcfung", "name"])
    assert hint == "copy `prüfung` from there: the letters look the same, and are stored in another form"
    assert did_you_mean("prufung", ["prüfung"]) == "did you mean `prüfung`?"
