"""The specification of judges' prompts says what is true of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchdocs.documents.text_file import TextFile
from benchdocs.specs.prompt_file import HEADINGS, parse_prompt
from support.documentation import PROMPT_PATH, PROMPT_SECTIONS, PROMPTS, blocks, complete_prompt, part, rows

# Prompts ----------------------------------------------------------------------------------------------


def test_the_sections_table_lists_the_headings_that_are_read_in_their_order() -> None:
    table = rows(part(PROMPT_SECTIONS, "## Sections"), "Heading |")
    assert [heading for heading, _ in table] == [f"`{heading.text}`" for heading in HEADINGS]


def test_the_example_prompt_has_every_section_in_order() -> None:
    prompt = parse_prompt(TextFile(PROMPT_PATH, complete_prompt()))
    assert [section.heading for section in prompt.sections] == list(HEADINGS)
    assert prompt.behavior == "interpreter_use_documented"
    assert prompt.asks_for_pass


def test_the_example_prompt_joins_its_fail_bullets_by_or() -> None:
    section = parse_prompt(TextFile(PROMPT_PATH, complete_prompt())).section("automatic_fail")
    assert section
    assert [item.endswith(", OR") for item in section.items] == [True] * (len(section.items) - 1) + [False]


def fixed_phrases() -> list[str]:
    phrases = blocks(part(PROMPT_SECTIONS, "## Fixed phrases"), "text")
    assert len(phrases) == 4
    return phrases


def prompts() -> list[Path]:
    return sorted(PROMPTS.glob("*_prompt.md"))


@pytest.mark.parametrize("path", prompts(), ids=lambda path: path.stem)
def test_every_prompt_holds_the_fixed_phrases_word_for_word(path: Path) -> None:
    for phrase in fixed_phrases():
        assert phrase.strip() in path.read_text()


def test_the_example_prompt_holds_the_fixed_phrases_word_for_word() -> None:
    assert all(phrase.strip() in complete_prompt() for phrase in fixed_phrases())


def test_the_example_reply_keeps_to_the_table_of_the_reply() -> None:
    table = rows(part(PROMPT_SECTIONS, "## The reply"), "Key |")
    reply = json.loads(complete_prompt().splitlines()[-1])
    assert [key for key, *_ in table] == [f"`{key}`" for key in reply]
    assert 50 <= len(reply["reason"]) <= 200
    assert reply["pass"] is False
