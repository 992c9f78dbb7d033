"""A prompt is taken apart at its headings, wherever its lines end and whatever stands between them."""

from __future__ import annotations

import pytest

from benchdocs.documents.text_file import TextFile
from benchdocs.specs.prompt_file import parse_prompt
from support.tables import table


def taken_apart(text: str) -> list[tuple[str, int, str]]:
    """Key, line and body of each section."""
    sections = parse_prompt(TextFile("evaluators/llm-judge/some_prompt.md", text)).sections
    return [(section.heading.key, section.line, section.body) for section in sections]


@table
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_sections_are_found_with_their_lines(text: str, found: list[list[str | int]], end: str) -> None:
    assert [*map(list, taken_apart(text.replace("\n", end)))] == found


REPLY = '{"items": [{"label": "a } b"}],\n"pass": true}'


def test_examples_have_the_words_above_them_and_the_line_of_their_reply() -> None:
    shown = f"Pass: said\nso.\n\n{REPLY}\nFail: x\n{{no JSON\nmore\n\n{{}}\nend\n"
    text = f"one\n\nEXAMPLES:\n{shown}---\n\nINPUTS\n{{}}"
    examples = parse_prompt(TextFile("a_prompt.md", text)).examples
    assert [(each.situation, each.reply, each.line) for each in examples] == [
        ("Pass: said so.", REPLY, 7),
        ("Fail: x", "{no JSON", 10),
        ("more", "{}", 13),
    ]


@pytest.mark.parametrize("text", ["", "SYSTEM:\nx", "EXAMPLES:\nnone\n\nINPUTS\n{}"])
def test_without_a_reply_there_is_no_example(text: str) -> None:
    assert parse_prompt(TextFile("a_prompt.md", text)).examples == ()


def test_the_deepest_reply_is_an_example_that_ends_with_its_line() -> None:
    (example,) = parse_prompt(TextFile("a_prompt.md", "EXAMPLES:\n" + '{"a":' * 100_000)).examples
    assert example.reply.startswith('{"a":{"a":')


@table
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_the_message_of_a_case_begins_with_the_inputs(text: str, messages: list[str], end: str) -> None:
    assert parse_prompt(TextFile("a_prompt.md", text.replace("\n", end))).messages == tuple(messages)


@pytest.mark.parametrize("name", ["aufklärung", "übergabe_an_dritte", "Äußere-Merkmale", "été_2", "arrival"])
def test_a_behavior_is_named_in_any_letters(name: str) -> None:
    assert parse_prompt(TextFile("a_prompt.md", f"SYSTEM:\nx\nBEHAVIOR:\n`{name}`\n")).behavior == name
    assert parse_prompt(TextFile("a_prompt.md", f"BEHAVIOR:\n{name} ist gemeint\n")).behavior is None
