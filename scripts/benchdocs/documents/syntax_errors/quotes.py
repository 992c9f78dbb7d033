"""Slips in the quotes of a value that may take up several lines, as examples do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchdocs.documents.syntax_errors.parse_failure import Place, Slip
from benchdocs.documents.syntax_errors.value_span import Value, unless_cut, value_at
from benchdocs.documents.text_file import shorten

_OPENING_CURLY, _CLOSING_CURLY = "\u201c\u201e\u2018", "\u201d\u201c\u2019"
_BEHIND = re.compile(r"\"[ ]*(?P<sign>[,;.])$")
_QUOTE = re.compile(r"(?<!\\)\"")


def of_quotes_over_lines(place: Place) -> Iterator[Slip | None]:
    """Slips in the quotes of the value that the line at fault belongs to."""
    value = value_at(place)
    if value is None or " #" in value.text:
        return
    first, last = value.text[0], value.text[-1]
    inner = value.text[1:-1]
    if first in _OPENING_CURLY and (last in _CLOSING_CURLY or last in "\"'"):
        yield _of_curly(place, value)
    elif first in "\"'" and last in _CLOSING_CURLY and first not in inner:
        hint = f"write a straight quote (`{first}`) in place of `{last}` at the end of the text"
        edit = (value.end - 1, value.end, first)
        yield place.mended("a curly quote closes no text", hint, edit, offset=value.end - 1)
    elif first == '"' and (behind := _BEHIND.search(value.text)) and len(_QUOTE.findall(value.text)) == 2:
        at = value.start + behind.start("sign")
        what = f"a `{behind['sign']}` stands behind the quote that ends the text"
        hint, edit = f"delete the `{behind['sign']}`", (at, value.end, "")
        if behind["sign"] == ".":
            hint, edit = "put the `.` ahead of the quote", (value.start + behind.start(), value.end, '."')
        yield place.mended(what, hint, edit, offset=at)
    elif "\n" in value.text and first in "\"'":
        yield _of_straight(place, value)
    elif "\n" in value.text and value.is_entry and "\\" not in value.text:
        yield _without_outer(place, value)
    if first in "\"'" and "\n" not in value.text and value.text.count(first) == 2 and last != first:
        yield _of_first_words(place, value)


def _of_curly(place: Place, value: Value) -> Slip | None:
    first, last = value.text[0], value.text[-1]
    inner = value.text[1:-1]
    if "\\" in inner:
        return None
    escapes = [
        (value.start + 1 + sign.start(), value.start + 2 + sign.start(), '\\"')
        for sign in re.finditer('"', inner)
    ]
    edits = [(value.start, value.start + 1, '"'), *escapes, (value.end - 1, value.end, '"')]
    hint = f'write straight quotes (`"`) in place of `{first}` and `{last}`'
    if last in "\"'":
        hint = f'write a straight quote (`"`) in place of `{first}`'
    return place.mended("curly quotes are no quotes to YAML", hint, *edits, offset=value.start)


def _of_straight(place: Place, value: Value) -> Slip | None:
    """A text of several lines in straight quotes, where one is missing or too many stand within."""
    first = value.text[0]
    marks = [sign.start() for sign in re.finditer(first, value.text)]
    if first == '"' and len(marks) == 1:
        hint = 'write `"` behind the last word of the text'
        slip = place.mended("a quote is not closed", hint, (value.end, value.end, first), offset=value.start)
        return unless_cut(place, value, slip)
    if first == '"' and len(marks) > 2 and value.text.endswith(first) and "\\" not in value.text:
        why_not = "which quotes belong to the text only you know"
        hint = 'write `\\"` for a quote within the text'
        return Slip(value.start + marks[1], hint, (), why_not, "a quote within the text ends it too early")
    if first == "'" and len(marks) >= 2 and not value.text.endswith("'"):
        return _without_outer(place, value)
    return None


def _without_outer(place: Place, value: Value) -> Slip | None:
    """A text of several lines that needs quotes around it, or lacks the one ahead of it."""
    if '"' in value.text[:-1] or not any(sign in value.text for sign in (": ", "'")):
        return None
    begin = (value.start, value.start, '"')
    if value.text.endswith('"'):
        what = "the quote ahead of the text is missing"
        return place.mended(what, 'write `"` ahead of the text', begin, offset=value.start)
    what = "a text of several lines needs quotes around the whole of it"
    word = value.text.split("\n")[0].split(" ")[0]
    hint = f'write `"` ahead of `{shorten(word)}`, and one behind the last word of the text'
    return place.mended(what, hint, begin, (value.end, value.end, '"'), offset=value.start)


def _of_first_words(place: Place, value: Value) -> Slip | None:
    """A text whose first words stand in quotes, behind which the value ends to YAML."""
    quote = value.text[0]
    words = value.text[1 : value.text.index(quote, 1)]
    other = "'" if quote == '"' else '"'
    if other in value.text or not value.text[-1].isalnum():
        return None
    whole = shorten(other + value.text + other)
    hint = f"put quotes around the whole: `{whole}`, or delete those around `{shorten(words)}`"
    what = "the text goes on behind the quote that ends it"
    return Slip(value.start, hint, (), "whether the quotes belong to the text only you know", what)
