"""Slips at a field's colon: it is absent, another sign stands there, or no space stands behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchdocs.slips.place import Place, Slip, width_of
from benchdocs.textfile import shorten

_TIGHT = re.compile(r"(?P<lead>[ ]*(?P<key>[A-Za-z_]\w*|\d[\d.]*):)(?P<value>[^\s:/].*?)[ ]*$")
_EQUALS = re.compile(r"(?P<lead>[ ]*(?P<key>[A-Za-z_]\w*))[ ]*=[ ]*(?P<value>\S.*?)[ ]*$")
_ABSENT = re.compile(
    r"(?P<lead>[ ]*(?P<key>[a-z]+(?:_[a-z]+)*|\d+(?:\.\d+)?))(?:[ ]+(?P<value>[^\s:=].*?))?[ ]*$"
)
_NUMBER = re.compile(r"[0-9]*\.?[0-9]+$")


def of_colons(place: Place) -> Iterator[Slip]:
    """Slips at the colon of the line at fault, or of the lines right above it.

    Below the name of a block, a line without a proper colon is a text to the parser, which goes on and stops
    only at the next line's colon.
    """
    if match := _EQUALS.match(place.line):
        edit = (place.start + match.end("lead"), place.start + match.start("value"), ": ")
        what, hint = "a `=` stands where a colon belongs", _right(match)
        yield from filter(None, [place.mended(what, hint, edit)])
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
    if match := _TIGHT.match(line):
        at = start + match.end("lead")
        return "there is no space behind the colon", _right(match), (at, at, " ")
    match = _ABSENT.match(line)
    if match and _names_a_field(place, match):
        at = start + match.end("lead")
        return f"there is no colon behind `{match['key']}`", _right(match), (at, at, ":")
    return None


def _right(match: re.Match[str]) -> str:
    value = f" {match['value']}" if match["value"] else ""
    return f"write `{shorten(match['key'] + ':' + value)}`"


def _names_a_field(place: Place, match: re.Match[str]) -> bool:
    """Whether the first word of a line can only be a field's name, or a level, and not open a text."""
    key, value = match["key"], match["value"] or ""
    if key[0].isdigit():
        return value.startswith(("'", '"'))
    is_known = key in place.fields and match["lead"] == key
    return is_known or "_" in key or bool(_NUMBER.match(value))
