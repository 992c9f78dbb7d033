"""Errors at the name of a field at the margin: marks around it, or another character for its colon."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchdocs.documents.syntax_errors.parse_failure import Advice, ParseFailure, width_of
from benchdocs.documents.text_file import shorten

COLON_LIKE = r":=|=>|[-=]>|\u2192|\u21d2|[:\uff1a\ufe55\ufe30\u2236\ua789=]"
"""What authors write for a colon, including the colon itself."""
_NAMED = re.compile(
    r"(?P<open>[^\w\n]{0,12})(?P<key>[A-Za-z]\w*)(?P<close>[^\w\s:=\uff1a\ufe55\ufe30\u2236\ua789|;-]{0,3})"
    rf"[ ]*(?P<colon>{COLON_LIKE}|[|;]|(?<= )[-\u2013\u2014](?= ))(?P<rest>.*)$"
)
_CLOSING_MARKS = re.compile("[*_`~'\"\u201d\u2019]+[ ]+")
_PAIRS = {"(": ")", "[": "]", "{": "}", "|": "|"}
_DASHED = re.compile(r"-[ ]+(?P<key>[a-z][a-z_]*):(?:[ ]|$)")
_PLAIN_VALUE = re.compile(r"[\w./\"'-]+$")
_WEAK = ("|", ";", "-", "\u2013", "\u2014")
_TABBED = re.compile(r"[ ]*\t[ \t]*(?P<key>[a-z][a-z_]*):(?:[ ]|\r?$)", re.MULTILINE)
_BARE = re.compile(r"[ ]*[\w.-]+[ ]*:[ ]*$")


def name_errors(failure: ParseFailure) -> Iterator[Advice | None]:
    """Yield errors at the name of a known field at the margin."""
    yield _dashed_fields(failure)
    yield _marked_name(failure)


def _marked_name(failure: ParseFailure) -> Advice | None:
    """Explain a name with marks around it, or followed by another character than a colon."""
    match = _NAMED.match(failure.line)
    key = match["key"] if match else ""
    name = key if key in failure.fields else key.lower()
    if not match or width_of(failure.line) or name not in failure.fields or has_field(failure, name):
        return None
    value = _without_marks(match["rest"], match["open"])
    is_plain = not (match["open"] or match["close"]) and match["colon"] == ":"
    if is_plain or (match["colon"] in _WEAK and not _PLAIN_VALUE.match(value)):
        return None
    right = f"{name}: {value}" if value else f"{name}:"
    if match["open"].strip() or match["close"].strip():
        what = f"signs stand around the name of the field `{name}`"
    else:
        what = in_place_of_colon(match["colon"])
    edit = (failure.start, failure.start + len(failure.line), right)
    return failure.advise(what, f"write `{shorten(right)}`", edit, offset=failure.start)


def in_place_of_colon(mark: str) -> str:
    """Describe a character in the place of a colon."""
    code = "" if mark.isascii() else f" (U+{ord(mark[0]):04X})"
    return f"a `{mark}`{code} stands where a colon belongs"


def _without_marks(rest: str, opened: str) -> str:
    """Return the value after a colon, without the marks that close those before the name."""
    value = rest.strip()
    if marks := _CLOSING_MARKS.match(value):
        value = value[marks.end() :] if opened.strip() else value
    for mark in reversed(opened.replace(" ", "")):
        closing = _PAIRS.get(mark, mark if mark in "*_`~" else "")
        if closing and value.endswith(closing):
            value = value[: -len(closing)].rstrip()
    return value


def _dashed_fields(failure: ParseFailure) -> Advice | None:
    """Explain fields after a `-`, as if they were entries of a list."""
    lines = [(failure.start, failure.line), *failure.lines_above()]
    own = _is_dashed_field(failure, failure.line)
    if not own:
        first = [(start, line) for start, line in lines if not line.startswith("#")][-1:]
        lines = first if failure.problem.startswith("did not find expected '-'") else []
        own = bool(lines) and _is_dashed_field(failure, lines[0][1])
    elif len(lines) > 1 and lines[1][1].startswith("- ") and not _is_dashed_field(failure, lines[1][1]):
        return None
    if not own:
        return None
    found = sorted((start, line) for start, line in lines if _is_dashed_field(failure, line))
    edits = [(start, start + line.index(line.lstrip("- ")), "") for start, line in found]
    at, line = found[0]
    name = line.lstrip("- ").split(":")[0]
    what = f"a `-` stands ahead of the field `{name}`, which is no entry of a list"
    return failure.advise(what, "delete the `- `", *edits, offset=at)


def _is_dashed_field(failure: ParseFailure, line: str) -> bool:
    match = _DASHED.match(line)
    return match is not None and match["key"] in failure.fields


def tab_before_field(failure: ParseFailure) -> Advice | None:
    """Explain a tab before a field that belongs to the margin."""
    match = _TABBED.match(failure.line)
    above = next(failure.lines_above(), (0, ""))[1]
    if (
        not match
        or match["key"] not in failure.fields
        or has_field(failure, match["key"])
        or _BARE.match(above)
    ):
        return None
    found = [tabbed for tabbed in _TABBED.finditer(failure.text) if tabbed["key"] in failure.fields]
    edits = [(tabbed.start(), tabbed.start("key"), "") for tabbed in found]
    what = f"a tab stands ahead of the field `{match['key']}`, which belongs to the margin"
    return failure.advise(
        what, "delete the tab, and write no space in its place", *edits, offset=failure.start
    )


def has_field(failure: ParseFailure, name: str) -> bool:
    """Return whether the text has a field at the margin."""
    return bool(re.search(rf"^{re.escape(name)}[ ]*:(?:[ ]|\r?$)", failure.text, re.MULTILINE))
