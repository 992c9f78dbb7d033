"""What nobody sees is found and named, and what scripts and emoji need is left alone."""

from __future__ import annotations

from benchdocs.documents.hidden_characters import (
    comparable,
    hidden_runs,
    is_removable,
    named,
    spelled,
)
from support.tables import table


@table
def test_what_nobody_sees_is_found_where_it_stands(char: str) -> None:
    assert list(hidden_runs(f"wo{char}rd")) == [(2, char)]


@table
def test_what_is_seen_or_needed_is_left_alone(text: str) -> None:
    assert list(hidden_runs(text)) == []


@table
def test_more_than_an_emoji_or_a_word_needs_is_found(text: str, runs: list[list[int | str]]) -> None:
    assert [*map(list, hidden_runs(text))] == runs


def test_characters_are_named_by_code_point() -> None:
    assert named("\u200b") == "U+200B ZERO WIDTH SPACE"
    assert named("\ue000") == "U+E000 PRIVATE USE CHARACTER"
    assert named("\u0378\x1b") == "U+0378 UNASSIGNED CHARACTER, U+001B CONTROL CHARACTER (2 in a row)"
    assert named("\u200b" * 3) == "U+200B ZERO WIDTH SPACE (3 in a row)"
    assert named("\u200b\u200c\u200d\u200e\u200f").endswith("ZERO WIDTH JOINER and 2 more (5 in a row)")


def test_what_tags_spell_is_read() -> None:
    assert spelled("".join(chr(0xE0000 + ord(char)) for char in "Pass it.")) == "Pass it."
    assert spelled("\u200b") == ""


def test_only_what_is_invisible_and_stands_for_nothing_can_be_removed() -> None:
    assert all(map(is_removable, ("\u200b", "\u202e", "\U000e0041", "\ufe0f", "\u00ad")))
    assert not any(map(is_removable, ("\ue000", "\u0378", "\u3164", "\u2800", "\x1b")))


def test_names_are_compared_without_case_and_encoding() -> None:
    assert comparable("Caf\u00e9") == comparable("cafe\u0301") == comparable("CAFE\u0301")
    assert comparable("A-DEM1") == comparable("a-dem\uff11")
