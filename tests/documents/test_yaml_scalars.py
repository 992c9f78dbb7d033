"""A document is read the same, whether it is taken for one without anything odd or looked at closely."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdocs.documents import yaml_document
from benchdocs.documents.locations import Place
from benchdocs.documents.text_file import TextFile
from benchdocs.documents.yaml_scalars import MAX_DEPTH, MAX_VALUES, OddError, plain_values
from benchdocs.rules.check import check
from support.paths import REPOSITORY
from support.property_tests import examples

PATH = "a-component/A-DEM1.yaml"
ODD = {
    "anchor": "a: &x 1",
    "alias": "a: &x 1\nb: *x",
    "tag": "a: !!str 1",
    "anchor of the whole": "&x\na: 1",
    "tag of the whole": "!!map\na: 1",
    "duplicate": "a: 1\na: 2",
    "duplicate in a block": "a:\n  b: 1\n  b: 2",
    "merge": "a: {b: 1}\n<<: {c: 1}",
    "truth as a key": "yes: 1",
    "list as a key": "? [a]\n: 1",
    "second document": "a: 1\n---\nb: 1",
    "list": "- a",
    "text": "a",
    "empty": "",
    "deep": "a: " + "[" * MAX_DEPTH + "]" * MAX_DEPTH,
    "long": "a: [" + "1," * (MAX_VALUES - 2) + "]",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
def test_what_has_to_be_told_is_left_to_a_closer_look(text: str) -> None:
    with pytest.raises(OddError):
        plain_values(text)


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1),
        "a: [" + "1," * (MAX_VALUES - 3) + "]",
        "1: a\n2026-01-01: b\nnull: c\n'<': d",
    ],
    ids=["deep", "long", "keys"],
)
def test_what_is_within_the_limits_is_read_at_once(text: str) -> None:
    assert read_closely(text) == read(text)
    assert plain_values(text)


def test_a_key_that_differs_from_itself_is_known_again_however_far_apart() -> None:
    between = "".join(f"k{number}: v{number}\n" for number in range(1_500))
    document = yaml_document.parse_yaml(TextFile(PATH, f".nan: 1\n{between}.NaN: 2\n"))
    assert ["twice" in problem.message for problem in document.problems] == [True]


def test_every_shipped_spec_is_read_at_once() -> None:
    for spec in check(REPOSITORY).suite.specs:
        assert repr(plain_values(spec.document.text)) == repr(read_closely(spec.document.text)[0])


def read(text: str) -> tuple[object, ...]:
    """All that a document says of a text."""
    document = yaml_document.parse_yaml(TextFile(PATH, text))
    places = [document.locate(Place((str(key),), key=True)) for key in document.data]
    return document.data, repr(document.data), document.problems, document.is_readable, places


def read_closely(text: str) -> tuple[object, ...]:
    """The same, without the short way."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_document, "plain_values", refuse)
        return read(text)


def refuse(_: str) -> dict[object, object]:
    raise OddError


PLAIN = (
    "a",
    "b",
    "1",
    "0.90",
    "yes",
    "~",
    "''",
    '"x"',
    "010",
    "12:30",
    "2026-01-31",
    ".nan",
    ".NaN",
    "[a, b]",
    "{a: 1}",
)
HELD = ("'<<'", "<<", "2026-99-99", "1e999", "\u202e", '"\\u202e"', "&x a", "*x", "!!int 1", "|\n  t", "- a")
SCALARS = st.sampled_from(PLAIN + HELD)


@examples(150)
@given(st.lists(st.tuples(st.sampled_from(["", "", "  ", "- "]), SCALARS, SCALARS), max_size=6))
def test_both_ways_read_the_same(lines: list[tuple[str, str, str]]) -> None:
    text = "".join(f"{indent}{key}: {value}\n" for indent, key, value in lines)
    assert read(text) == read_closely(text)


@examples(150)
@given(
    st.lists(st.sampled_from([*"{}[]:-,#&*!|>'\"%@? \n", ": ", "- ", "&x ", "!x ", "!!set ", "a", "%TAG "]))
)
def test_both_ways_read_any_signs_the_same(signs: list[str]) -> None:
    assert read("".join(signs)) == read_closely("".join(signs))


@examples(80)
@given(st.text(alphabet="{}[]:-,#&*!|>'\"%@? \n\tab01.<é\x00\u202e", max_size=40))
def test_both_ways_read_any_text_the_same(text: str) -> None:
    assert read(text) == read_closely(text)
