"""An edit changes one value of a YAML text and leaves every other character alone."""

from __future__ import annotations

import pytest

from benchdocs.documents.locations import Route
from benchdocs.documents.yaml_edit import EditError, with_entry, with_field, with_scalar, without_entry
from support.tables import table


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@table
def test_a_value_is_replaced_in_place(old: str, new: str, mark: str, end: str) -> None:
    before, after = (mark + text.replace("\n", end) for text in (old, new))
    assert with_scalar(before, ("weight",), "0.25") == after


@pytest.mark.parametrize(
    ("old", "new"),
    [("- 'A-B1' # x\n", "- 'A-C1' # x\n"), ('["A-B1"]\n', '["A-C1"]\n'), ("- A-B1\n", "- A-C1\n")],
)
def test_a_word_keeps_the_quotes_of_the_word_before(old: str, new: str) -> None:
    ahead = "list:\n" if old.startswith("-") else "list: "
    assert with_scalar(ahead + old, ("list", 0), "A-C1") == ahead + new


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@table
def test_an_entry_is_added_in_the_style_of_its_list(old: str, new: str, end: str) -> None:
    assert with_entry(old.replace("\n", end), ("list",), "C") == new.replace("\n", end)


@table
def test_a_field_is_added_below_the_field_named(old: str, new: str) -> None:
    assert with_field(old, "c", "[X]", after=("none", "a")) == new


@pytest.mark.parametrize("route", [("list",), ("none",), ("list", 7), ("bad: [",)])
def test_a_value_that_is_not_there_is_refused(route: Route) -> None:
    with pytest.raises(EditError, match="there is no single value"):
        with_scalar("list: [A]\n", route, "B")


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


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@table
def test_an_entry_is_taken_out_with_its_line(old: str, index: int, new: str, end: str) -> None:
    assert without_entry(old.replace("\n", end), ("list", index)) == new.replace("\n", end)


@pytest.mark.parametrize("text", ["list: [A]\n", "list: A\n", "x: [A, B]\n", "list: [A, B\n"])
def test_an_entry_that_is_not_there_or_the_last_one_is_not_taken_out(text: str) -> None:
    with pytest.raises(EditError):
        without_entry(text, ("list", 0))
