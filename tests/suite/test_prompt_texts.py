"""What a benchmark leaves out of scope is said to a judge without codes."""

from __future__ import annotations

from benchdocs.suite.prompt_texts import without_codes
from support.tables import table


@table
def test_a_parenthesis_that_names_a_code_goes(entry: str, said: str) -> None:
    assert without_codes(entry) == said
