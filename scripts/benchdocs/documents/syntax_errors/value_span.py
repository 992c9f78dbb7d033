"""Where a value stands that may take up several lines, and whether it is whole."""

from __future__ import annotations

import re
from typing import NamedTuple

from benchdocs.documents.syntax_errors.parse_failure import FIELD_LIKE, Advice, ParseFailure, width_of

_HEAD = re.compile(r"(?P<lead>[ ]*(?:-[ ]+|[\w.-]+[ ]*:[ ]+))(?P<value>[^\s#|>\[{&*!-].*)")
_NEXT = re.compile(r"[ ]*(?:-[ ]|[\w.]+[ ]*:(?:[ ]|$))")
_QUOTED_ENTRY = re.compile(r"[ ]*-[ ]+[\"']")
_SENTENCE = re.compile(r"[.!?\u2026][\"')\u201d\u2019]?$")
_MOST_LINES = 50
"""Lines that a value has at most; an example has three."""


class Value(NamedTuple):
    """A value as it stands in the text, from its first sign to its last, over all of its lines."""

    start: int
    text: str
    is_entry: bool

    @property
    def end(self) -> int:
        """The offset behind its last sign."""
        return self.start + len(self.text)


def value_at(failure: ParseFailure) -> Value | None:
    """The value that the line at fault begins or goes on with."""
    start, line = failure.start, failure.line
    above = failure.lines_above()
    for _ in range(_MOST_LINES):
        match = _HEAD.match(line)
        if match and (start == failure.start or width_of(line) < failure.indent):
            break
        if start != failure.start and FIELD_LIKE.match(line):
            return None
        start, line = next(above, (-1, ""))
        if start < 0:
            return None
    else:
        return None
    begin, end = start + match.start("value"), start + len(line.rstrip())
    width = width_of(line)
    for below in failure.text[start:].split("\n")[1 : _MOST_LINES + 1]:
        if not below.strip() or width_of(below) <= width or (_NEXT.match(below) and _is_next(below, width)):
            break
        end = failure.text.index(below, end) + len(below.rstrip())
    return Value(begin, failure.text[begin:end].rstrip(), line.lstrip().startswith("- "))


def _is_next(line: str, width: int) -> bool:
    """Whether a line that looks like an entry or field is none of the words of a text."""
    return not line.lstrip().startswith("- ") or width_of(line) <= width or bool(_QUOTED_ENTRY.match(line))


def unless_cut(failure: ParseFailure, value: Value, advice: Advice | None) -> Advice | None:
    """The slip of a missing quote; without edits where the text of an entry may go on, or was begun twice.

    A text is whole if it ends as sentences do, or is one word.
    """
    if advice is None or not value.is_entry:
        return advice
    first, below = value.text.split("\n", 1)[0].strip(), failure.text[value.end :].lstrip("\r\n -")
    is_repeated = len(first) > 1 and below.startswith(first)
    if not is_repeated and (_SENTENCE.search(value.text) or " " not in value.text):
        return advice
    hint = 'write `"` where the text ends, which breaks off here; if the entry is left over, delete it'
    return advice._replace(hint=hint, edits=(), why_not="where it ends only you know")
