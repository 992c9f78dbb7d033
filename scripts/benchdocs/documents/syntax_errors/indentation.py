"""Slips in how fields and entries stand to each other: one is out of line, or stands below a value."""

from __future__ import annotations

import re

from benchdocs.documents.syntax_errors.parse_failure import (
    BARE_FIELD,
    FIELD,
    FIELD_LIKE,
    Place,
    Slip,
    gets_beyond,
    indented_by,
    read_events,
    width_of,
)
from benchdocs.documents.text_file import edited, shorten

_KEY = re.compile(r"[ ]*(?P<key>[\w.-]+)[ ]*:(?:[ ]|$)")
_OPENING = "\"'[{|>&*!@`%"
_SAYS_NOTHING = ("{}", "[]", "~", "null", "none", "yes", "true", "on", "...")


def of_block_below_value(place: Place) -> Slip | None:
    """A field that holds a value and has a block of fields below it."""
    start, above = next(place.before(), (0, ""))
    field, inner = FIELD.match(above), _KEY.match(place.line)
    if not field or not inner or inner["key"] in place.fields or width_of(above) >= place.indent:
        return None
    if inner["key"] in place.names.inner and field["key"] in place.names.inner:
        return None  # it is not below the field above, but out of line with it
    value, name = field["value"], f"`{field['key']}:`"
    says_nothing = value.lower() in _SAYS_NOTHING
    if " #" in value or (value[0] in _OPENING and not says_nothing):
        return None
    what = f"`{shorten(value)}` stands behind {name}, and a block of fields below it"
    hint, at = f"delete the `{shorten(value)}` behind {name}", start + field.start("value")
    edit = (start + len(field["lead"].rstrip()), at + len(value), "")
    if " " in value:
        hint += f", or write `{field['key']}: >`, and the whole text on the lines below"
    why_not = None if says_nothing else "which of the two counts only you know"
    return place.mended(what, hint, edit, offset=at, why_not=why_not)


def of_indent(place: Place) -> Slip | None:
    """A field or entry that is not in line with the one above."""
    if not FIELD_LIKE.match(place.line):
        return None
    is_entry = place.line.lstrip().startswith("- ")
    is_known = not is_entry and _name(place.line) in place.fields
    has_inner = False
    for start, line in place.before():
        if not FIELD_LIKE.match(line) or line.lstrip().startswith("- ") is not is_entry:
            has_inner = _name(place.line) in place.names.inner
            continue
        width = width_of(line)
        if is_known and width and place.indent:
            continue  # it belongs to the margin, where the fields of a block do not
        if is_known and width:
            return _of_field_above(place, start, line)
        if width == place.indent or (is_entry and _name(line)[2:] in place.fields):
            return None
        if not (is_entry or is_known) and (width == 0 or (BARE_FIELD.match(line) and not has_inner)):
            return None  # there it would be a field of another block
        name = "the entry above" if is_entry else f"the field `{_name(line)}` above"
        what = f"this {'entry' if is_entry else 'field'} is not in line with {name}"
        offset = place.start + place.indent
        hint, edit = indented_by(width), (place.start, offset, line[:width])
        slip = place.mended(what, hint, edit, offset=offset)
        return slip if is_known else _unless_either(place, slip, start, line)
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


def _unless_either(place: Place, slip: Slip | None, start: int, line: str) -> Slip | None:
    """The slip, or the one of the line above; without its edits where either could be the wrong one."""
    width = width_of(line)
    other = (start, start + width, " " * place.indent)
    if not gets_beyond(place.text, [other], place.end):
        return slip
    theirs = read_events(edited(place.text, [other]))
    ours = read_events(edited(place.text, slip.edits)) if slip else ([], 0)
    if slip and (ours == theirs or (ours[1] is None and theirs[1] is not None)):
        return slip
    if theirs[1] is None and ours[1] is not None:
        is_entry = line.lstrip().startswith("- ")
        below = "the entry below" if is_entry else f"the field `{_name(place.line)}` below"
        what = f"this {'entry' if is_entry else 'field'} is not in line with {below}"
        return Slip(start + width, indented_by(place.indent), (other,), what=what)
    if slip is None:
        return None
    return slip._replace(edits=(), why_not="which of the two lines is out of line only you know")


def of_field_of_block_at_margin(place: Place) -> Slip | None:
    """A field of a block that stands at the margin, above the rest of its block."""
    if not place.indent or not FIELD_LIKE.match(place.line) or _name(place.line) not in place.names.inner:
        return None
    for start, line in place.before():
        if not FIELD_LIKE.match(line) or width_of(line):
            continue
        if _name(line) not in place.names.inner - place.fields:
            return None
        what = f"this field is not in line with the field `{_name(place.line)}` below"
        edit = (start, start, " " * place.indent)
        return place.mended(what, indented_by(place.indent), edit, offset=start)
    return None
