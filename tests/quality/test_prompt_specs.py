"""The specification of judges' prompts says what is true of them."""

from __future__ import annotations

import re

from benchdocs.documents.text_file import TextFile
from benchdocs.specs.judge_reply import OUTCOMES, JudgeReply
from benchdocs.specs.prompt_file import BOUNDARY, HEADINGS, parse_prompt
from benchdocs.suite.prompt_texts import fixed_texts
from support.documentation import PROMPT_PATH, PROMPT_SECTIONS, blocks, complete_prompt, part, rows
from support.shipped import shipped_report


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


def test_the_fixed_texts_are_read_from_the_page_and_stand_in_the_example_prompt() -> None:
    shown = [text.rstrip("\n") for text in blocks(part(PROMPT_SECTIONS, "## Fixed texts"), "text")]
    texts = fixed_texts(shipped_report().suite)
    assert list(texts) == ["SYSTEM:", "Uncertainty policy:", "REPLY:", "INPUTS"]
    assert list(texts.values()) == shown
    assert all(f"{text}\n" in complete_prompt() for text in shown)


def test_every_prompt_keeps_the_limit_that_the_page_states() -> None:
    stated = re.search(r"at most ([\d,]+) characters", part(PROMPT_SECTIONS, "## Length"))
    assert stated
    texts = [complete_prompt(), *(prompt.plain_text for prompt in shipped_report().suite.prompts)]
    assert max(map(len, texts)) <= int(stated[1].replace(",", ""))


def test_the_page_says_how_often_the_boundary_stands_in_a_prompt_and_calls_it_so() -> None:
    system, case = parse_prompt(TextFile(PROMPT_PATH, complete_prompt())).messages
    assert BOUNDARY not in system
    assert case.count(BOUNDARY) == 7
    assert f"`{BOUNDARY}` is replaced everywhere" in part(PROMPT_SECTIONS, "## Calling the judge")


def test_the_example_prompt_shows_a_reply_of_three_kinds() -> None:
    examples = parse_prompt(TextFile(PROMPT_PATH, complete_prompt())).examples
    replies = [JudgeReply.model_validate_json(each.reply) for each in examples]
    assert [reply.outcome for reply in replies] == ["pass", "fail", "uncertain"]


def test_the_table_of_the_reply_lists_the_keys_in_their_order_and_says_which_are_required() -> None:
    table = rows(part(PROMPT_SECTIONS, "## The reply"), "Key |")
    fields = {info.alias or name: info for name, info in JudgeReply.model_fields.items()}
    assert [key for key, *_ in table] == [f"`{key}`" for key in fields]
    assert [needed == "yes" for _, needed, _ in table] == [info.is_required() for info in fields.values()]


def test_the_table_of_outcomes_lists_all() -> None:
    table = rows(part(PROMPT_SECTIONS, "## The reply"), "Outcome |")
    assert [outcome for outcome, *_ in table] == list(OUTCOMES.values())
