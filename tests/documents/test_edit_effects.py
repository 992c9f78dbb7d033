"""Edits that do more than their finding says are refused, whoever makes them."""

from __future__ import annotations

from benchdocs.documents.edit_effects import side_effect
from benchdocs.documents.locations import Edit
from support.tables import table

UNREADABLE = "the file could then not be read"


def effect(text: str, *changes: tuple[str, str]) -> str | None:
    """What is refused of replacing each piece of a text, which is in it once."""
    assert all(text.count(old) == 1 for old, _ in changes)
    edits = [Edit("", text.index(old), text.index(old) + len(old), new) for old, new in changes]
    return side_effect(text, edits)


@table
def test_edits_of_a_readable_file_change_no_value_beside_their_own(text: str, old: str, new: str) -> None:
    assert effect(text, (old, new)) in ("other values would change too", UNREADABLE)


@table
def test_a_value_a_key_or_a_block_is_changed_alone(text: str, changes: list[tuple[str, str]]) -> None:
    assert effect(text, *changes) is None


def test_a_file_stays_readable() -> None:
    assert effect("a: 1\nb: 2\n", ("1", "[1")) == UNREADABLE


def test_a_file_that_cannot_be_read_is_left() -> None:
    assert effect("a: b: c\n", ("b: c", '"b: c"')) == "the file cannot be read"
