"""A text is split where a sentence ends, also in languages with other abbreviations and capitals."""

from __future__ import annotations

from benchdocs.documents.sentences import sentences
from support.tables import table


@table
def test_a_sentence_ends_where_another_one_starts(marked: str) -> None:
    assert sentences(marked.replace(" | ", " ")) == marked.split(" | ")
