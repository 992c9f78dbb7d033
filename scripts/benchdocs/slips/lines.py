"""Slips in the line at fault, those first that leave least doubt."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchdocs.slips.layout import of_continued_text, of_indent, of_text_not_indented
from benchdocs.slips.place import Place, Slip
from benchdocs.slips.values import of_values
from benchdocs.textfile import shorten

_ENTRY = re.compile(r"(?P<lead>[ ]*-[ ]+)(?P<value>\S.*?)[ ]*$")
_FIELD = re.compile(r"(?P<lead>[ ]*(?P<key>[\w.-]+)[ ]*:[ ]+)(?P<value>\S.*?)[ ]*$")
_TIGHT_COLON = re.compile(r"(?P<lead>[ ]*(?P<key>[A-Za-z_]\w*|\d[\d.]*):)(?P<value>[^\s:/].*?)[ ]*$")
_EQUALS = re.compile(r"(?P<lead>[ ]*(?P<key>[A-Za-z_]\w*))[ ]*=[ ]*(?P<value>\S.*?)[ ]*$")


def of_lines(place: Place) -> Iterator[Slip]:
    """Slips in the line at fault, those first that leave least doubt."""
    line, start = place.line, place.start
    found: list[Slip | None] = []
    if match := _EQUALS.match(line):
        right = f"{match['lead'].strip()}: {match['value']}"
        edit = (start + match.end("lead"), start + match.start("value"), ": ")
        found.append(place.mended("a `=` stands where a colon belongs", f"write `{shorten(right)}`", edit))
    if match := _TIGHT_COLON.match(line):
        hint, at = f"write `{shorten(match['key'] + ': ' + match['value'])}`", start + match.end("lead")
        found.append(place.mended("there is no space behind the colon", hint, (at, at, " ")))
    found += of_values(place, _ENTRY.match(line) or _FIELD.match(line))
    found.append(of_text_not_indented(place))
    found.append(of_indent(place))
    found.append(of_continued_text(place))
    return filter(None, found)
