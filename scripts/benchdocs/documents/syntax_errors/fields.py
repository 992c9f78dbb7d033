"""Errors at a field's name and colon: marks around the name, no colon or space, another character instead."""

import re
from collections.abc import Iterator
from itertools import takewhile

from benchdocs.documents.syntax_errors.parse_failure import Advice, Edit, Line, ParseFailure
from benchdocs.documents.text_file import shorten

COLON_LIKE = r":=|=>|[-=]>|\u2192|\u21d2|[:\uff1a\ufe55\ufe30\u2236\ua789=]"
"""What authors write for a colon, including the colon itself."""
_NO_SPACE = re.compile(r"(?P<lead>[ ]*(?P<key>[A-Za-z_]\w*|\d[\d.]*):)(?P<value>[^\s:/](?:.*[^ ])?)[ ]*$")
_OTHER_CHARACTER = re.compile(
    r"(?P<lead>[ ]*(?P<key>[A-Za-z_]\w*|\d[\d.]*))[ ]*"
    rf"(?P<mark>(?!:[^=])(?:{COLON_LIKE})|(?<= )[-\u2013\u2014](?= [\"']))[ ]*(?P<value>\S(?:.*[^ ])?)[ ]*$"
)
_ABSENT = re.compile(
    r"(?P<lead>[ ]*(?P<key>[a-z]+(?:_[a-z]+)*|\d+(?:\.\d+)?))(?:[ ]+(?P<value>[^\s:=](?:.*[^ ])?))?[ ]*$"
)
_UNAMBIGUOUS_COLONS = ":==\uff1a\ufe55\ufe30\u2236\ua789"
_SENTENCE_VERB = re.compile(
    r"(?:is|are|was|were|has|have|may|can|must|will|should|of|in|on|for|from|to|and|or|that|which)\b"
)
"""Words after the first word of a sentence, which then names no field."""
_NUMBER = re.compile(r"[0-9]*\.?[0-9]+$")


def _in_place(mark: str) -> str:
    """Describe a character in the place of a colon."""
    code = "" if mark.isascii() else f" (U+{ord(mark[0]):04X})"
    return f"a `{mark}`{code} is used instead of a colon"


def has_field(failure: ParseFailure, name: str) -> bool:
    """Return whether the text has a field at the margin."""
    return bool(re.search(rf"^{re.escape(name)}[ ]*:(?:[ ]|\r?$)", failure.text, re.MULTILINE))


def colon_errors(failure: ParseFailure) -> Iterator[Advice | None]:
    """Yield errors at the colon of the line at fault, or of the lines right above it.

    To the parser, a line without a proper colon below the name of a block is text; it stops only at the
    colon of the next line.
    """
    if found := _colon_error(failure, failure.own):
        yield failure.advise(*found)
    near = takewhile(lambda line: line.width == failure.indent, failure.above)
    errors = list(takewhile(bool, (_colon_error(failure, line) for line in near)))
    if wrong := [error for error in errors if error]:
        what, hint, _ = wrong[-1]
        top = failure.above[len(wrong) - 1]
        yield failure.advise(what, hint, *(edit for _, _, edit in wrong), offset=top.inner)


def _colon_error(failure: ParseFailure, line: Line) -> tuple[str, str, Edit] | None:
    """Return what is wrong with the colon of a line, what to write, and the edit."""
    match = _NO_SPACE.match(line.text)
    if match and match["value"][0] != "#":
        at = line.start + match.end("lead")
        return "there is no space after the colon", _corrected(match), (at, at, " ")
    match = _OTHER_CHARACTER.match(line.text)
    is_own = line == failure.own and match and match["mark"] in _UNAMBIGUOUS_COLONS
    if match and (is_own or _names_a_field(failure, match)):
        edit = (line.start + match.end("lead"), line.start + match.start("value"), ": ")
        return _in_place(match["mark"]), _corrected(match), edit
    match = _ABSENT.match(line.text)
    if match and _names_a_field(failure, match):
        at = line.start + match.end("lead")
        return f"there is no colon after `{match['key']}`", _corrected(match), (at, at, ":")
    return None


def _corrected(match: re.Match[str]) -> str:
    value = f" {match['value']}" if match["value"] else ""
    return f"write `{shorten(match['key'] + ':' + value)}`"


def _names_a_field(failure: ParseFailure, match: re.Match[str]) -> bool:
    """Return whether the first word of a line can only be a field's name or a level, and not start a text."""
    key, value = match["key"], match["value"] or ""
    if key[0].isdigit():
        return value.startswith(("'", '"'))
    if _SENTENCE_VERB.match(value):
        return False
    is_known = key in failure.fields and match["lead"] == key and not has_field(failure, key)
    return is_known or "_" in key or bool(_NUMBER.match(value))
