"""Errors in a value without quotes: it needs them, or holds a character or field that is no part of it."""

import re
from collections.abc import Iterator
from decimal import Decimal

from benchdocs.documents.syntax_errors.parse_failure import Advice, ParseFailure, Value, is_single
from benchdocs.documents.syntax_errors.quotes import quotes_on_one_line
from benchdocs.documents.text_file import quoted, shorten

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


def value_errors(failure: ParseFailure) -> Iterator[Advice | None]:
    """Yield errors in the value after a field's colon or an entry's dash."""
    if not failure.value:
        return
    start, value, is_entry = failure.value
    end = failure.value.end
    if _CURLY.match(value):
        first, last = (value[at].translate(_STRAIGHT) for at in (0, -1))
        straight = first + value[1:-1].replace(first, f"\\{first}" if first == '"' else "''") + last
        hint = f"replace `{value[0]}` and `{value[-1]}` with straight quotes (`{straight[0]}`)"
        yield failure.advise("curly quotes are not quotes in YAML", hint, (start, end, straight))
    elif value[0] in "\"'":
        yield quotes_on_one_line(failure, failure.value)
    elif value[0] in "|>":
        yield _text_after_marker(failure, failure.value)
    elif value[0] == "`" == value[-1] and value.count("`") == 2 and len(value) > 2:
        what, hint = "there are backticks around the value", "delete the backticks"
        yield failure.advise(what, hint, (start, end, value[1:-1]), offset=start)
    elif value.endswith(":") and ": " not in value and not is_entry:
        what, hint = "there is a colon after the value", "delete the `:` at the end"
        yield failure.advise(what, hint, (end - 1, end, ""), offset=end - 1)
    elif value.startswith("- ") and not is_entry:
        yield _dash_in_value(failure, failure.value)
    else:
        yield _joined_field(failure, failure.value)
        yield _unquoted_value(failure, failure.value)


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


def _text_after_marker(failure: ParseFailure, value: Value) -> Advice | None:
    """Explain a text on the line of its `>`, which has to end that line, or a `>` that may be part of it."""
    start, text, _ = value
    compared, name = _COMPARED.match(text), failure.field
    if compared and name in failure.names.plain:
        sign, alone = compared["sign"], _as_share(compared["number"])
        is_least = sign == ">=" and name in failure.names.least
        why_not = None if is_least else f"only you know what the `{sign}` means"
        what, hint = f"there is a `{sign}` before the number", f"write `{alone}` instead of `{text}`"
        return failure.advise(what, hint, (start, value.end, alone), offset=start, why_not=why_not)
    if _PART_OF_TEXT.match(text):
        hint = f"put quotes around it: `{shorten(quoted(text.partition(' #')[0].rstrip()))}`"
        why_not = f"only you know whether the `{text[0]}` is part of the text"
        return Advice(start, hint, (), why_not, f"a text without quotes starts with `{text[0]}`")
    inner = _AFTER_MARKER.match(text)
    if not inner:
        return None
    if not any(map(str.isalnum, inner["text"])):
        hint = f"delete the `{inner['text']}` after the `{inner['mark']}`"
        edit = (start + inner.end("mark"), value.end, "")
        return failure.advise(f"there is text after the `{inner['mark']}`", hint, edit)
    below = failure.next_below
    width = max(below.width, failure.indent + 2)
    edit = (start + inner.end("mark"), start + inner.start("text"), failure.newline + " " * width)
    hint = f"put the text on the next line, indented, below the `{inner['mark']}`"
    why_not = None
    if below.width > failure.indent and below.text.lstrip()[:1].isupper():
        hint += "; if it is a comment, put a `#` before it"
        why_not = "only you know whether it is text or a comment"
    return failure.advise(f"a text is on the same line as its `{inner['mark']}`", hint, edit, why_not=why_not)


def _dash_in_value(failure: ParseFailure, value: Value) -> Advice | None:
    """Explain a text that starts with a dash, or an entry on the line of its field."""
    below = failure.next_below
    if not below.is_entry and value.text[2:].lstrip()[:1] not in ("'", '"'):
        return _unquoted_value(failure, value)
    width = below.width if below.is_entry else failure.indent + 2
    edit = (value.start - 1, value.start, failure.newline + " " * width)
    hint = "put the entry on the next line, indented"
    return failure.advise("an entry is on the same line as its field", hint, edit)


def _as_share(number: str) -> str:
    """Return a number as it has to be written: `0.9` for `90%`."""
    digits = number.removesuffix("%").strip()
    return f"{(Decimal(digits) / 100).normalize():f}" if number.endswith("%") else number


def _unquoted_value(failure: ParseFailure, value: Value) -> Advice | None:
    """Explain a value that is no text to YAML without quotes around it."""
    start, text, _ = value
    bracket = _BRACKET.match(text)
    if not bracket and (" #" in text or text[0] in "[{" or not is_single(failure)):
        return None
    if bracket or text[0] in _INDICATORS or text.startswith(("- ", "? ")):
        mark = text[:2] if text[0] in "-?" else text[0]
        what = "starts with a backtick" if mark == "`" else f"starts with `{mark}`"
    elif ": " in text:
        what = "contains `: `"
    else:
        return None
    if failure.field in failure.names.plain:
        hint = f"write only the value of `{failure.field}`, without signs and without `: `"
        why_not = "only you know which value is meant"
        return Advice(start, hint, (), why_not, f"the value of `{failure.field}` {what}")
    new = quoted(text)
    hint = f"put quotes around it: `{shorten(new)}`"
    alias = f"*{text[1:].split(maxsplit=1)[0]}" if text[0] == "&" and text[1:].strip() else ""
    doubt = None
    if text.count('"') % 2:
        doubt = "a quotation in it goes on below"
    elif alias and re.search(rf"{re.escape(alias)}(?!\S)", failure.text):
        doubt = f"`{shorten(alias)}` may refer to it"
    offset = start if bracket else None
    what = f"a text without quotes {what}"
    return failure.advise(what, hint, (start, value.end, new), offset=offset, why_not=doubt)


def _joined_field(failure: ParseFailure, value: Value) -> Advice | None:
    """Explain a field within another field's value, perhaps meant for a line of its own."""
    known = failure.fields | failure.names.inner
    joined = next((found for found in _JOINED.finditer(value.text) if found["key"] in known), None)
    if joined is None or not is_single(failure):
        return None
    at = value.start + joined.start()
    what = f"the field `{joined['key']}` is on the same line as another field"
    hint = f"put `{shorten(value.text[joined.start() :])}` on its own line"
    if failure.field not in failure.names.plain:
        hint += "; if it belongs to the text, put quotes around the whole text"
    edit = (at, at, failure.newline + " " * failure.indent)
    why_not = "only you know whether it is a field or belongs to the text"
    return failure.advise(what, hint, edit, offset=at, why_not=why_not)
