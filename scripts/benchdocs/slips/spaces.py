"""Slips that nobody sees: tabs, odd spaces; and the marks of a merge that was not settled."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from benchdocs.slips.place import Place, Slip, read_events
from benchdocs.textfile import edited

_CONFLICT = re.compile(r"^(?:<{7}|>{7})(?: |$)", re.MULTILINE)
_ODD_SPACE = r"[\u00a0\u2000-\u200a\u202f\u205f\u3000]"
_ODD_SPACES = re.compile(rf"^[ \t]*(?:-?[ ]*[\w.]+:)?[ ]*(?P<odd>{_ODD_SPACE}+)", re.MULTILINE)
_TABS = re.compile(r"^[ ]*\t[ \t]*(?=\S)", re.MULTILINE)


def of_spaces(place: Place) -> Iterator[Slip]:
    """Slips that nobody sees: tabs, no-break spaces; and the marks of a merge that was not settled."""
    text = place.text
    if conflict := _CONFLICT.search(text):
        hint = "keep one of the two versions, and delete the lines with `<<<<<<<`, `=======` and `>>>>>>>`"
        what = "two versions stand between the marks of a merge"
        yield Slip(conflict.start(), hint, (), "which of the two versions counts only you know", what)
    odd = list(_ODD_SPACES.finditer(text))
    if odd and odd[0].start() <= place.offset:
        name = unicodedata.name(odd[0]["odd"][0], "odd space").lower()
        edits = [(match.start("odd"), match.end("odd"), " " * len(match["odd"])) for match in odd]
        if slip := place.mended(
            f"a {name} stands where a space belongs",
            "write an ordinary space in its place",
            *edits,
            offset=odd[0].start("odd"),
        ):
            yield slip
    tabs = list(_TABS.finditer(text))
    if (
        tabs
        and tabs[0].start() <= place.end
        and "\t" in place.line[: len(place.line) - len(place.line.lstrip())]
    ):
        yield _of_tabs(place, tabs)


def _of_tabs(place: Place, tabs: list[re.Match[str]]) -> Slip:
    """Tabs ahead of a line, mended where all widths that can be read give the same document."""
    readings: dict[int, list[object]] = {}
    ways = {
        width: [(match.start(), match.end(), match[0].replace("\t", " " * width)) for match in tabs]
        for width in (2, 4, 8)
    }
    for width, edits in ways.items():
        events, stopped = read_events(edited(place.text, edits))
        if stopped is None:
            readings[width] = events
    hint, what = "indent with spaces, not tabs", "a tab stands where spaces belong"
    if readings and all(events == next(iter(readings.values())) for events in readings.values()):
        return Slip(place.offset, hint, tuple(ways[min(readings)]), what=what)
    return Slip(place.offset, hint, (), "how many spaces a tab stands for only you know", what)
