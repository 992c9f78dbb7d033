"""Other signs where the `>` of a text belongs, or the `>` within quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice

from benchdocs.documents.syntax_errors.field_names import TEXT_FIELDS
from benchdocs.documents.syntax_errors.parse_failure import Place, Slip, width_of

_QUOTE = "[\"'`\u201c\u201d\u201e\u2018\u2019\uff02\uff07\u00ab\u00bb]"
_ARROWS = "\uff1e\uff5c\u203a\u00bb\u300b\u3009\u2192\u27a4\u25b6\ufe65\u226b"
_OPENER = re.compile(
    r"(?P<lead>[ ]*(?P<key>[a-z][a-z_]*)[ ]*:[ ]*)(?=\S)"
    rf"(?P<sign>{_QUOTE}[>|]{_QUOTE}|[>|=<.:,;/ \u2013\u2014{_ARROWS}-]+)$"
)
_PROPER = re.compile(r"[>|](?:[+-]?[1-9]?|[1-9][+-])$")
_LOOKS_LIKE_ONE = re.compile(rf"[>|{_ARROWS}]")
_MOST_LINES = 60
"""Lines above the line at fault within which the name of its text is looked for."""


def of_openers(place: Place) -> Iterator[Slip | None]:
    """The field with a text below whose `>` is another sign."""
    lines = chain([(place.start, place.line)], islice(place.before(), _MOST_LINES))
    for start, line in lines:
        match = _OPENER.match(line.rstrip())
        if match and width_of(line) <= place.indent:
            sign = match["sign"].strip()
            is_wrong = _LOOKS_LIKE_ONE.search(sign) and not _PROPER.match(sign)
            if match["key"] in TEXT_FIELDS and is_wrong and _has_text_below(place, start, line):
                yield _of_sign(place, start, match)
            return


def _of_sign(place: Place, start: int, match: re.Match[str]) -> Slip | None:
    key, sign = match["key"], match["sign"].strip()
    new = "|" if sign.strip("\"'") == "|" else ">"
    lead = match["lead"].rstrip()
    edit = (start + len(lead), start + match.end(), f" {new}")
    hint = f"write `{key}: {new}`"
    what = f"`{sign}` stands behind `{key}:`, where the `>` of its text belongs"
    if sign[1:-1] == new and sign[0] not in ">|":
        what = f"the `{new}` of the text of `{key}` stands within quotes"
        hint += f", with no quotes around the `{new}`"
    elif "`" in sign:
        what = f"signs stand behind `{key}:`, where the `>` of its text belongs"
    return place.mended(what, hint, edit, offset=start + match.start("sign"))


def _has_text_below(place: Place, start: int, line: str) -> bool:
    """Whether a line that is indented further stands right below."""
    below = place.text[start + len(line) :].lstrip("\r\n")
    return width_of(below.split("\n", 1)[0]) > width_of(line)
