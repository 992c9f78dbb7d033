"""Slips in what stands behind a field's colon or an entry's dash: quotes, and texts that need them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchdocs.slips.place import FIELD_LIKE, Place, Slip
from benchdocs.textfile import shorten

_AT_LEAST = re.compile(r"(?:>=|≥)[ ]*(?P<number>[0-9]*\.?[0-9]+)$")
_STRAIGHT = str.maketrans("“”„‘’", '"""' + "''")
_CURLY = re.compile(r"(?:[“„].*[”“]|‘.*’)$")
_SIGNS = "@`%*&!"


def of_values(place: Place, match: re.Match[str] | None) -> Iterator[Slip | None]:
    """Slips in what stands behind a field's colon or an entry's dash."""
    if not match:
        return
    value, start = match["value"], place.start + match.start("value")
    span = (start, start + len(value))
    if number := _AT_LEAST.match(value):
        what, hint = "a sign stands ahead of the number", f"write the number alone: `{number['number']}`"
        yield place.mended(what, hint, (*span, number["number"]))
    if _CURLY.match(value):
        first, last = (value[at].translate(_STRAIGHT) for at in (0, -1))
        straight = first + value[1:-1].replace(first, f"\\{first}" if first == '"' else "''") + last
        hint = f"write straight quotes (`{straight[0]}`) in place of `{value[0]}` and `{value[-1]}`"
        yield place.mended("curly quotes are no quotes to YAML", hint, (*span, straight))
    elif value[0] in "\"'":
        yield _of_quotes(place, value, start)
    elif " #" not in value and value[0] not in "[{|>":
        what = f"starts with `{value[0]}`" if value[0] in _SIGNS else "holds `: `"
        if (value[0] in _SIGNS or ": " in value) and is_single(place):
            new = _quoted(value)
            hint = f"put quotes around it: `{shorten(new)}`"
            yield place.mended(f"a text without quotes {what}", hint, (*span, new))


def _of_quotes(place: Place, value: str, start: int) -> Slip | None:
    """A quote that is not closed, or one within the text."""
    quote = value[0]
    if value.count(quote) == 1 and " #" not in value and is_single(place):
        end = start + len(value)
        return place.mended("a quote is not closed", f"write `{quote}` behind the text", (end, end, quote))
    inside = "write `''` for an apostrophe within the text"
    if quote == '"':
        inside = 'write `\\"` for a quote within the text'
    if len(value) > 1 and value.endswith(quote) and value.count(quote) > 2:
        what = "a quote within the text ends it too early"
        return Slip(place.offset, inside, (), "which quotes belong to the text only you know", what)
    return None


def is_single(place: Place) -> bool:
    """Whether the line below opens a field or entry of its own, so that the text ends with its line."""
    below = place.text[place.end + 1 :].lstrip("\r\n")
    return not below.strip() or bool(FIELD_LIKE.match(below)) or not below.startswith(" ")


def _quoted(value: str) -> str:
    """The text in double quotes, or in single ones where it holds double ones."""
    if '"' in value or "\\" in value:
        return "'" + value.replace("'", "''") + "'"
    return f'"{value}"'
