"""Ranges of codes in texts (`A-NEG1 to A-NEG3`), which name codes that are not written in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from benchdocs.suite import implied_rubric

_MARK = "[\"'`*]{0,3}"
"""What may stand around a code: quotes, and the marks of Markdown."""
_BETWEEN = rf"{_MARK}(?:\s+(?:to|through|thru|until|up\s+to)\s+|\s?[-\u2010-\u2015]\s?){_MARK}"
_VARIANT = r"(?:-[a-z][a-z0-9]*)?"
_NO_MORE = r"(?![\w.]*\d)"


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
    pattern = rf"(?<![\w-]){code_to}{_VARIANT}{_BETWEEN}(?:{code_to}|(\d{{1,3}})){_NO_MORE}"
    for match in re.finditer(pattern, text):
        low, high = sorted((int(match[1]), int(match[2] or match[3])))
        if low <= int(number[0]) <= high:
            yield CodeRange(
                text.count("\n", 0, match.start()) + 1, re.sub("[\"'`*]", "", " ".join(match[0].split()))
            )
