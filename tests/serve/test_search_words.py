"""An author's words for the search: what the file says, what the glossary adds, and what is wrong in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.mkdocs_adapter.search_words import NAME, read_search_words
from benchdocs.site.links import GlossaryTerm, read_glossary
from support.paths import REPOSITORY

GLOSSARY = (
    GlossaryTerm("NKDA", "nkda", "No known drug allergies."),
    GlossaryTerm("IMC-RASS", "imc-rass", "A scale of agitation and sedation."),
    GlossaryTerm("DRAATT", "draatt", "The six sections of a record: Dispatch, Response and four others."),
    GlossaryTerm("Case", "case", "One dictation with its labels, also called a test case. It is synthetic."),
)


def test_the_file_and_the_glossary_give_synonyms(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("same:\n  - [dose, dosage]\npages:\n  audit/print/: PDF, paper\n")
    words = read_search_words(tmp_path, GLOSSARY)
    assert [tuple(group) for group in words.same] == [
        ("dose", "dosage"),
        ("NKDA", "No known drug allergies"),
        ("DRAATT", "six sections of a record"),
        ("Case", "test case"),
    ]
    assert dict(words.pages) == {"audit/print/": "PDF, paper"}
    assert not words.problems
    assert list(words.unknown_pages(["audit/print/"])) == []
    assert list(words.unknown_pages([])) == [
        "`search.yaml` names the page `audit/print/`, which does not exist."
    ]


def test_a_site_needs_no_such_file(tmp_path: Path) -> None:
    assert not read_search_words(tmp_path, ()).same


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("same:\n  - [dose, dosage]\nsmae: []\n", 3, "unknown field `smae`"),
        ("same:\n  - [dose, dosage]\n  - [dose]\n", 3, "two phrases or more"),
        ("same:\n  - dose, dosage\n", 2, "two phrases or more"),
        ("same:\n  dose: dosage\n", 2, "a list of groups"),
        ("pages: audit/print/\n", 1, "`pages` takes `address: words`"),
        ("pages:\n  audit/print/: [PDF]\n", 2, "as one text"),
        ("same: [\n", 1, "a bracket is not closed"),
        ("- dose\n", 1, "contain fields"),
    ],
)
def test_a_mistake_is_named_with_its_line(tmp_path: Path, text: str, line: int, problem: str) -> None:
    (tmp_path / NAME).write_text(text)
    words = read_search_words(tmp_path, ())
    assert len(words.problems) == 1
    assert f"/{NAME}`, line {line}: " in words.problems[0]
    assert problem in words.problems[0]
    assert (words.same, dict(words.pages)) == ((), {})


def test_the_shipped_file_is_in_order() -> None:
    docs = REPOSITORY / "docs"
    words = read_search_words(docs, read_glossary(docs))
    assert not words.problems
    assert ("NKDA", "No known drug allergies") in words.same
