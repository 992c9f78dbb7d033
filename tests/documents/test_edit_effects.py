"""Edits that do more than their finding says are refused, whoever makes them."""

from __future__ import annotations

import pytest

from benchdocs.documents.edit_effects import side_effect
from benchdocs.documents.locations import Edit
from support.tables import table

LOST = "a part of a value would be lost"
UNREADABLE = "the file could then not be read"


def effect(text: str, *changes: tuple[str, str], words: str = "") -> str | None:
    """What is refused of replacing each piece of a text, which is in it once."""
    assert all(text.count(old) == 1 for old, _ in changes)
    edits = [Edit("", text.index(old), text.index(old) + len(old), new) for old, new in changes]
    return side_effect(text, edits, words)


@table
def test_no_part_of_an_unreadable_value_is_lost(text: str, old: str, new: str) -> None:
    assert effect(text, (old, new)) == LOST


@table
def test_what_is_structure_or_quoted_by_the_finding_may_go(text: str, old: str, new: str, words: str) -> None:
    assert effect(text, (old, new), words=words) is None


@pytest.mark.parametrize("words", ["", "write only the number: `0.8`", "a sign >= is before it", "`>`"])
def test_a_deletion_that_the_finding_does_not_quote_is_refused(words: str) -> None:
    assert effect("a: b\n  c: >=0.8\n", ("\n  c: >=", "\nc: "), words=words) == "`>=` would be lost"


@table
def test_edits_of_a_readable_file_change_no_value_beside_their_own(text: str, old: str, new: str) -> None:
    assert effect(text, (old, new)) in ("other values would change too", UNREADABLE)


@table
def test_a_value_a_key_or_a_block_is_changed_alone(text: str, changes: list[tuple[str, str]]) -> None:
    assert effect(text, *changes) is None


def test_a_file_stays_readable() -> None:
    assert effect("a: 1\nb: 2\n", ("1", "[1")) == UNREADABLE
