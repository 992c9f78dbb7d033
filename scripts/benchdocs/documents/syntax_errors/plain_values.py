"""Errors in a value without quotes: it needs them, or holds a character or field that is no part of it."""

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import islice

from benchdocs.documents.syntax_errors.parse_failure import (
    BARE_FIELD,
    MOST_LINES,
    Advice,
    ParseFailure,
    is_single,
    width_of,
)
from benchdocs.documents.syntax_errors.quotes import quotes_on_one_line
from benchdocs.documents.text_file import shorten

_COMPARED = re.compile(r"(?P<sign>>=?|\|)[ ]*(?P<number>[0-9]*\.?[0-9]+[ ]?%?)$")
_PART_OF_TEXT = re.compile(r"[>|][+-]?(?:[ ]*[^\w\s]*[0-9=]|[^\s+-]*\w)|\|.*\|")
"""A `>` or `|` that a number follows or that touches a word, and a second `|`."""
_STRAIGHT = str.maketrans("“”„‘’", '"""' + "''")
_CURLY = re.compile(r"(?:[“„].*[”“]|‘.*’)$")
_LEVEL = re.compile(r"[ ]*(?P<mark>(?P<sign>>=|\u2265|>)[ ]*)(?P<number>[0-9]*\.?[0-9]+)[ ]*:(?:[ ]|$)")
_AFTER_MARKER = re.compile(r"(?P<mark>[>|][+-]?)[ ]*(?P<text>[^\s#>|=+-].*)$")
_JOINED = re.compile(r"(?<![\w.-])(?P<key>[a-z][a-z_]*)[ ]?:(?=[ ]|$)")
_BRACKET = re.compile(r"(?:\[[^\[\]{},#]*\]|\{[^\[\]{},#]*\})[ ]*[^\s#,\]}][^#]*$")
_INDICATORS = "@`%*&!"


def value_errors(failure: ParseFailure, match: re.Match[str] | None) -> Iterator[Advice | None]:
    """Yield errors in the value after a field's colon or an entry's dash."""
    if not match:
        return
    value, start = match["value"], failure.start + match.start("value")
    span = (start, start + len(value))
    if _CURLY.match(value):
        first, last = (value[at].translate(_STRAIGHT) for at in (0, -1))
        straight = first + value[1:-1].replace(first, f"\\{first}" if first == '"' else "''") + last
        hint = f"replace `{value[0]}` and `{value[-1]}` with straight quotes (`{straight[0]}`)"
        yield failure.advise("curly quotes are not quotes in YAML", hint, (*span, straight))
    elif value[0] in "\"'":
        yield quotes_on_one_line(failure, value, start)
    elif value[0] in "|>":
        yield _text_after_marker(failure, match)
    elif value[0] == "`" == value[-1] and value.count("`") == 2 and len(value) > 2:
        what, hint = "there are backticks around the value", "delete the backticks"
        yield failure.advise(what, hint, (*span, value[1:-1]), offset=start)
    elif value.endswith(":") and ": " not in value and "key" in match.groupdict():
        what, hint = "there is a colon after the value", "delete the `:` at the end"
        yield failure.advise(what, hint, (span[1] - 1, span[1], ""), offset=span[1] - 1)
    elif value.startswith("- ") and "key" in match.groupdict():
        yield _dash_in_value(failure, match)
    elif value[0] not in "|>":
        yield _joined_field(failure, match)
        yield _unquoted_value(failure, match)


def comparison_at_level(failure: ParseFailure) -> Advice | None:
    """Explain a level with a comparison before its number."""
    match = _LEVEL.match(failure.line)
    if not match:
        return None
    hint = f"write only the number: `{match['number']}`"
    start, end = (failure.start + match.start(part) for part in ("mark", "number"))
    what = f"there is a `{match['sign']}` before the level's number"
    why_not = "only you know what the `>` means" if match["sign"] == ">" else None
    return failure.advise(what, hint, (start, end, ""), offset=start, why_not=why_not)


def _text_after_marker(failure: ParseFailure, match: re.Match[str]) -> Advice | None:
    """Explain a text on the line of its `>`, which has to end that line, or a `>` that may be part of it."""
    value, start = match["value"], failure.start + match.start("value")
    compared, name = _COMPARED.match(value), _field_of(failure, match)
    if compared and name in failure.names.plain:
        sign, alone = compared["sign"], _as_share(compared["number"])
        is_least = sign == ">=" and name in failure.names.least
        why_not = None if is_least else f"only you know what the `{sign}` means"
        what, hint = f"there is a `{sign}` before the number", f"write `{alone}` instead of `{value}`"
        edit = (start, start + len(value), alone)
        return failure.advise(what, hint, edit, offset=start, why_not=why_not)
    if _PART_OF_TEXT.match(value):
        hint = f"put quotes around it: `{shorten(_quoted(value.partition(' #')[0].rstrip()))}`"
        why_not = f"only you know whether the `{value[0]}` is part of the text"
        return Advice(start, hint, (), why_not, f"a text without quotes starts with `{value[0]}`")
    inner = _AFTER_MARKER.match(value)
    if not inner:
        return None
    if not any(mark.isalnum() for mark in inner["text"]):
        edit = (start + inner.end("mark"), start + len(value), "")
        hint = f"delete the `{inner['text']}` after the `{inner['mark']}`"
        return failure.advise(f"there is text after the `{inner['mark']}`", hint, edit)
    below = next(failure.lines_below(), (0, ""))[1]
    width = max(width_of(below), failure.indent + 2)
    edit = (start + inner.end("mark"), start + inner.start("text"), failure.newline + " " * width)
    hint = f"put the text on the next line, indented, below the `{inner['mark']}`"
    why_not = None
    if width_of(below) > failure.indent and below.lstrip()[:1].isupper():
        hint += "; if it is a comment, put a `#` before it"
        why_not = "only you know whether it is text or a comment"
    return failure.advise(f"a text is on the same line as its `{inner['mark']}`", hint, edit, why_not=why_not)


