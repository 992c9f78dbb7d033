"""Slips in the levels of a scale: one is out of line with the others, or has a `-` ahead of it."""

from __future__ import annotations

import re
from collections import Counter

from benchdocs.documents.syntax_errors.parse_failure import FIELD_LIKE, Place, Slip, indented_by, width_of

_LEVEL = re.compile(r"[ ]*[0-9]+(?:\.[0-9]+)?[ ]*:(?:[ ]|$)")
_DASHED = re.compile(r"[ ]*(?P<dash>-[ ]+)[0-9]+(?:\.[0-9]+)?[ ]*:(?:[ ]|$)")


def of_level_out_of_line(place: Place) -> Slip | None:
    """Levels that are not in line with the rest of them."""
    head, found = "", [(place.start, place.line)] if _LEVEL.match(place.line) else []
    for start, line in place.before():
        if _LEVEL.match(line):
            found.append((start, line))
        elif FIELD_LIKE.match(line):
            head = line
            break
    for start, line in place.below():
        if FIELD_LIKE.match(line):
            break
        if _LEVEL.match(line):
            found.append((start, line))
    widths = Counter(width_of(line) for _, line in found)
    inner = [(count, width) for width, count in widths.items() if width > width_of(head)]
    if len(widths) < 2 or not inner or not head.rstrip().endswith(":"):
        return None
    most, width = max(inner)
    if most * 2 <= len(found):
        return None
    stray = sorted((start, line) for start, line in found if width_of(line) != width)
    edits = [(start, start + width_of(line), " " * width) for start, line in stray]
    first, line = stray[0]
    what = "this level is not in line with the other levels"
    return place.mended(what, indented_by(width), *edits, offset=first + width_of(line))


def of_dash_ahead_of_level(place: Place) -> Slip | None:
    """A level that is written as an entry of a list, below one that is not."""
    match = _DASHED.match(place.line)
    above = next(place.before(), (0, ""))[1]
    if not match or not (_LEVEL.match(above) or above.rstrip().endswith("descriptions:")):
        return None
    edit = (place.start + match.start("dash"), place.start + match.end("dash"), "")
    what = "a `-` stands ahead of a level, which is no entry of a list"
    return place.mended(what, "delete the `- `", edit, offset=edit[0])
