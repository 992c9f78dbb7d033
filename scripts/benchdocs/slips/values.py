"""Slips in what stands behind a field's colon or an entry's dash: quotes, and texts that need them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from benchdocs.slips.place import FIELD_LIKE, Place, Slip, width_of
from benchdocs.textfile import shorten

_AT_LEAST = re.compile(r"(?:>=|≥)[ ]*(?P<number>[0-9]*\.?[0-9]+[ ]?%?)$")
_STRAIGHT = str.maketrans("“”„‘’", '"""' + "''")
_CURLY = re.compile(r"(?:[“„].*[”“]|‘.*’)$")
_NUMBER = re.compile(r"=?[ ]*[0-9]*\.?[0-9]+[ ]*%?$")
_LEVEL = re.compile(r"[ ]*(?P<sign>(?:>=|\u2265|>)[ ]*)(?P<number>[0-9]*\.?[0-9]+)[ ]*:(?:[ ]|$)")
_BEHIND_SIGN = re.compile(r"(?P<sign>[>|][+-]?)[ ]*(?P<text>[^\s#>|=+-].*)$")
_BRACKET = re.compile(r"(?:\[[^\[\]{},#]*\]|\{[^\[\]{},#]*\})[ ]*[^\s#,\]}][^#]*$")
_SIGNS = "@`%*&!"


def of_values(place: Place, match: re.Match[str] | None) -> Iterator[Slip | None]:
    """Slips in what stands behind a field's colon or an entry's dash."""
    if not match:
        return
    value, start = match["value"], place.start + match.start("value")
    span = (start, start + len(value))
    if number := _AT_LEAST.match(value):
        alone = _as_share(number["number"])
        what, hint = "a sign stands ahead of the number", f"write the number alone: `{alone}`"
        yield place.mended(what, hint, (*span, alone))
    if _CURLY.match(value):
        first, last = (value[at].translate(_STRAIGHT) for at in (0, -1))
        straight = first + value[1:-1].replace(first, f"\\{first}" if first == '"' else "''") + last
        hint = f"write straight quotes (`{straight[0]}`) in place of `{value[0]}` and `{value[-1]}`"
        yield place.mended("curly quotes are no quotes to YAML", hint, (*span, straight))
    elif value[0] in "\"'":
        yield _of_quotes(place, value, start)
    elif value[0] in "|>":
        yield _of_text_behind_sign(place, match)
    elif value[0] == "`" == value[-1] and value.count("`") == 2 and len(value) > 2:
        what, hint = "backticks stand around the value", "delete the backticks"
        yield place.mended(what, hint, (*span, value[1:-1]), offset=start)
    elif value.endswith(":") and ": " not in value and "key" in match.groupdict():
        what, hint = "a colon stands behind the value", "delete the `:` at the end"
        yield place.mended(what, hint, (span[1] - 1, span[1], ""), offset=span[1] - 1)
    elif value.startswith("- "):
        yield _of_dash(place, match)
    elif bracket := _BRACKET.match(value):
        new = _quoted(value)
        what = f"a text without quotes starts with `{bracket[0][0]}`"
        yield place.mended(what, f"put quotes around it: `{shorten(new)}`", (*span, new), offset=start)
    elif " #" not in value and value[0] not in "[{":
        first = "a backtick" if value[0] == "`" else f"`{value[0]}`"
        what = f"starts with {first}" if value[0] in _SIGNS else "holds `: `"
        if (value[0] in _SIGNS or ": " in value) and is_single(place):
            new = _quoted(value)
            hint = f"put quotes around it: `{shorten(new)}`"
            yield place.mended(f"a text without quotes {what}", hint, (*span, new))


def of_level(place: Place) -> Slip | None:
    """A level with a sign ahead of its number."""
    match = _LEVEL.match(place.line)
    if not match:
        return None
    hint = f"write the number alone: `{match['number']}`"
    edit = (place.start + match.start("sign"), place.start + match.start("number"), "")
    return place.mended("a sign stands ahead of the level's number", hint, edit)


def _of_text_behind_sign(place: Place, match: re.Match[str]) -> Slip | None:
    """A text that begins on the line of its `>`, which has to end that line; or a number behind a sign."""
    inner = _BEHIND_SIGN.match(match["value"])
    if not inner:
        return None
    if _NUMBER.match(inner["text"]):
        hint = f"write the number alone: `{_as_share(inner['text'])}`"
        why_not = f"what the `{match['value'][0]}` is to say only you know"
        return Slip(place.offset, hint, (), why_not, "a sign stands ahead of the number")
    start = place.start + match.start("value")
    if not any(sign.isalnum() for sign in inner["text"]):
        edit = (start + inner.end("sign"), start + len(match["value"]), "")
        hint = f"delete the `{inner['text']}` behind the `{inner['sign']}`"
        return place.mended(f"something stands behind the `{inner['sign']}` of a text", hint, edit)
    below = next(place.below(), (0, ""))[1]
    width = max(width_of(below), place.indent + 2) if width_of(below) > place.indent else place.indent + 2
    edit = (start + inner.end("sign"), start + inner.start("text"), place.newline + " " * width)
    hint = f"put the text on the next line, indented, below the `{inner['sign']}`"
    return place.mended(f"a text stands on the line of its `{inner['sign']}`", hint, edit)


def _of_dash(place: Place, match: re.Match[str]) -> Slip | None:
    """A text that starts with a dash, or a list's entry on the line of its field."""
    value, start = match["value"], place.start + match.start("value")
    below = next(place.below(), (0, ""))[1]
    if below.lstrip().startswith("- ") or value[2:].lstrip()[:1] in ("'", '"'):
        width = width_of(below) if below.lstrip().startswith("- ") else place.indent + 2
        edit = (start - 1, start, place.newline + " " * width)
        hint = "put the entry on the next line, indented"
        return place.mended("an entry stands on the line of its field", hint, edit)
    if " #" in value or not is_single(place):
        return None
    new = _quoted(value)
    what = "a text without quotes starts with `- `"
    return place.mended(what, f"put quotes around it: `{shorten(new)}`", (start, start + len(value), new))


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


def _as_share(number: str) -> str:
    """A number as it has to be written: `0.9` for `90%`."""
    digits = number.removesuffix("%").strip("= ")
    return f"{(Decimal(digits) / 100).normalize():f}" if number.endswith("%") else number


def _quoted(value: str) -> str:
    """The text in double quotes, or in single ones where it holds double ones."""
    if '"' in value or "\\" in value:
        return "'" + value.replace("'", "''") + "'"
    return f'"{value}"'
