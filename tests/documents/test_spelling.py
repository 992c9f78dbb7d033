"""A slip of the hand is told from another word."""

from __future__ import annotations

import pytest

from benchdocs.documents.spelling import one_slip_away

FIELDS = ("label", "threshold", "weight", "status", "rationale", "min_value", "max_value", "code", "on")


@pytest.mark.parametrize(
    ("word", "right"),
    [
        ("lable", "label"),
        ("labell", "label"),
        ("llabel", "label"),
        ("labl", "label"),
        ("abel", "label"),
        ("labek", "label"),
        ("kabel", "label"),
        ("treshold", "threshold"),
        ("thresholdd", "threshold"),
        ("wieght", "weight"),
        ("minvalue", "min_value"),
        ("stats", "status"),
        ("cide", "code"),
    ],
)
def test_a_letter_missing_doubled_wrong_or_swapped_is_a_slip(word: str, right: str) -> None:
    assert one_slip_away(word, FIELDS) == right


@pytest.mark.parametrize(
    "word",
    [
        "national",
        "ration",
        "labels",
        "xlabel",
        "inlabel",
        "lbael_",
        "lebla",
        "thrshld",
        "max",
        "value",
        "m1n_value",
        "weight2",
        "no",
        "om",
        "",
    ],
)
def test_any_other_difference_is_another_word(word: str) -> None:
    assert one_slip_away(word, FIELDS) is None


def test_a_slip_from_two_words_stands_for_neither() -> None:
    assert one_slip_away("man_value", FIELDS) is None
    assert one_slip_away("min_valu", FIELDS) == "min_value"


def test_a_digit_is_never_a_slip() -> None:
    assert one_slip_away("time_2", ("time_1",)) is None
    assert one_slip_away("time_11", ("time_1",)) is None
    assert one_slip_away("time_", ("time_1",)) is None
