"""Text of a spec is Markdown that renders as the text itself."""

from __future__ import annotations

from benchdocs.documents.markdown import escaped, link
from support.tables import table


@table
def test_prose_stays_as_it_was_written(text: str) -> None:
    assert escaped(text) == text


@table
def test_markup_becomes_text(text: str, expected: str) -> None:
    assert escaped(text) == expected


def test_the_brackets_in_the_name_of_a_link_are_text() -> None:
    assert link(escaped("A [b] `c[d]`"), "e/") == r"[A \[b\] `c[d]`](e/)"
