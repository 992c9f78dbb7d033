"""An edit changes one key or value of a YAML text, or adds an entry, and leaves all else alone."""

from __future__ import annotations

import pytest

from benchdocs.documents.locations import Edit, Place, Position, at, at_key
from benchdocs.documents.text_file import TextFile
from benchdocs.documents.yaml_document import YamlDocument, parse_yaml
from benchdocs.documents.yaml_edit import edited, entry_added
from support.tables import table


def document(text: str) -> YamlDocument:
    return parse_yaml(TextFile("spec.yaml", text.removeprefix("\ufeff")))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@table
def test_an_entry_is_added_in_the_style_of_its_list(old: str, new: str, end: str) -> None:
    text = old.replace("\n", end)
    edit = entry_added(document(text), ("list",), "C")
    assert edit
    assert edited(text, edit) == new.replace("\n", end)


@pytest.mark.parametrize("text", ["list: A\n", "x: 1\n", "list: [A\n", ""])
def test_a_list_that_is_not_there_gets_no_entry(text: str) -> None:
    assert entry_added(document(text), ("list",), "B") is None


@pytest.mark.parametrize("source", ["B\nx: 1", "B # rest", "[B", "B}", "B]: ["])
def test_an_entry_that_says_something_else_is_refused(source: str) -> None:
    text = "list: [A]\ny: 1\n"
    edit = entry_added(document(text), ("list",), source)
    assert edit
    assert edited(text, edit) is None


@table
def test_what_stands_at_a_place_is_replaced(text: str, route: list[str | int], new: str, result: str) -> None:
    edit = document(text).edit(at(*route), new)
    assert edit
    assert edited(text, edit) == result


@pytest.mark.parametrize("text", ["a: >\n  b\n", "a: |\n  b\n", "a:\n  - b\n  - c\n", "a:\n  b: 1\n  c: 2\n"])
def test_what_takes_several_lines_is_not_replaced(text: str) -> None:
    assert document(text).edit(at("a"), "x") is None


@pytest.mark.parametrize("text", ["a: b\n", "b: a\n"])
def test_the_same_text_is_no_edit(text: str) -> None:
    assert document(text).edit(at("a"), "b") is None


def test_a_key_is_replaced_in_its_quotes() -> None:
    edit = document('"a": 1\n').edit(at_key("a"), "b")
    assert edit
    assert edited('"a": 1\n', edit) == '"b": 1\n'


@table
def test_words_are_replaced_as_a_whole(text: str, words: str, result: str | None) -> None:
    edit = document(text).edit(at("a", text=words), "X")
    assert (edited(text, edit) if edit else None) == result


def test_the_text_at_a_position_is_replaced_only_if_it_is_there() -> None:
    file = TextFile("prompt.md", "one\ntwo\n")
    assert file.edit(Place(position=Position(2, 2), text="wo"), "") == Edit("prompt.md", 5, 7, "")
    assert file.edit(Place(position=Position(2, 1), text="wo"), "") is None


@table
def test_an_edit_that_changes_another_key_or_value_is_refused(text: str, old: str, new: str) -> None:
    assert text.count(old) == 1
    start = text.index(old)
    assert edited(text, Edit("spec.yaml", start, start + len(old), new)) is None
