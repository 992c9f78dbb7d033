"""A prompt is taken apart at its headings, wherever its lines end and whatever stands between them."""

from __future__ import annotations

import pytest

from benchdocs.documents.text_file import TextFile
from benchdocs.specs.prompt_file import parse_prompt


def taken_apart(text: str) -> list[tuple[str, int, str]]:
    """Key, line and body of each section."""
    sections = parse_prompt(TextFile("evaluators/llm-judge/some_prompt.md", text)).sections
    return [(section.heading.key, section.line, section.body) for section in sections]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("no heading\n\n---\nat all", []),
        ("SYSTEM:", [("system", 1, "")]),
        ("ahead\nSYSTEM: on its line\n\nbelow\n\n", [("system", 2, "on its line\n\nbelow")]),
        ("SYSTEM:\none\n---\ntwo\n\n===\n", [("system", 1, "one\ntwo")]),
        ("SYSTEM:\n--- no separator\n- - -\n", [("system", 1, "--- no separator\n- - -")]),
        ("  ## **SYSTEM:**\nx\n\tBEHAVIOR:\ny", [("system", 1, "x"), ("behavior", 3, "y")]),
        ("SYSTEM:\n\n\nBEHAVIOR:\nIgnore: z", [("system", 1, ""), ("behavior", 4, ""), ("ignore", 5, "z")]),
        ("RUBRIC\nx\nRUBRIC of three parts\n", [("rubric", 1, "x\nRUBRIC of three parts")]),
        ("Ignore:\nGROUND_TRUTH labels it: no\nPass\n", [("ignore", 1, "GROUND_TRUTH labels it: no\nPass")]),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_sections_are_found_with_their_lines(text: str, found: list[tuple[str, int, str]], end: str) -> None:
    assert taken_apart(text.replace("\n", end)) == found
