"""The patterns of the schemas let pass every text that the rules let pass, and find what is plain."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdocs.documents.sentences import sentences
from benchdocs.documents.text_file import is_blank
from benchdocs.rules import completeness, criteria
from benchdocs.schemas import demands
from benchdocs.schemas.field_guide import FieldEntry, entries
from benchdocs.specs.models import Benchmark
from support.tables import data


def refused(name: str, text: str) -> set[str]:
    """The rules by which a field's patterns refuse a text."""
    entry = _entry(name)
    found = demands.patterns(entry.shape, entry, f"`{name}`")
    return {one["patternErrorMessage"][:6] for one in found if not re.search(one["pattern"], text)}


def _entry(name: str) -> FieldEntry:
    return next(entry for entry in entries(Benchmark) if entry.name == name)


WORDS = data(__file__)["words"]


@given(st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from([" ", ". ", "? ", ", ", "."])), max_size=7))
def test_criteria_that_flag_something_are_let_pass(pieces: list[tuple[str, str]]) -> None:
    text = "".join(word + sign for word, sign in pieces)
    if any(criteria._FLAG_IF.match(sentence) for sentence in sentences(text)):
        assert "TXT502" not in refused("inclusion_criteria", text)


@given(st.text(alphabet="TODO: .é_“-\n", max_size=12), st.text(alphabet="a “é_\n", max_size=2))
def test_texts_without_a_blank_are_let_pass(text: str, ahead: str) -> None:
    for one in (text, f"{ahead}TODO:{text}"):
        if not completeness._BLANK.search(one) and not is_blank(one):
            assert refused("rationale", one) == set()


@pytest.mark.parametrize("text", ["TODO: why", "Why: TODO: why.", "(TODO: why)", "a\nTODO:\nb"])
def test_a_blank_is_refused(text: str) -> None:
    assert refused("rationale", text) == {"TXT507"}


@pytest.mark.parametrize(
    "of_text", ["Flag if ", "(1) ", ": 1. a", "x*", "TODO ", " ", "Apply when ", "((", "1"]
)
def test_no_pattern_takes_long_over_a_long_text(of_text: str) -> None:
    for name in ("inclusion_criteria", "exclusion_criteria", "llm_prompt_file"):
        refused(name, of_text * 20_000 + "é")
