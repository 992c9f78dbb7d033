"""The extent of a value of one or several lines, and whether it is complete."""

from __future__ import annotations

import re
from typing import NamedTuple

from benchdocs.documents.syntax_errors.parse_failure import FIELD_LIKE, Advice, ParseFailure, width_of

_HEAD = re.compile(r"(?P<lead>[ ]*(?:-[ ]+|[\w.-]+[ ]*:[ ]+))(?P<value>[^\s#|>\[{&*!-].*)")
_NEXT = re.compile(r"[ ]*(?:-[ ]|[\w.]+[ ]*:(?:[ ]|$))")
_QUOTED_ENTRY = re.compile(r"[ ]*-[ ]+[\"']")
_SENTENCE = re.compile(r"[.!?\u2026][\"')\u201d\u2019]?$")
_MOST_LINES = 50
"""Most lines that a value has; an example has three."""


class Value(NamedTuple):
    """A value as it is written, over all of its lines."""

    start: int
    text: str
    is_entry: bool

    @property
    def end(self) -> int:
        """The offset after its last character."""
        return self.start + len(self.text)


def value_at(failure: ParseFailure) -> Value | None:
    """Return the value that the line at fault starts or continues."""
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
    """Return whether a line like an entry or field is not part of a text."""
    return not line.lstrip().startswith("- ") or width_of(line) <= width or bool(_QUOTED_ENTRY.match(line))


def unless_cut(failure: ParseFailure, value: Value, advice: Advice | None) -> Advice | None:
    """Leave out the edits for a missing quote where an entry's text may be incomplete or repeated.

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
