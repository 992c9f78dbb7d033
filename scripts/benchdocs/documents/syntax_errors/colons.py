"""Slips at a field's colon: it is absent, another sign stands there, or no space stands behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchdocs.documents.syntax_errors.names import COLON_LIKE, in_place_of_colon, stands
from benchdocs.documents.syntax_errors.parse_failure import Place, Slip, width_of
from benchdocs.documents.text_file import shorten

_TIGHT = re.compile(r"(?P<lead>[ ]*(?P<key>[A-Za-z_]\w*|\d[\d.]*):)(?P<value>[^\s:/](?:.*[^ ])?)[ ]*$")
_OTHER_SIGN = re.compile(
    r"(?P<lead>[ ]*(?P<key>[A-Za-z_]\w*|\d[\d.]*))[ ]*"
    rf"(?P<sign>(?!:[^=])(?:{COLON_LIKE})|(?<= )[-\u2013\u2014](?= [\"']))[ ]*(?P<value>\S(?:.*[^ ])?)[ ]*$"
)
_ABSENT = re.compile(
    r"(?P<lead>[ ]*(?P<key>[a-z]+(?:_[a-z]+)*|\d+(?:\.\d+)?))(?:[ ]+(?P<value>[^\s:=](?:.*[^ ])?))?[ ]*$"
)
_SELDOM_ELSEWHERE = ":==\uff1a\ufe55\ufe30\u2236\ua789"
_GOES_ON = re.compile(
    r"(?:is|are|was|were|has|have|may|can|must|will|should|of|in|on|for|from|to|and|or|that|which)\b"
)
"""How a sentence goes on behind its first word, which then names no field."""
_NUMBER = re.compile(r"[0-9]*\.?[0-9]+$")


def of_colons(place: Place) -> Iterator[Slip]:
    """Slips at the colon of the line at fault, or of the lines right above it.

    Below the name of a block, a line without a proper colon is a text to the parser, which goes on and stops
    only at the next line's colon.
    """
    if slip := _of_comment_sign(place):
        yield slip
    if found := _in_line(place, place.start, place.line):
        what, hint, edit = found
        yield from filter(None, [place.mended(what, hint, edit)])
    edits, top = [], None
    for start, line in place.before():
        found = _in_line(place, start, line) if width_of(line) == place.indent else None
        if found is None:
            break
        what, hint, edit = found
        edits.append(edit)
        top = start + place.indent
    if edits:
        yield from filter(None, [place.mended(what, hint, *edits, offset=top)])


def _in_line(place: Place, start: int, line: str) -> tuple[str, str, tuple[int, int, str]] | None:
    """What is wrong with the colon of a line, what to write, and the edit."""
    match = _TIGHT.match(line)
    if match and match["value"][0] != "#":
        at = start + match.end("lead")
        return "there is no space behind the colon", _right(match), (at, at, " ")
    match = _OTHER_SIGN.match(line)
    is_likely = match and (match["sign"] in _SELDOM_ELSEWHERE or _names_a_field(place, match))
    if match and is_likely and (start == place.start or _names_a_field(place, match)):
        edit = (start + match.end("lead"), start + match.start("value"), ": ")
        return in_place_of_colon(match["sign"]), _right(match), edit
    match = _ABSENT.match(line)
    if match and _names_a_field(place, match):
        at = start + match.end("lead")
        return f"there is no colon behind `{match['key']}`", _right(match), (at, at, ":")
    return None


def _of_comment_sign(place: Place) -> Slip | None:
    """A `#` right behind a colon, which is part of the name to YAML, and no value behind a space."""
    match = _TIGHT.match(place.line)
    value = match["value"].lstrip("# ") if match else ""
    if not match or match["value"][0] != "#" or not value:
        return None
    at = place.start + match.end("lead")
    hint = f"write `{shorten(match['key'] + ': ' + value)}`"
    if match["key"] not in place.names.plain:
        hint += ", or put a space ahead of the `#` if it opens a comment"
    why_not = "whether a value or a comment stands behind the `#` only you know"
    return Slip(at, hint, (), why_not, f"a `#` stands right behind the colon of `{match['key']}`")


def _right(match: re.Match[str]) -> str:
    value = f" {match['value']}" if match["value"] else ""
    return f"write `{shorten(match['key'] + ':' + value)}`"


def _names_a_field(place: Place, match: re.Match[str]) -> bool:
    """Whether the first word of a line can only be a field's name, or a level, and not open a text."""
    key, value = match["key"], match["value"] or ""
    if key[0].isdigit():
        return value.startswith(("'", '"'))
    if _GOES_ON.match(value):
        return False
    is_known = key in place.fields and match["lead"] == key and not stands(place, key)
    return is_known or "_" in key or bool(_NUMBER.match(value))
