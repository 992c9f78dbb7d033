"""Split running text into statements with their introductions, and blank out quotations."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from benchdocs.documents.sentences import ends

BLANK = "■"
"""Stands for each character of a quotation, so that offsets stay those of the text."""

_LONGEST_LEAD = 300
"""Characters of an introduction that are kept for each entry of its list."""
_BREAK = r"(?!\n[ \t]*\n)"
_QUOTATION = re.compile(
    rf"\"(?<!\w\")(?:{_BREAK}[^\"]){{0,800}}\"(?!\w)"
    rf"|“(?:{_BREAK}[^”]){{0,800}}”"
    rf"|'(?<![\w']')(?=\S)(?:{_BREAK}[^']|(?<=\w)'(?=\w)){{0,800}}'(?!\w)"
    rf"|‘(?:{_BREAK}[^’]|’(?=\w)){{0,800}}’(?!\w)"
)
"""Each alternative starts with its quotation mark, before any lookbehind: so it is found fast."""
_BLOCK_START = re.compile(
    r"\n(?=[ \t]*(?:\n|$)"  # a blank line
    r"|[ \t]*(?:[-*•]|\d+[.)])[ \t]"  # a list entry
    r"|[A-Z#*][^\n]*:[ \t*]*(?:\n|$))"  # a heading
)
_ITEM = re.compile(r"\s*(?:[-*•]|\d+[.)])[ \t]+")
_OPENING = re.compile(r"[^.:;!?]{1,80}:")


class Statement(NamedTuple):
    """A sentence or list entry; `lead` is the heading or sentence that introduces it."""

    start: int
    text: str
    lead: str


def without_quotations(text: str) -> str:
    """Return the text, as long as before, with quotations blanked out."""
    plain = text.replace("\r\n", " \n").replace("\r", "\n")
    return _QUOTATION.sub(lambda match: BLANK * len(match[0]), plain)


@lru_cache(maxsize=64)
def statements(text: str) -> tuple[Statement, ...]:
    """Return the statements of a text without its quotations, in order; cached, as several rules ask."""
    in_order = []
    introduction, opens = "", False
    for start, block in _blocks(without_quotations(text)):
        item, words = _ITEM.match(block), 0
        if item:
            words = item.end()
        opening, lead = _OPENING.match(block, words), ""
        if item or (opens and not opening):
            lead = introduction
        if opening:
            lead = f"{lead} {opening[0].strip()}".strip()
        sentence = ""
        for offset, sentence in _sentences(block, words):
            in_order.append(Statement(start + offset, sentence, lead))
        if sentence:
            opens = not item and block.rstrip(" \t*").endswith(":")
            if not item:
                introduction = sentence[:_LONGEST_LEAD].strip()
    return tuple(in_order)


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Yield paragraphs, headings and list entries, each with its offset."""
    start = 0
    for boundary in _BLOCK_START.finditer(text):
        yield start, text[start : boundary.start()]
        start = boundary.end()
    yield start, text[start:]


def _sentences(block: str, start: int) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a block from an offset on, each with its own offset."""
    start = len(block) - len(block[start:].lstrip())
    for end in ends(block, start):
        yield start, block[start : end.start()] + end[0].rstrip()
        start = end.end()
    if start < len(block):
        yield start, block[start:]
