"""Slips at the dash of a list's entry: no space stands behind it, or another sign in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchdocs.slips.place import Place, Slip, width_of

_TIGHT_DASH = re.compile(r"[ ]*(?P<sign>-)(?=[^\s-])")
_BULLET = re.compile(
    r"[ ]*(?P<sign>[*+\u00b7\u2022\u2023\u25aa\u25e6\u2013\u2014]|\(?[0-9]{1,2}[.)])[ ]+(?=\S)"
)


def of_entries(place: Place) -> Iterator[Slip]:
    """Entries that are none to YAML; those in a row with the line at fault are mended together."""
    if tight := _row(place, _TIGHT_DASH):
        edits = [(start + match.end(), start + match.end(), " ") for start, match in tight]
        what, hint = "no space stands behind the `-` of an entry", "write a space behind the `-`"
        first, match = min(tight)
        yield from filter(None, [place.mended(what, hint, *edits, offset=first + match.start("sign"))])
    if bullets := _row(place, _BULLET):
        edits = [(start + match.start("sign"), start + match.end("sign"), "-") for start, match in bullets]
        first, match = min(bullets)
        what = f"`{match['sign']}` stands where the `-` of an entry belongs"
        hint = f"write `- ` in place of `{match['sign']} `"
        yield from filter(None, [place.mended(what, hint, *edits, offset=first + match.start("sign"))])


def _row(place: Place, pattern: re.Pattern[str]) -> list[tuple[int, re.Match[str]]]:
    """The lines that begin like the one at fault, one below the other, with their offsets."""
    own = pattern.match(place.line)
    found = [(place.start, own)] if own else []
    for lines in (place.before(), place.below()):
        for start, line in lines if own else ():
            match = pattern.match(line) if width_of(line) == place.indent else None
            if match:
                found.append((start, match))
            elif width_of(line) <= place.indent:
                break
    return found
