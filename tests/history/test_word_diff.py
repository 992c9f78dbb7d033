"""Two wordings are compared word by word, whatever their length."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from benchdocs.history.word_diff import CONTEXT, Fate, word_diff
from support.patience import little_work

GONE, KEPT, NEW = Fate.GONE, Fate.KEPT, Fate.NEW


def test_words_that_go_and_come_stand_between_those_that_stay() -> None:
    assert word_diff("flag if the dose is missing", "flag where the dose is missing or wrong") == (
        (KEPT, "flag"),
        (GONE, "if"),
        (NEW, "where"),
        (KEPT, "the dose is missing"),
        (NEW, "or wrong"),
    )


def test_words_far_from_every_change_are_left_out() -> None:
    words = [f"w{number}" for number in range(40)]
    first, *_, last = word_diff(
        " ".join(words), " ".join([*words[:20], "x", *words[20:30], "y", *words[30:]])
    )
    assert first == (KEPT, "… " + " ".join(words[20 - CONTEXT : 20]))
    assert last == (KEPT, " ".join(words[30 : 30 + CONTEXT]) + " …")


TEXTS = st.lists(st.sampled_from("abcd"), max_size=14).map(" ".join)


@given(TEXTS, TEXTS)
def test_the_pieces_hold_both_wordings(old: str, new: str) -> None:
    pieces = word_diff(old, new)
    assert all(piece.text for piece in pieces)
    if not any("…" in piece.text for piece in pieces):
        for left_out, whole in ((NEW, old), (GONE, new)):
            assert " ".join(piece.text for piece in pieces if piece.fate is not left_out) == whole


def test_long_wordings_without_a_word_in_common_take_no_time() -> None:
    old, new = "a b " * 50_000, "c d " * 50_000
    with little_work():
        assert [piece.fate for piece in word_diff(old, new)] == [GONE, NEW]
