"""Texts are taken apart into statements, and a rule's docstring into its page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchdocs.rules.finding import Severity, Violation
from benchdocs.rules.rule import Explanation, Sample, rule
from benchdocs.rules.support.statements import statements, without_quotations
from support.tables import table

# Sentences and explanations -----------------------------------------------------------------------


@table
def test_a_text_is_taken_apart_into_statements_with_their_leads(
    text: str, expected: list[list[int | str]]
) -> None:
    assert [list(statement) for statement in statements(text)] == expected


@pytest.mark.parametrize("text", ["a\rb", "a\nb", "a\r\nb"])
def test_line_ends_count_alike_and_the_text_keeps_its_length(text: str) -> None:
    assert without_quotations(text) == {"a\r\nb": "a \nb"}.get(text, "a\nb")


def test_a_rules_docstring_is_its_page() -> None:
    @rule("ABC123", "a title", Severity.NOTE, source="a source")
    def example() -> Iterator[Violation]:
        """What is
        wrong.

        More of it.

        Why: it matters.

        A lot.

        Fix: mend it.

        Bad a/b.yaml:

            one: 1

            two: 2

        Bad (whole file) c.yaml:

            three: 3

        Good a/b.yaml:

            one: 2
        """
        yield from ()

    assert (example.id, example.title, example.severity, example.source) == (
        "ABC123",
        "a title",
        Severity.NOTE,
        "a source",
    )
    assert example.explanation == Explanation(
        "What is\nwrong.\n\nMore of it.",
        "it matters.\n\nA lot.",
        "mend it.",
        (Sample("a/b.yaml", "one: 1\n\ntwo: 2\n", False), Sample("c.yaml", "three: 3\n", True)),
        (Sample("a/b.yaml", "one: 2\n", False),),
    )


@pytest.mark.parametrize(("doc", "missing"), [("What.\n\nFix: mend.", "why"), ("What.\n\nWhy: so.", "fix")])
def test_a_docstring_without_a_part_is_refused(doc: str, missing: str) -> None:
    def find() -> Iterator[Violation]:
        yield from ()

    find.__doc__ = doc
    with pytest.raises(ValueError, match=f"the docstring has no part '{missing}': 'What"):
        _ = rule("ABC123", "a title", source="a source")(find).explanation
