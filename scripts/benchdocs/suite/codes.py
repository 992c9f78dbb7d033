"""Codes as texts hold them: one by one, oddly written, and in ranges (`A-NEG1 to A-NEG3`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

_NAME = r"[A-Za-z]{2,}\d*"
_VARIANT = r"(-(?![A-Z]{1,3}-[A-Z]{2,}\d)[A-Za-z][A-Za-z0-9]*)?(?![\w])"
CODE_IN_TEXT = re.compile(rf"(?<![\w-])([A-Za-z]{{1,4}}-{_NAME}){_VARIANT}")
"""Anything in a text that has the shape of a code; a word tied to it by a hyphen is taken for its variant."""
_LETTERS_BEFORE = "|".join(rf"(?<=(?<![\w-])[A-Za-z]{{{letters}}}-)()" for letters in range(1, 5))
_HYPHEN = re.compile(rf"-(?=({_NAME}){_VARIANT})(?:{_LETTERS_BEFORE})")
"""The hyphen of a code: far fewer places of a text look like it than like the start of a code. Its last group
says how many letters stand ahead: 3 for one, 4 for two, and so on."""
NUMBERED = re.compile(r"[A-Z]{1,3}-[A-Z]{2,}\d+")
DASHES = r"_\u2010-\u2015\u2212"
"""Signs that stand for the hyphen of a code where a word processor, or a slip, put them."""
_AFTER_LETTERS = r"(?<=[A-Z].)(?<![A-Z]{4}.)"
_UNDERSCORE = re.compile(rf"_{_AFTER_LETTERS}(?=[A-Z]{{2}})")
_APART = re.compile(rf"-(?=[A-Z]{{2,}}[ {DASHES}]\d){_AFTER_LETTERS}")
_DASH = re.compile(rf"[{DASHES}]{_AFTER_LETTERS}(?=[A-Z]{{2}})")
"""Found fast, the first two by their first sign; what is found may be a code that is oddly written."""
ODD_CODE = (
    rf"(?<![\w-])[A-Z]{{1,3}}(?:[{DASHES}][A-Z]{{2,}}(?:[- {DASHES}]?\d+)?"
    rf"|-[A-Z]{{2,}}[ {DASHES}]\d+(?=[),.;]|$))(?![\w-])"
)
_MARK = "[\"'`*]{0,3}"
"""What may stand around a code: quotes, and the marks of Markdown."""
_RANGE_SEPARATOR = rf"{_MARK}(?:\s+(?:to|through|thru|until|up\s+to)\s+|\s?[-\u2010-\u2015]\s?){_MARK}"
_LOWER_VARIANT = r"(?:-[a-z][a-z0-9]*)?"
_END_OF_NUMBER = r"(?![\w.]*\d)"


def codes_in(text: str) -> Iterator[tuple[int, str, str]]:
    """Every match of `CODE_IN_TEXT`, looked for at the hyphens: its offset, its base and the whole of it."""
    for match in _HYPHEN.finditer(text):
        start = match.start() + 2 - (match.lastindex or 0)
        base = text[start : match.end(1)]
        yield start, base, base + (match[2] or "")


def may_be_odd(text: str) -> bool:
    """Whether a text may hold a code that is oddly written."""
    signs = (_UNDERSCORE, _APART) if text.isascii() else (_DASH, _APART)
    return any(sign.search(text) for sign in signs)


def with_codes(text: str, renamed: Mapping[str, str]) -> str:
    """A text with the new code of each renamed one; a longer code, or one with a variant, is another code."""
    pieces, end = [], 0
    for start, _, code in codes_in(text):
        if code in renamed:
            pieces += [text[end:start], renamed[code]]
            end = start + len(code)
    return "".join((*pieces, text[end:]))


def implied_rubric(code: str) -> str:
    """The rubric that a benchmark belongs to where it states none: its code without number and variant."""
    return re.sub(r"\d+(-[a-z][a-z0-9]*)?$", "", code)


def component_of(code: str) -> str:
    """The letters ahead of a code's hyphen."""
    return code.split("-")[0]


def component_folder(code: str) -> str:
    """The folder that a component's benchmarks lie in, where none of them says otherwise."""
    return f"{component_of(code).lower()}-component"


class CodeRange(NamedTuple):
    """A range as a text has it, on one line and without marks, and the line where it begins."""

    line: int
    shown: str


def ranges_around(text: str, code: str) -> Iterator[CodeRange]:
    """The ranges of a text that a benchmark's code is an end of, or lies within.

    The second end may be written without its letters: `A-NEG1-3`.
    """
    rubric = implied_rubric(code)
    number = re.match(r"\d+", code.removeprefix(rubric))
    if number is None:
        return
    code_to = rf"{re.escape(rubric)}(\d{{1,6}})"
    pattern = (
        rf"(?<![\w-]){code_to}{_LOWER_VARIANT}{_RANGE_SEPARATOR}(?:{code_to}|(\d{{1,3}})){_END_OF_NUMBER}"
    )
    for match in re.finditer(pattern, text):
        low, high = sorted((int(match[1]), int(match[2] or match[3])))
        if low <= int(number[0]) <= high:
            yield CodeRange(
                text.count("\n", 0, match.start()) + 1, re.sub("[\"'`*]", "", " ".join(match[0].split()))
            )
