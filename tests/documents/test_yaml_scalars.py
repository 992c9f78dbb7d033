"""A document is read as PyYAML's base loader reads it, or comes with the problem that says why it is not."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from benchdocs.documents.text_file import ProblemKind, TextFile
from benchdocs.documents.yaml_composer import YamlNode
from benchdocs.documents.yaml_document import parse_yaml
from benchdocs.documents.yaml_scalars import MAX_DEPTH, MAX_VALUES, plain_mapping
from support.property_tests import examples
from support.shipped import shipped_report
from support.tables import data, table

PATH = "a-component/A-DEM1.yaml"
ODD = {
    "anchor": "a: &x 1",
    "alias": "a: &x 1\nb: *x",
    "tag": "a: !!str 1",
    "anchor of the whole": "&x\na: 1",
    "tag of the whole": "!!map\na: 1",
    "duplicate": "a: 1\na: 2",
    "duplicate in a block": "a:\n  b: 1\n  b: 2",
    "duplicate in JSON": '{"a": 1, "b": {"c": 1, "c": 1}}',
    "more than JSON": '{"a": 1} b',
    "a long key in JSON": '{"' + "a" * 1_100 + '": 1}',
    "half a character in JSON": '{"a": "\\ud800"}',
    "merge": "a: {b: 1}\n<<: {c: 1}",
    "list as a key": "? [a]\n: 1",
    "second document": "a: 1\n---\nb: 1",
    "list": "- a",
    "text": "a",
    "empty": "",
    "deep": "a: " + "[" * MAX_DEPTH + "]" * MAX_DEPTH,
    "deep in JSON": '{"a": ' + "[" * MAX_DEPTH + "]" * MAX_DEPTH + "}",
    "endless in JSON": '{"a": ' * 4_000 + "1" + "}" * 4_000,
    "long": "a: [" + "1," * (MAX_VALUES - 2) + "]",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
def test_what_no_spec_may_hold_is_a_problem(text: str) -> None:
    assert parse_yaml(TextFile(PATH, text)).problems


@table
def test_what_is_within_the_limits_is_read(text: str) -> None:
    assert parse_yaml(TextFile(PATH, text)).problems == ()
    assert_read_as_yaml_reads_it(text)


@pytest.mark.parametrize(
    "text", [ODD["deep"], ODD["deep in JSON"], ODD["long"]], ids=["deep", "JSON", "long"]
)
def test_what_is_beyond_the_limits_is_refused(text: str) -> None:
    document = parse_yaml(TextFile(PATH, text))
    assert [problem.kind for problem in document.problems] == [ProblemKind.LIMIT]
    assert not document.is_readable


def test_a_key_that_differs_from_itself_is_a_duplicate_however_far_apart() -> None:
    between = "".join(f"k{number}: v{number}\n" for number in range(1_500))
    document = parse_yaml(TextFile(PATH, f".nan: 1\n{between}.NaN: 2\n"))
    assert ["twice" in problem.message for problem in document.problems] == [True]


def test_every_shipped_spec_is_read_as_yaml_reads_it() -> None:
    for spec in shipped_report().suite.specs:
        assert_read_as_yaml_reads_it(spec.document.text)


def assert_read_as_yaml_reads_it(text: str) -> None:
    """Compare a document without problems with what PyYAML's base loader makes of it: texts alone."""
    document = parse_yaml(TextFile(PATH, text))
    if document.problems:
        return
    assert document.root
    assert document.root.value == document.data or ".nan" in text.lower()
    assert sources(document.root) == yaml.load(text, yaml.CBaseLoader)


def sources(node: YamlNode) -> Any:
    """Return the texts that a node's scalars were written with."""
    if node.source is not None:
        return node.source
    if isinstance(node.value, list):
        return [sources(item) for item in node.items]
    return {key.source: sources(value) for key, value in node.entries}


PLAIN = data(__file__)["plain"]
HELD = ("'<<'", "<<", "2026-99-99", "1e999", "\u202e", '"\\u202e"', "&x a", "*x", "!!int 1", "|\n  t", "- a")
SCALARS = st.sampled_from([*PLAIN, *HELD])


@examples(150)
@given(st.lists(st.tuples(st.sampled_from(["", "", "  ", "- "]), SCALARS, SCALARS), max_size=6))
def test_lines_of_fields_are_read_as_yaml_reads_them(lines: list[tuple[str, str, str]]) -> None:
    assert_read_as_yaml_reads_it("".join(f"{indent}{key}: {value}\n" for indent, key, value in lines))


@examples(150)
@given(
    st.lists(st.sampled_from([*"{}[]:-,#&*!|>'\"%@? \n", ": ", "- ", "&x ", "!x ", "!!set ", "a", "%TAG "]))
)
def test_any_characters_of_yaml_are_read_as_yaml_reads_them(characters: list[str]) -> None:
    assert_read_as_yaml_reads_it("".join(characters))


WITHIN_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


@examples(150)
@given(st.dictionaries(st.text(), WITHIN_JSON, max_size=5), st.booleans())
def test_json_is_read_as_yaml_reads_it(fields: dict[str, object], is_ascii: bool) -> None:
    assert_read_as_yaml_reads_it(json.dumps(fields, ensure_ascii=is_ascii))


@examples(80)
@given(st.text(alphabet="{}[]:-,#&*!|>'\"%@? \n\tab01.<é\x00\u202e", max_size=40))
def test_any_text_is_read_as_yaml_reads_it(text: str) -> None:
    assert_read_as_yaml_reads_it(text)


def test_every_shipped_file_is_read_the_fast_way() -> None:
    read = [document for document in shipped_report().suite.documents if document.data]
    assert [file.path for file in read if repr(plain_mapping(file.text)) != repr(file.data)] == []
