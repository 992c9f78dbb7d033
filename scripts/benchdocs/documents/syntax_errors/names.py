"""Slips at the name of a field at the margin: marks around it, or another sign where its colon belongs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchdocs.documents.syntax_errors.parse_failure import Place, Slip, width_of
from benchdocs.documents.text_file import shorten

COLON_LIKE = r":=|=>|[-=]>|\u2192|\u21d2|[:\uff1a\ufe55\ufe30\u2236\ua789=]"
"""What authors write for a colon, the colon itself included."""
_NAMED = re.compile(
    r"(?P<open>[^\w\n]{0,12})(?P<key>[A-Za-z]\w*)(?P<close>[^\w\s:=\uff1a\ufe55\ufe30\u2236\ua789|;-]{0,3})"
    rf"[ ]*(?P<colon>{COLON_LIKE}|[|;]|(?<= )[-\u2013\u2014](?= ))(?P<rest>.*)$"
)
_CLOSING_MARKS = re.compile("[*_`~'\"\u201d\u2019]+[ ]+")
_PAIRS = {"(": ")", "[": "]", "{": "}", "|": "|"}
_DASHED = re.compile(r"-[ ]+(?P<key>[a-z][a-z_]*):(?:[ ]|$)")
_PLAIN_VALUE = re.compile(r"[\w./\"'-]+$")
_WEAK = ("|", ";", "-", "\u2013", "\u2014")
_TABBED = re.compile(r"[ ]*\t[ \t]*(?P<key>[a-z][a-z_]*):(?:[ ]|\r?$)", re.MULTILINE)
_BARE = re.compile(r"[ ]*[\w.-]+[ ]*:[ ]*$")


def of_names(place: Place) -> Iterator[Slip | None]:
    """Slips at the name of a field, which is known from what may stand at the margin."""
    yield _of_dashes(place)
    yield _of_marks(place)


def _of_marks(place: Place) -> Slip | None:
    """A name with signs around it, or with another sign than a colon behind it."""
    match = _NAMED.match(place.line)
    key = match["key"] if match else ""
    name = key if key in place.fields else key.lower()
    if not match or width_of(place.line) or name not in place.fields or stands(place, name):
        return None
    value = _without_marks(match["rest"], match["open"])
    is_plain = not (match["open"] or match["close"]) and match["colon"] == ":"
    if is_plain or (match["colon"] in _WEAK and not _PLAIN_VALUE.match(value)):
        return None
    right = f"{name}: {value}" if value else f"{name}:"
    if match["open"].strip() or match["close"].strip():
        what = f"signs stand around the name of the field `{name}`"
    else:
        what = in_place_of_colon(match["colon"])
    edit = (place.start, place.start + len(place.line), right)
    return place.mended(what, f"write `{shorten(right)}`", edit, offset=place.start)


def in_place_of_colon(sign: str) -> str:
    """What is said of a sign that stands where a colon belongs."""
    code = "" if sign.isascii() else f" (U+{ord(sign[0]):04X})"
    return f"a `{sign}`{code} stands where a colon belongs"


def _without_marks(rest: str, opened: str) -> str:
    """What stands behind a colon, without the marks that close what was opened ahead of the name."""
    value = rest.strip()
    if marks := _CLOSING_MARKS.match(value):
        value = value[marks.end() :] if opened.strip() else value
    for sign in reversed(opened.replace(" ", "")):
        closing = _PAIRS.get(sign, sign if sign in "*_`~" else "")
        if closing and value.endswith(closing):
            value = value[: -len(closing)].rstrip()
    return value


def _of_dashes(place: Place) -> Slip | None:
    """Fields with a `-` ahead of them, as if they were entries of a list."""
    lines = [(place.start, place.line), *place.before()]
    own = _dashed(place, place.line)
    if not own:
        first = [(start, line) for start, line in lines if not line.startswith("#")][-1:]
        lines = first if place.problem.startswith("did not find expected '-'") else []
        own = bool(lines) and _dashed(place, lines[0][1])
    elif len(lines) > 1 and lines[1][1].startswith("- ") and not _dashed(place, lines[1][1]):
        return None
    if not own:
        return None
    found = sorted((start, line) for start, line in lines if _dashed(place, line))
    edits = [(start, start + line.index(line.lstrip("- ")), "") for start, line in found]
    at, line = found[0]
    name = line.lstrip("- ").split(":")[0]
    what = f"a `-` stands ahead of the field `{name}`, which is no entry of a list"
    return place.mended(what, "delete the `- `", *edits, offset=at)


def _dashed(place: Place, line: str) -> bool:
    match = _DASHED.match(line)
    return match is not None and match["key"] in place.fields


def of_tab(place: Place) -> Slip | None:
    """A tab ahead of a field that stands at the margin."""
    match = _TABBED.match(place.line)
    above = next(place.before(), (0, ""))[1]
    if not match or match["key"] not in place.fields or stands(place, match["key"]) or _BARE.match(above):
        return None
    found = [tabbed for tabbed in _TABBED.finditer(place.text) if tabbed["key"] in place.fields]
    edits = [(tabbed.start(), tabbed.start("key"), "") for tabbed in found]
    what = f"a tab stands ahead of the field `{match['key']}`, which belongs to the margin"
    return place.mended(what, "delete the tab, and write no space in its place", *edits, offset=place.start)


def stands(place: Place, name: str) -> bool:
    """Whether a field stands properly at the margin of the text."""
    return bool(re.search(rf"^{re.escape(name)}[ ]*:(?:[ ]|\r?$)", place.text, re.MULTILINE))
