"""Slips in what stands behind a field's colon or an entry's dash: quotes, and texts that need them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from benchdocs.documents.syntax_errors.parse_failure import Place, Slip, width_of
from benchdocs.documents.syntax_errors.plain_values import is_single, of_bare_value, of_joined_field
from benchdocs.documents.syntax_errors.value_span import Value, unless_cut

_AT_LEAST = re.compile(r"(?:>=|≥)[ ]*(?P<number>[0-9]*\.?[0-9]+[ ]?%?)$")
_STRAIGHT = str.maketrans("“”„‘’", '"""' + "''")
_CURLY = re.compile(r"(?:[“„].*[”“]|‘.*’)$")
_NUMBER = re.compile(r"=?[ ]*[0-9]*\.?[0-9]+[ ]*%?$")
_LEVEL = re.compile(r"[ ]*(?P<sign>(?:>=|\u2265|>)[ ]*)(?P<number>[0-9]*\.?[0-9]+)[ ]*:(?:[ ]|$)")
_BEHIND_SIGN = re.compile(r"(?P<sign>[>|][+-]?)[ ]*(?P<text>[^\s#>|=+-].*)$")


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
    elif value.startswith("- ") and "key" in match.groupdict():
        yield _of_dash(place, match)
    elif value[0] not in "|>":
        yield of_joined_field(place, match)
        yield of_bare_value(place, match)


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
    slip = place.mended(f"a text stands on the line of its `{inner['sign']}`", hint, edit)
    if slip and width_of(below) > place.indent and below.lstrip()[:1].isupper():
        hint += "; if it is a comment, put a `#` ahead of it"
        return slip._replace(hint=hint, edits=(), why_not="whether it is text or a comment only you know")
    return slip


def _of_dash(place: Place, match: re.Match[str]) -> Slip | None:
    """A text that starts with a dash, or a list's entry on the line of its field."""
    value, start = match["value"], place.start + match.start("value")
    below = next(place.below(), (0, ""))[1]
    if below.lstrip().startswith("- ") or value[2:].lstrip()[:1] in ("'", '"'):
        width = width_of(below) if below.lstrip().startswith("- ") else place.indent + 2
        edit = (start - 1, start, place.newline + " " * width)
        hint = "put the entry on the next line, indented"
        return place.mended("an entry stands on the line of its field", hint, edit)
    return of_bare_value(place, match)


def _of_quotes(place: Place, value: str, start: int) -> Slip | None:
    """A quote that is not closed, or one within the text."""
    quote = value[0]
    if value.count(quote) == 1 and " #" not in value and is_single(place):
        end = start + len(value)
        slip = place.mended("a quote is not closed", f"write `{quote}` behind the text", (end, end, quote))
        is_entry = place.line.lstrip().startswith("- ")
        return unless_cut(place, Value(start, value, is_entry), slip)
    inside = "write `''` for an apostrophe within the text"
    if quote == '"':
        inside = 'write `\\"` for a quote within the text'
    if len(value) > 1 and value.endswith(quote) and value.count(quote) > 2:
        what = "a quote within the text ends it too early"
        return Slip(place.offset, inside, (), "which quotes belong to the text only you know", what)
    return None


def _as_share(number: str) -> str:
    """A number as it has to be written: `0.9` for `90%`."""
    digits = number.removesuffix("%").strip("= ")
    return f"{(Decimal(digits) / 100).normalize():f}" if number.endswith("%") else number
