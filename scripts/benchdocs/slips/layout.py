"""Slips in how fields and entries stand to each other: one is out of line, or stands below a value."""

from __future__ import annotations

import re

from benchdocs.slips.place import (
    FIELD,
    FIELD_LIKE,
    Place,
    Slip,
    gets_beyond,
    indented_by,
    read_events,
    width_of,
)
from benchdocs.textfile import edited, shorten

_KEY = re.compile(r"[ ]*(?P<key>[\w.-]+)[ ]*:(?:[ ]|$)")
_BARE_FIELD = re.compile(r"(?P<lead>[ ]*(?P<key>[\w.-]+):)[ ]*$")
_OPENING = "\"'[{|>&*!@`%"
_SAYS_NOTHING = ("{}", "[]", "~", "null", "none", "yes", "true", "on", "...")


def of_block_below_value(place: Place) -> Slip | None:
    """A field that holds a value and has a block of fields below it."""
    start, above = next(place.before(), (0, ""))
    field, inner = FIELD.match(above), _KEY.match(place.line)
    if not field or not inner or inner["key"] in place.fields or width_of(above) >= place.indent:
        return None
    value, name = field["value"], f"`{field['key']}:`"
    says_nothing = value.lower() in _SAYS_NOTHING
    if " #" in value or (value[0] in _OPENING and not says_nothing):
        return None
    what = f"`{shorten(value)}` stands behind {name}, and a block of fields below it"
    hint, at = f"delete the `{shorten(value)}` behind {name}", start + field.start("value")
    edit = (start + len(field["lead"].rstrip()), at + len(value), "")
    slip = place.mended(what, hint, edit, offset=at)
    if slip and " " in value:
        hint += f", or write `{field['key']}: >`, and the whole text on the lines below"
        slip = slip._replace(hint=hint)
    if slip and not says_nothing:
        return slip._replace(edits=(), why_not="which of the two counts only you know")
    return slip


def of_indent(place: Place) -> Slip | None:
    """A field or entry that is not in line with the one above."""
    if not FIELD_LIKE.match(place.line):
        return None
    is_entry = place.line.lstrip().startswith("- ")
    is_known = not is_entry and _name(place.line) in place.fields
    for start, line in place.before():
        if not FIELD_LIKE.match(line) or line.lstrip().startswith("- ") is not is_entry:
            continue
        width = width_of(line)
        if is_known and width and place.indent:
            continue  # it belongs to the margin, where the fields of a block do not
        if is_known and width:
            return _of_field_above(place, start, line)
        if width == place.indent:
            return None
        if not (is_entry or is_known) and (width == 0 or _BARE_FIELD.match(line)):
            return None  # there it would be a field of another block
        name = "the entry above" if is_entry else f"the field `{_name(line)}` above"
        what = f"this {'entry' if is_entry else 'field'} is not in line with {name}"
        offset = place.start + place.indent
        hint, edit = indented_by(width), (place.start, offset, line[:width])
        slip = place.mended(what, hint, edit, offset=offset)
        return slip if is_known else _unless_either(place, slip, (start, start + width, " " * place.indent))
    return None


def _of_field_above(place: Place, start: int, line: str) -> Slip | None:
    """A field above one that stands at the margin, where it belongs itself."""
    if _name(line) not in place.fields:
        return None
    offset = start + width_of(line)
    what = f"this field is not in line with the field `{_name(place.line)}` below"
    return place.mended(what, indented_by(0), (start, offset, ""), offset=offset)


def _name(line: str) -> str:
    return line.split(":")[0].strip()


def _unless_either(place: Place, slip: Slip | None, other: tuple[int, int, str]) -> Slip | None:
    """The slip, without its edits where the line above could be the wrong one, and say something else."""
    if slip is None or not gets_beyond(place.text, [other], place.end):
        return slip
    if read_events(edited(place.text, slip.edits)) == read_events(edited(place.text, [other])):
        return slip
    return slip._replace(edits=(), why_not="which of the two lines is out of line only you know")
