"""An edit changes one value of a YAML text and leaves every other character alone."""

from __future__ import annotations

import pytest

from benchdocs.documents.yaml_edit import EditError, with_entry, with_field
from support.tables import table


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@table
def test_an_entry_is_added_in_the_style_of_its_list(old: str, new: str, end: str) -> None:
    assert with_entry(old.replace("\n", end), ("list",), "C") == new.replace("\n", end)


@table
def test_a_field_is_added_below_the_field_named(old: str, new: str) -> None:
    assert with_field(old, "c", "[X]", after=("none", "a")) == new


@pytest.mark.parametrize("text", ["list: A\n", "x: 1\n", "list: [A\n", ""])
def test_a_list_that_is_not_there_is_refused(text: str) -> None:
    with pytest.raises(EditError, match="there is no list at `list`"):
        with_entry(text, ("list",), "B")


@pytest.mark.parametrize("text", ["{a: 1}\n", "", "- a\n", "c: 1\n", "a: 1\na: 2\n"])
def test_a_field_without_a_place_is_refused(text: str) -> None:
    with pytest.raises(EditError):
        with_field(text, "c", "1")


@pytest.mark.parametrize("source", ["B\nx: 1", "B # rest", "[B", "B, C", ""])
def test_a_source_that_says_something_else_is_refused(source: str) -> None:
    with pytest.raises(EditError):
        with_entry("list: [A]\ny: 1\n", ("list",), source)