def _dash_in_value(failure: ParseFailure, match: re.Match[str]) -> Advice | None:
    """Explain a text that starts with a dash, or an entry on the line of its field."""
    below = next(failure.lines_below(), (0, ""))[1]
    goes_on = below.lstrip().startswith("- ")
    if goes_on or match["value"][2:].lstrip()[:1] in ("'", '"'):
        width = width_of(below) if goes_on else failure.indent + 2
        start = failure.start + match.start("value")
        edit = (start - 1, start, failure.newline + " " * width)
        hint = "put the entry on the next line, indented"
        return failure.advise("an entry is on the same line as its field", hint, edit)
    return _unquoted_value(failure, match)


def _as_share(number: str) -> str:
    """Return a number as it has to be written: `0.9` for `90%`."""
    digits = number.removesuffix("%").strip()
    return f"{(Decimal(digits) / 100).normalize():f}" if number.endswith("%") else number


def _quoted(value: str) -> str:
    """Return a text in quotes of the kind that leaves its characters as they are."""
    return "'" + value.replace("'", "''") + "'" if '"' in value or "\\" in value else f'"{value}"'


def _unquoted_value(failure: ParseFailure, match: re.Match[str]) -> Advice | None:
    """Explain a value that is no text to YAML without quotes around it."""
    value, start = match["value"], failure.start + match.start("value")
    bracket = _BRACKET.match(value)
    if bracket:
        what = f"starts with `{value[0]}`"
    elif " #" in value or value[0] in "[{" or not is_single(failure):
        return None
    elif value[0] in _INDICATORS or value.startswith(("- ", "? ")):
        mark = value[:2] if value[1:2] == " " and value[0] in "-?" else value[0]
        what = "starts with a backtick" if mark == "`" else f"starts with `{mark}`"
    elif ": " in value:
        what = "contains `: `"
    else:
        return None
    name = _field_of(failure, match)
    if name in failure.names.plain:
        hint = f"write only the value of `{name}`, without signs and without `: `"
        why_not = "only you know which value is meant"
        return Advice(start, hint, (), why_not, f"the value of `{name}` {what}")
    new = _quoted(value)
    hint = f"put quotes around it: `{shorten(new)}`"
    edit = (start, start + len(value), new)
    offset = start if bracket else None
    alias = f"*{value[1:].split(maxsplit=1)[0]}" if value[0] == "&" and value[1:].strip() else ""
    doubt = None
    if value.count('"') % 2:
        doubt = "a quotation in it goes on below"
    elif alias and re.search(rf"{re.escape(alias)}(?!\S)", failure.text):
        doubt = f"`{shorten(alias)}` may refer to it"
    return failure.advise(f"a text without quotes {what}", hint, edit, offset=offset, why_not=doubt)


def _joined_field(failure: ParseFailure, match: re.Match[str]) -> Advice | None:
    """Explain a field within another field's value, perhaps meant for a line of its own."""
    value, start = match["value"], failure.start + match.start("value")
    known = failure.fields | failure.names.inner
    joined = next((found for found in _JOINED.finditer(value) if found["key"] in known), None)
    if joined is None or value[0] in "\"'" or not is_single(failure):
        return None
    at = start + joined.start()
    field = shorten(value[joined.start() :].split("\n")[0])
    what = f"the field `{joined['key']}` is on the same line as another field"
    hint = f"put `{field}` on its own line"
    if _field_of(failure, match) not in failure.names.plain:
        hint += "; if it belongs to the text, put quotes around the whole text"
    edit = (at, at, failure.newline + " " * failure.indent)
    why_not = "only you know whether it is a field or belongs to the text"
    return failure.advise(what, hint, edit, offset=at, why_not=why_not)


def _field_of(failure: ParseFailure, match: re.Match[str]) -> str:
    """Return the field of a value, or of the list that an entry belongs to."""
    if "key" in match.groupdict():
        return match["key"]
    for _, line in islice(failure.lines_above(), MOST_LINES):
        if (bare := BARE_FIELD.match(line)) and width_of(line) <= failure.indent:
            return bare["key"]
    return ""
