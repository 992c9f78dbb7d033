"""Slips in a value without quotes: it needs them, or holds what is no part of it, as a field joined to it."""

from __future__ import annotations

import re
from itertools import islice

from benchdocs.documents.syntax_errors.field_names import INNER_FIELDS, PLAIN_FIELDS
from benchdocs.documents.syntax_errors.parse_failure import BARE_FIELD, FIELD_LIKE, Place, Slip, width_of
from benchdocs.documents.text_file import shorten

_JOINED = re.compile(r"(?<![\w.-])(?P<key>[a-z][a-z_]*)[ ]?:(?=[ ]|$)")
_BRACKET = re.compile(r"(?:\[[^\[\]{},#]*\]|\{[^\[\]{},#]*\})[ ]*[^\s#,\]}][^#]*$")
_SIGNS = "@`%*&!"
_MOST_LINES = 200
"""Lines above an entry within which the name of its list is looked for."""


def of_bare_value(place: Place, match: re.Match[str]) -> Slip | None:
    """A value that is no text to YAML without quotes around it."""
    value, start = match["value"], place.start + match.start("value")
    bracket = _BRACKET.match(value)
    if bracket:
        what = f"starts with `{value[0]}`"
    elif " #" in value or value[0] in "[{" or not is_single(place):
        return None
    elif value[0] in _SIGNS or value.startswith("- "):
        sign = "- " if value.startswith("- ") else value[0]
        what = "starts with a backtick" if sign == "`" else f"starts with `{sign}`"
    elif ": " in value:
        what = "holds `: `"
    else:
        return None
    name = _field_of(place, match)
    if name in PLAIN_FIELDS:
        hint = f"write the value of `{name}` alone, without signs and without `: `"
        why_not = "which value is meant only you know"
        return Slip(start, hint, (), why_not, f"the value of `{name}` {what}")
    new = _quoted(value)
    offset = start if bracket else None
    hint = f"put quotes around it: `{shorten(new)}`"
    edit = (start, start + len(value), new)
    return place.mended(f"a text without quotes {what}", hint, edit, offset=offset)


def of_joined_field(place: Place, match: re.Match[str]) -> Slip | None:
    """A field on the line of another field's value, behind which it may have been meant to stand."""
    value, start = match["value"], place.start + match.start("value")
    joined = next((found for found in _JOINED.finditer(value) if _is_field(place, found["key"])), None)
    if joined is None or value[0] in "\"'" or not is_single(place):
        return None
    at = start + joined.start()
    field = shorten(value[joined.start() :].split("\n")[0])
    what = f"the field `{joined['key']}` stands on the line of another field"
    hint = f"put `{field}` on a line of its own"
    if _field_of(place, match) not in PLAIN_FIELDS:
        hint += "; if it belongs to the text, put quotes around the whole text"
    slip = place.mended(what, hint, (at, at, place.newline + " " * place.indent), offset=at)
    why_not = "whether it is a field or belongs to the text only you know"
    return slip._replace(edits=(), why_not=why_not) if slip else None


def _is_field(place: Place, name: str) -> bool:
    return name in place.fields or name in INNER_FIELDS


def _field_of(place: Place, match: re.Match[str]) -> str:
    """The name of the field of a value, or of the list that an entry belongs to."""
    if "key" in match.groupdict():
        return match["key"]
    for _, line in islice(place.before(), _MOST_LINES):
        if (bare := BARE_FIELD.match(line)) and width_of(line) <= place.indent:
            return bare["key"]
    return ""


def is_single(place: Place) -> bool:
    """Whether the line below opens a field or entry of its own, so that the text ends with its line."""
    below = place.text[place.end + 1 :].lstrip("\r\n")
    return not below.strip() or bool(FIELD_LIKE.match(below)) or width_of(below) <= place.indent


def _quoted(value: str) -> str:
    """The text in double quotes, or in single ones where it holds double ones."""
    if '"' in value or "\\" in value:
        return "'" + value.replace("'", "''") + "'"
    return f'"{value}"'
