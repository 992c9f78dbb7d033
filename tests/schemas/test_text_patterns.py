"""The patterns of the schemas let pass every text that the rules let pass, and find what is plain."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdocs.documents.sentences import sentences
from benchdocs.documents.text_file import is_blank
from benchdocs.rules import criteria, placeholders
from benchdocs.schemas import text_patterns
from benchdocs.schemas.field_guide import Entry, entries
from benchdocs.specs.formula import FormulaError, parse_formula
from benchdocs.specs.models import Benchmark


def refused(name: str, text: str) -> set[str]:
    """The rules by which a field's patterns refuse a text."""
    entry = _entry(name)
    found = text_patterns.patterns(entry.shape, entry, f"`{name}`")
    return {one["patternErrorMessage"][:6] for one in found if not re.search(one["pattern"], text)}


def _entry(name: str) -> Entry:
    known = (*entries(Benchmark), *entries(Benchmark, "scoring_scale"))
    return next(entry for entry in known if entry.name == name)


PIECES = [
    "x",
    "min",
    "max",
    "1",
    "0.5",
    ".5",
    "2.",
    "(",
    ")",
    "+",
    "-",
    "*",
    "/",
    "−",
    "×",
    " ",
    "\n",
    "\x85",
]
FORMULA = "normalization_formula"


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_formulas_that_can_be_read_are_let_pass(text: str) -> None:
    try:
        parse_formula(text.strip())
    except FormulaError:
        return
    assert refused(FORMULA, text) == set()


@given(
    st.recursive(st.sampled_from(["x", "min", "max", "1", "0.25"]), lambda inner: inner.map("({})".format))
)
def test_formulas_in_brackets_are_let_pass(text: str) -> None:
    assert refused(FORMULA, f"-{text} * ({text} - min) ÷ .5") == set()


@pytest.mark.parametrize(
    "text",
    ["x^2", "X", "score/1", "y = x", "x**2", "2x", "min(x, 1)", "x +", "x%", "0,5*x", "1.2.3", "xmin", "x y"],
)
def test_what_is_no_arithmetic_is_refused(text: str) -> None:
    with pytest.raises(FormulaError):
        parse_formula(text)
    assert refused(FORMULA, text) == {"SCL404"}


@pytest.mark.parametrize(("length", "said"), [(200, set()), (201, {"SCL404"})])
def test_a_formula_is_refused_from_the_length_at_which_the_check_does(length: int, said: set[str]) -> None:
    text = "x+1" + "+1" * 98 + "0" * (length - 199)
    assert len(text) == length
    assert refused(FORMULA, f"  {text}\n") == said
    assert refused(FORMULA, "x" + "*x" * 50) == set()
    assert refused(FORMULA, "x" + "*x" * 51) == {"SCL404"}


MARKERS = [
    "(1)",
    "(2)",
    "1)",
    "2)",
    "1.",
    "2.",
    "(a)",
    "(b)",
    "b)",
    "(I)",
    "(ii)",
    "i)",
    "(x",
    ")",
    "(see",
    "a",
]
BETWEEN = [" ", "  ", "\n", ": ", "; ", ":", ". ", ", ", "é", ""]


@given(st.lists(st.tuples(st.sampled_from(MARKERS), st.sampled_from(BETWEEN)), max_size=8))
def test_criteria_without_a_list_are_let_pass(pieces: list[tuple[str, str]]) -> None:
    text = "".join(marker + between for marker, between in pieces)
    if not criteria._list_markers(text):
        assert "TXT503" not in refused("exclusion_criteria", text)


@pytest.mark.parametrize(
    "listed",
    [
        "(1) one; (2) two.",
        "when 1) one, 2) two.",
        "one: (a) this.",
        "(i) one (ii) two.",
        ":\n1. one\n2. two.",
    ],
)
def test_lists_are_refused(listed: str) -> None:
    assert criteria._list_markers(f"Do not apply when {listed}")
    assert refused("exclusion_criteria", f"Do not apply when {listed}") == {"TXT503"}


WORDS = [
    "Apply when",
    "Flag if",
    "Flag\nif",
    "flag if",
    "Flag iffy",
    "Flag ifé",
    "Flag",
    "if",
    "it",
    "é",
    "…",
]


@given(st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from([" ", ". ", "? ", ", ", "."])), max_size=7))
def test_criteria_that_flag_something_are_let_pass(pieces: list[tuple[str, str]]) -> None:
    text = "".join(word + sign for word, sign in pieces)
    if any(criteria._FLAG_IF.match(sentence) for sentence in sentences(text)):
        assert "TXT502" not in refused("inclusion_criteria", text)


@given(st.text(alphabet="TODO: .é_“-\n", max_size=12), st.text(alphabet="a “é_\n", max_size=2))
def test_texts_without_a_blank_are_let_pass(text: str, ahead: str) -> None:
    for one in (text, f"{ahead}TODO:{text}"):
        if not placeholders._BLANK.search(one) and not is_blank(one):
            assert refused("rationale", one) == set()


@pytest.mark.parametrize("text", ["TODO: why", "Why: TODO: why.", "(TODO: why)", "a\nTODO:\nb"])
def test_a_blank_is_refused(text: str) -> None:
    assert refused("rationale", text) == {"TXT507"}


@pytest.mark.parametrize(
    "of_text", ["Flag if ", "(1) ", ": 1. a", "x*", "TODO ", " ", "Apply when ", "((", "1"]
)
def test_no_pattern_takes_long_over_a_long_text(of_text: str) -> None:
    for name in ("inclusion_criteria", "exclusion_criteria", FORMULA, "llm_prompt_file"):
        refused(name, of_text * 20_000 + "é")
