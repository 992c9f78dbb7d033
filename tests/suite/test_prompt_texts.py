"""What a benchmark leaves out of scope is said to a judge without codes."""

from __future__ import annotations

import pytest

from benchdocs.suite.prompt_texts import without_codes


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("Hedged negation (A-NEG3).", "Hedged negation."),
        ("How full it is (A-CMP2,\n A-CMP3 and A-CMP4).", "How full it is."),
        ("Negatives (A-UNC1 for a charted one).", "Negatives."),
        ("A hold (A-BHV2) or a refusal (A-REF2).", "A hold or a refusal."),
        ("Times (of any kind).", "Times (of any kind)."),
        ("Nothing else.", "Nothing else."),
    ],
)
def test_a_parenthesis_that_names_a_code_goes(entry: str, said: str) -> None:
    assert without_codes(entry) == said
