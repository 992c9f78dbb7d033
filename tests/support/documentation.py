"""Parts of the hand-written pages: their sections, fenced blocks and tables."""

from __future__ import annotations

import re

from support.paths import REPOSITORY

BENCHMARK_FIELDS = "a-component/FIELD_SPECS.md"
RUBRIC_FIELDS = "rubrics/FIELD_SPECS.md"
PROMPT_SECTIONS = "evaluators/llm-judge/PROMPT_SPECS.md"
AUTHORING = "scripts/benchdocs/pages/authoring/index.md"
EDITOR = "scripts/benchdocs/pages/authoring/editor.md"
BLOCK = re.compile(r"^```(?P<language>\w*)\n(?P<inside>.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT_PATH = "evaluators/llm-judge/interpreter_use_prompt.md"


def page(path: str) -> str:
    return (REPOSITORY / path).read_text(encoding="utf-8")


def part(path: str, heading: str) -> str:
    """What stands below a heading, down to the next one of its level or above."""
    text = page(path)
    outline = without_blocks(text)
    line = re.search(rf"^{re.escape(heading)}(?: \{{[^}}]*\}})?$", outline, re.MULTILINE)
    assert line
    start = line.end()
    following = re.compile(rf"^#{{1,{heading.index(' ')}}} ", re.MULTILINE).search(outline, start)
    return text[start : following.start() if following else None]


def without_blocks(text: str) -> str:
    """The text, as long as before, with the insides of its fenced blocks blanked out."""
    return BLOCK.sub(lambda match: re.sub(r"[^\n]", "-", match[0]), text)


def blocks(text: str, language: str) -> list[str]:
    return [match["inside"] for match in BLOCK.finditer(text) if match["language"] == language]


def rows(text: str, opening: str) -> list[tuple[str, ...]]:
    """The cells of the tables whose header line starts with `opening`, without the headers."""
    tables = re.findall(rf"^\| {re.escape(opening)}.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [tuple(cell.strip() for cell in row.strip("|").split("|")) for row in "".join(tables).splitlines()]


def only(items: list[str]) -> str:
    assert len(items) == 1
    return items[0]


def complete_prompt() -> str:
    return only(blocks(part(PROMPT_SECTIONS, "## Complete example"), "text"))
