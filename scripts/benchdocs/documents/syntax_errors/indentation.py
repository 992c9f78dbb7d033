"""Errors in the alignment of fields and entries, and a value above a block."""

from __future__ import annotations

import re

from benchdocs.documents.syntax_errors.parse_failure import (
    BARE_FIELD,
    FIELD,
    FIELD_LIKE,
    Advice,
    ParseFailure,
    indented_by,
    read_events,
    reads_beyond,
    width_of,
)
from benchdocs.documents.text_file import edited, shorten

_KEY = re.compile(r"[ ]*(?P<key>[\w.-]+)[ ]*:(?:[ ]|$)")
_OPENING = "\"'[{|>&*!@`%"
_EMPTY_VALUES = ("{}", "[]", "~", "null", "none", "yes", "true", "on", "...")


def block_below_value(failure: ParseFailure) -> Advice | None:
    """Explain a field with both a value and a block of fields below it."""
    start, above = next(failure.lines_above(), (0, ""))
    field, inner = FIELD.match(above), _KEY.match(failure.line)
    if not field or not inner or inner["key"] in failure.fields or width_of(above) >= failure.indent:
        return None
    if inner["key"] in failure.names.inner and field["key"] in failure.names.inner:
        return None  # it is not below the field above, but out of line with it
    value, name = field["value"], f"`{field['key']}:`"
    is_empty = value.lower() in _EMPTY_VALUES
    if " #" in value or (value[0] in _OPENING and not is_empty):
        return None
    what = f"`{shorten(value)}` stands behind {name}, and a block of fields below it"
    hint, at = f"delete the `{shorten(value)}` behind {name}", start + field.start("value")
    edit = (start + len(field["lead"].rstrip()), at + len(value), "")
    if " " in value:
        hint += f", or write `{field['key']}: >`, and the whole text on the lines below"
    why_not = None if is_empty else "which of the two counts only you know"
    return failure.advise(what, hint, edit, offset=at, why_not=why_not)


def misaligned_line(failure: ParseFailure) -> Advice | None:
    """Explain a field or entry that is not aligned with the one above."""
    if not FIELD_LIKE.match(failure.line):
        return None
    is_entry = failure.line.lstrip().startswith("- ")
    is_known = not is_entry and _name(failure.line) in failure.fields
    has_inner = False
    for start, line in failure.lines_above():
        if not FIELD_LIKE.match(line) or line.lstrip().startswith("- ") is not is_entry:
            has_inner = _name(failure.line) in failure.names.inner
            continue
        width = width_of(line)
        if is_known and width and failure.indent:
            continue  # it belongs to the margin, where the fields of a block do not
        if is_known and width:
            return _field_above(failure, start, line)
        if width == failure.indent or (is_entry and _name(line)[2:] in failure.fields):
            return None
        if not (is_entry or is_known) and (width == 0 or (BARE_FIELD.match(line) and not has_inner)):
            return None  # there it would be a field of another block
        name = "the entry above" if is_entry else f"the field `{_name(line)}` above"
        what = f"this {'entry' if is_entry else 'field'} is not in line with {name}"
        offset = failure.start + failure.indent
        hint, edit = indented_by(width), (failure.start, offset, line[:width])
        advice = failure.advise(what, hint, edit, offset=offset)
        return advice if is_known else _unless_either(failure, advice, start, line)
    return None


def _field_above(failure: ParseFailure, start: int, line: str) -> Advice | None:
    """Explain an indented field above one at the margin, where it belongs itself."""
    if _name(line) not in failure.fields:
        return None
    offset = start + width_of(line)
    what = f"this field is not in line with the field `{_name(failure.line)}` below"
    return failure.advise(what, indented_by(0), (start, offset, ""), offset=offset)


def _name(line: str) -> str:
    return line.split(":")[0].strip()


def _unless_either(failure: ParseFailure, advice: Advice | None, start: int, line: str) -> Advice | None:
    """Return the advice for this line or the line above; without edits where either may be wrong."""
    width = width_of(line)
    other = (start, start + width, " " * failure.indent)
    if not reads_beyond(failure.text, [other], failure.end):
        return advice
    theirs = read_events(edited(failure.text, [other]))
    ours = read_events(edited(failure.text, advice.edits)) if advice else ([], 0)
    if advice and (ours == theirs or (ours[1] is None and theirs[1] is not None)):
        return advice
    if theirs[1] is None and ours[1] is not None:
        is_entry = line.lstrip().startswith("- ")
        below = "the entry below" if is_entry else f"the field `{_name(failure.line)}` below"
        what = f"this {'entry' if is_entry else 'field'} is not in line with {below}"
        return Advice(start + width, indented_by(failure.indent), (other,), what=what)
    if advice is None:
        return None
    return advice._replace(edits=(), why_not="which of the two lines is out of line only you know")


def block_field_at_margin(failure: ParseFailure) -> Advice | None:
    """Explain a field of a block at the margin, above the rest of its block."""
    if (
        not failure.indent
        or not FIELD_LIKE.match(failure.line)
        or _name(failure.line) not in failure.names.inner
    ):
        return None
    for start, line in failure.lines_above():
        if not FIELD_LIKE.match(line) or width_of(line):
            continue
        if _name(line) not in failure.names.inner - failure.fields:
            return None
        what = f"this field is not in line with the field `{_name(failure.line)}` below"
        edit = (start, start, " " * failure.indent)
        return failure.advise(what, indented_by(failure.indent), edit, offset=start)
    return None
