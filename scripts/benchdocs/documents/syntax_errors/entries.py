"""Slips at the dash of a list's entry: no space stands behind it, or another sign in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice

from benchdocs.documents.syntax_errors.field_names import LIST_FIELDS, PLAIN_FIELDS
from benchdocs.documents.syntax_errors.parse_failure import BARE_FIELD, Place, Slip, width_of

_TIGHT_DASH = re.compile(r"[ ]*(?P<sign>-)(?=[^\s-])")
_BULLET = re.compile(
    r"[ ]*(?P<sign>[*+\u00b7\u2022\u2023\u25aa\u25e6\u2013\u2014]|\(?[0-9]{1,2}[.)])[ ]+(?=\S)"
)

_CODE = re.compile(r"[\"']?[A-Za-z]+-[A-Za-z0-9-]+[\"']?,?$")
_MOST_LINES = 200
"""Lines above an entry within which the name of its list is looked for."""


def of_entries(place: Place) -> Iterator[Slip]:
    """Entries that are none to YAML; those in a row with the line at fault are mended together."""
    if tight := _row(place, _TIGHT_DASH):
        edits = [(start + match.end(), start + match.end(), " ") for start, match in tight]
        what, hint = "no space stands behind the `-` of an entry", "write a space behind the `-`"
        first, match = min(tight)
        slip = place.mended(what, hint, *edits, offset=first + match.start("sign"))
        yield from filter(None, [_unless_a_note(place, slip, tight)])
    if bullets := _row(place, _BULLET) or _first_of_list(place):
        edits = [(start + match.start("sign"), start + match.end("sign"), "-") for start, match in bullets]
        first, match = min(bullets)
        what = f"`{match['sign']}` stands where the `-` of an entry belongs"
        hint = f"write `- ` in place of `{match['sign']} `"
        slip = place.mended(what, hint, *edits, offset=first + match.start("sign"))
        yield from filter(None, [_unless_a_note(place, slip, bullets)])


def _unless_a_note(place: Place, slip: Slip | None, row: list[tuple[int, re.Match[str]]]) -> Slip | None:
    """The slip; without edits where what stands behind a sign may be a note, and no entry of the list."""
    name, is_quoted = "", False
    for _, line in chain(islice(place.before(), _MOST_LINES), islice(place.below(), 1)):
        is_quoted = is_quoted or line.lstrip().startswith(('- "', "- '"))
        if (bare := BARE_FIELD.match(line)) and width_of(line) <= place.indent:
            name = bare["key"]
            break
    texts = [match.string[match.end() :].strip(" \r") for _, match in row]
    if name in PLAIN_FIELDS:
        is_likely = all(_CODE.match(text) for text in texts)
    else:
        is_likely = len(texts) > 1 or not is_quoted or texts[0][:1] in "\"'"
    if slip is None or is_likely:
        return slip
    hint = f"{slip.hint} if it is an entry, or put a `#` there if it is a comment"
    return slip._replace(hint=hint, edits=(), why_not="whether it is an entry or a comment only you know")


def _first_of_list(place: Place) -> list[tuple[int, re.Match[str]]]:
    """The first entry of a list, which without its `-` takes the entries below into its text."""
    found: list[tuple[int, re.Match[str]]] = []
    for start, line in islice(place.before(), _MOST_LINES):
        match = _BULLET.match(line)
        if match and width_of(line) <= place.indent and line[match.end()] in "\"'":
            found.append((start, match))
        elif bare := BARE_FIELD.match(line):
            is_first = found and width_of(place.text[found[-1][0] : place.end]) >= width_of(line)
            return found[-1:] if is_first and bare["key"] in LIST_FIELDS else []
    return []


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
