"""Edits that do more than their finding says are refused, whoever makes them."""

from __future__ import annotations

import pytest

from benchdocs.documents.edit_effects import side_effect
from benchdocs.documents.locations import Edit

LOST = "a part of a value would be lost"
UNREADABLE = "the file could then not be read"


def effect(text: str, *changes: tuple[str, str], words: str = "") -> str | None:
    """What is refused of replacing each piece of a text, which is in it once."""
    assert all(text.count(old) == 1 for old, _ in changes)
    edits = [Edit("", text.index(old), text.index(old) + len(old), new) for old, new in changes]
    return side_effect(text, edits, words)


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("label: >90% kept\n", ">90", ">\n  90"),
        ("label: |denial\n", "|denial", "|\n  denial"),
        ("- a\n- >=90 of 100\n", ">=90", ">=\n  90"),
        ("a: 'x' y\nb: z\n", "'x' y\nb: z", "'x'  # y\nb: z"),
        ("a: b: 1\n", "a: b", "# a: b"),
        ("a:\n  - b\nc: d\n- e\n", "- e", "  - e"),
    ],
)
def test_no_part_of_an_unreadable_value_is_lost(text: str, old: str, new: str) -> None:
    assert effect(text, (old, new)) == LOST


@pytest.mark.parametrize(
    ("text", "old", "new", "words"),
    [
        ("label: > Kept\n", "> ", ">\n  ", ""),
        ("concept: >-\n  a\nlabel: b: c # d\n", "b: c", '"b: c"', ""),
        ("a: b\n  c: >=0.8\n", "\n  c: >=0.8", "\nc: 0.8", "write `0.8` instead of `>=0.8`"),
        ("a: **b** c\n", "**b** c", "b c", "delete the `**`"),
        ('a: "\\d" # 5\n', "\\d", "\\\\d", ""),
        ("a:b\nc: d: \n", "a:b", "a: b", ""),
        ("• a\n• b: c: d\n", "• a", "- a", "`•` is used instead of `-`"),
        ("-a\n- b\n", "-a", "- a", ""),
    ],
)
def test_what_is_structure_or_quoted_by_the_finding_may_go(text: str, old: str, new: str, words: str) -> None:
    assert effect(text, (old, new), words=words) is None


@pytest.mark.parametrize("words", ["", "write only the number: `0.8`", "a sign >= is before it", "`>`"])
def test_a_deletion_that_the_finding_does_not_quote_is_refused(words: str) -> None:
    assert effect("a: b\n  c: >=0.8\n", ("\n  c: >=", "\nc: "), words=words) == "`>=` would be lost"


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("a: draft (x)\nb: 1\n", "\nb", "  # b"),
        ("a: [x, y]\n", "[x, ", "{x: ["),
        ("a:\n  b: 1\n  c: 2\nd: 3\n", "  c", "c"),
        ("a: {b: 1, c: 2}\n", "1, ", "1  # "),
        ("a: >\n  x\nb: 1\n", "x\n", "x\n  "),
    ],
)
def test_edits_of_a_readable_file_change_no_value_beside_their_own(text: str, old: str, new: str) -> None:
    assert effect(text, (old, new)) in ("other values would change too", UNREADABLE)


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("weight: 50%\nlabel: a\n", [("50%", "0.5")]),
        ("wieght: 0.5\nlabel: a\n", [("wieght", "weight")]),
        ("wieght:\n  a: 1\nlabel: a\n", [("wieght", "weight")]),
        ("a: A-B1\nlabel: b\n", [("A-B1", "[A-B1]")]),
        ("a:\n  - b: 1\n  - c: 2\nd: 3\n", [("- b", "b"), ("- c", "c")]),
        ("a: 1\na: 1  \nb: 2\n", [("a: 1  \n", "")]),
        ("a: &x 1\nb: 2\n", [("&x ", "")]),
        ("a: >\n  x\n  b: 1\nc: 2\n", [("  b", "b")]),
        ("a:\n  - >\n    x\nb: 1\n", [(" >\n    x", ' "x"')]),
    ],
)
def test_a_value_a_key_or_a_block_is_changed_alone(text: str, changes: list[tuple[str, str]]) -> None:
    assert effect(text, *changes) is None


def test_a_file_stays_readable() -> None:
    assert effect("a: 1\nb: 2\n", ("1", "[1")) == UNREADABLE
