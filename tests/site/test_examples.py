"""Examples in their three parts: no word of an author is lost, added or moved."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdocs.rules.check import check
from benchdocs.site.renderer import _curly
from benchdocs.site.site import Site
from benchdocs.site.views.examples import example
from benchdocs.specs.nouns import Nouns
from support.page_findings import text_of
from support.paths import BASE
from support.plain_specs import BENCHMARKS
from support.suites import suite_with
from support.tables import table

WRITTEN = [(code, text) for code, spec in BENCHMARKS.items() for text in spec["examples"]]
PIECES = st.sampled_from(
    [
        "Narrative: '",
        "'",
        ". ",
        " ",
        " - ",
        "Output charts",
        "flagged",
        "passes",
        "Label: x. ",
        "near miss",
        "\n",
    ]
)


def words(text: str) -> list[str]:
    return [word for word in text.split() if word != "-"]


def parts(text: str) -> list[str]:
    found = example(text)
    if not found.verdict:
        assert found.text == text
        return words(text)
    return words(" ".join((found.note, found.opening, found.said, found.charted, found.verdict)))


@given(st.lists(PIECES | st.text(max_size=4), max_size=14).map("".join))
def test_whatever_an_author_writes_its_words_stay(text: str) -> None:
    assert parts(text) == words(text)


@pytest.mark.parametrize("code", sorted(BENCHMARKS))
def test_the_shipped_examples_keep_their_words(code: str) -> None:
    for text in BENCHMARKS[code]["examples"]:
        assert parts(text) == words(text)


def test_nearly_all_shipped_examples_have_the_three_parts() -> None:
    plain = [code for code, text in WRITTEN if not example(text).verdict]
    assert sorted(plain) == ["A-EVD1"] * 5 + ["A-FMT1", "A-REF3"]
    undecided = {example(text).note for _, text in WRITTEN if not example(text).outcome}
    assert undecided == {"", "Not counted at all"}


def test_a_suite_has_its_own_words_for_what_is_said_and_charted() -> None:
    shipped = [example(text) for _, text in WRITTEN]
    assert [example(text, "dictation", "record") for _, text in WRITTEN] == shipped
    for charted in ("The file note names one.", "File note names one.", "Output names one."):
        found = example(f"Letter: 'Don't call us.' {charted} - flagged, twice.", "letter", "file note")
        assert found[2:] == ("Letter: ", "'Don't call us.'", charted, "flagged, twice.")
    assert not example("Letter: 'We moved.' The file note has it - passes.").verdict


def test_a_period_after_a_quote_is_in_no_cell(tmp_path: Path) -> None:
    spec = "a-component/A-DEM1.yaml"
    start, rest = (BASE / spec).read_text().split("examples:\n")
    rest = re.sub(r"\A(?: .*\n)+", "", rest)
    more = """examples:\n  - "Narrative: 'We left at 3.'. Output charts 3 - passes." \n"""
    page = text_of(Site(check(suite_with(tmp_path, {spec: f"{start}{more}{rest}"}))), "benchmarks/a-dem1/")
    assert "Narrative: ‘We left at 3.’ Output charts 3" in unescape(page)


@table
def test_an_example_is_cut_where_its_parts_begin(text: str, found: list[str]) -> None:
    entry = example(text)
    assert [entry.note, entry.said, entry.charted, entry.verdict, entry.outcome] == found


def test_what_a_heading_says_is_unseen_above_what_came_back() -> None:
    nouns = Nouns(output="record", returned="charted")
    for charted, unseen in (
        ("Output charts albuterol", "Output charts "),
        ("The record has none", ""),
        ("Record charts 3", "Record charts "),
        ("Output drops it", ""),
        ("Ground truth labels nothing, output charts 3", ""),
    ):
        assert example(f"Narrative: 'A.' {charted} - flagged.", "input", "record").above(nouns) == unseen


def test_quotes_are_typographic_but_for_measures_and_code() -> None:
    for text, shown in (
        ("'pulse's 92' and \"10\"", "‘pulse’s 92’ and “10”"),
        ("he is 6' 2\" tall", "he is 6' 2\" tall"),
        ("the code `'x'`", "the code `'x'`"),
    ):
        assert _curly(text) == shown
