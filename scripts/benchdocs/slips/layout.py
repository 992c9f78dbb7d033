"""Slips in how lines stand to each other: a field out of line, a text that is not indented."""

from __future__ import annotations

import re

from benchdocs.slips.place import FIELD_LIKE, Place, Slip, gets_beyond, read_events
from benchdocs.textfile import edited

_FIELD = re.compile(r"(?P<lead>[ ]*(?P<key>[\w.-]+)[ ]*:[ ]+)(?P<value>\S.*?)[ ]*$")
_BARE_FIELD = re.compile(r"(?P<lead>[ ]*(?P<key>[\w.-]+):)[ ]*$")
_OPENED_TEXT = re.compile(r"[ ]*(?P<key>[\w.-]+):[ ]+(?P<sign>[>|])[+-]?[ ]*$")


def of_text_not_indented(place: Place) -> Slip | None:
    """Lines of a text that stand at the margin below its `>`."""
    above = next(place.before(), None)
    opened = _OPENED_TEXT.match(above[1]) if above else None
    if not opened or place.line.startswith(" "):
        return None
    edits = []
    for match in re.compile(r"^(?=[^\r\n])", re.MULTILINE).finditer(place.text, place.start):
        if FIELD_LIKE.match(place.text, match.start()):
            break
        if place.text[match.start()] == " ":
            return None
        edits.append((match.start(), match.start(), "  "))
    name = f"`{opened['key']}: {opened['sign']}`"
    hint = f"write two spaces ahead of each line of the text below {name}"
    return place.mended(f"the text below {name} is not indented", hint, *edits)


def of_indent(place: Place) -> Slip | None:
    """A field or entry that is not in line with the one above."""
    if not FIELD_LIKE.match(place.line):
        return None
    indent = len(place.line) - len(place.line.lstrip(" "))
    is_entry = place.line.lstrip().startswith("- ")
    for start, line in place.before():
        if not FIELD_LIKE.match(line) or line.lstrip().startswith("- ") is not is_entry:
            continue
        width = len(line) - len(line.lstrip(" "))
        name = "the entry above" if is_entry else f"the field `{line.split(':')[0].strip()}` above"
        what = f"this {'entry' if is_entry else 'field'} is not in line with {name}"
        if width != indent:
            offset = place.start + indent
            hint, edit = f"write {_spaces(width)} ahead of it", (place.start, offset, line[:width])
            slip = place.mended(what, hint, edit, offset=offset)
            return _unless_either(place, slip, (start, start + width, " " * indent))
        return None
    return None


def _unless_either(place: Place, slip: Slip | None, other: tuple[int, int, str]) -> Slip | None:
    """The slip, without its edits where the line above could be the wrong one, and say something else."""
    if slip is None or not gets_beyond(place.text, [other], place.end):
        return slip
    if read_events(edited(place.text, slip.edits)) == read_events(edited(place.text, [other])):
        return slip
    return slip._replace(edits=(), why_not="which of the two lines is out of line only you know")


def _spaces(width: int) -> str:
    return "no space" if width == 0 else "one space" if width == 1 else f"{width} spaces"


def of_continued_text(place: Place) -> Slip | None:
    """A text of several lines that holds `: ` and has no `>` ahead of it."""
    indent = len(place.line) - len(place.line.lstrip(" "))
    what = "a text of several lines holds `: ` and has no `>` ahead of it"
    if not place.line.lstrip()[:1].isalnum() or FIELD_LIKE.match(place.line):
        return None
    for start, line in place.before():
        own = len(line) - len(line.lstrip(" "))
        if own >= indent and FIELD_LIKE.match(line):
            return None
        if own >= indent:
            continue
        bare, begun = _BARE_FIELD.match(line), _FIELD.match(line)
        if bare:
            hint = f"write `{bare['key']}: >`, so that the lines below are one text"
            end = start + bare.end("lead")
            return place.mended(what, hint, (end, end, " >"))
        if begun and begun["value"][0] not in "\"'[{|>&*":
            hint = f"write `{begun['key']}: >`, and the whole text on the lines below"
            newline = "\r\n" if "\r\n" in place.text else "\n"
            at = start + begun.start("value")
            return place.mended(what, hint, (at, at, f">{newline}{' ' * indent}"))
        return None
    return None
