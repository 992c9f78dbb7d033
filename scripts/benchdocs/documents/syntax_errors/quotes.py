"""Errors in the quotes of a value: one is missing, too many, or a character that is not a quote in YAML."""

import re
from collections.abc import Iterator
from functools import partial
from itertools import takewhile

from benchdocs.documents.syntax_errors.parse_failure import (
    Advice,
    ParseFailure,
    Value,
    is_single,
    width_of,
)
from benchdocs.documents.text_file import shorten

_ODD = (
    "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b\uff02\uff07\u00b4\u301d\u301e\u00ab\u00bb\u2039\u203a"
)
"""Quotes in texts that are none to YAML."""
_APOSTROPHE = re.compile(r"\b\u2019\b")
_AFTER_QUOTE = re.compile(r"\"[ ]*(?P<mark>[,;.])$")
_QUOTE = re.compile(r"(?<!\\)\"")
_TOO_EARLY = "a quote within the text ends it too early"
_ESCAPED = 'write `\\"` for a quote within the text'
_WHICH_QUOTES = "only you know which quotes belong to the text"
_HEAD = re.compile(r"(?P<lead>[ ]*(?:-[ ]+|[\w.-]+[ ]*:[ ]+))(?P<value>[^\s#|>\[{&*!-].*)")
_NEXT = re.compile(r"[ ]*(?:-[ ]|[\w.]+[ ]*:(?:[ ]|$))")
_QUOTED_ENTRY = re.compile(r"[ ]*-[ ]+[\"']")
_SENTENCE = re.compile(r"[.!?\u2026][\"')\u201d\u2019]?$")
_MOST_LINES = 50
"""Most lines that a value has; an example has three."""


def quotes_on_one_line(failure: ParseFailure, value: Value) -> Advice | None:
    """Explain a quote that is not closed, or one within the text."""
    quote, text = value.text[0], value.text
    if text.count(quote) == 1 and " #" not in text and is_single(failure):
        return _unclosed(failure, value, f"write `{quote}` after the text", failure.offset)
    if text.endswith(quote) and text.count(quote) > 2:
        hint = _ESCAPED if quote == '"' else "write `''` for an apostrophe within the text"
        return Advice(failure.offset, hint, (), _WHICH_QUOTES, _TOO_EARLY)
    return None


def _unclosed(failure: ParseFailure, value: Value, hint: str, offset: int) -> Advice | None:
    """Explain a missing quote; without edits where an entry's text may be incomplete or repeated.

    A text is whole if it ends as sentences do, or is one word.
    """
    edit = (value.end, value.end, value.text[0])
    advice = failure.advise("a quote is not closed", hint, edit, offset=offset)
    if advice is None or not value.is_entry:
        return advice
    first, below = value.text.split("\n", 1)[0].strip(), failure.text[value.end :].lstrip("\r\n -")
    is_repeated = len(first) > 1 and below.startswith(first)
    if not is_repeated and (_SENTENCE.search(value.text) or " " not in value.text):
        return advice
    hint = 'write `"` where the text ends; it stops here. If the entry is a leftover, delete it'
    return advice._replace(hint=hint, edits=(), why_not="only you know where it ends")


def quotes_over_lines(failure: ParseFailure) -> Iterator[Advice | None]:
    """Yield errors in the quotes of the value at the line at fault."""
    value = value_at(failure)
    if value is None or " #" in value.text:
        return
    first, last = value.text[0], value.text[-1]
    if (after := _AFTER_QUOTE.search(value.text)) and first == '"' and len(_QUOTE.findall(value.text)) == 2:
        at = value.start + after.start("mark")
        what = f"a `{after['mark']}` is after the quote that ends the text"
        hint, edit = f"delete the `{after['mark']}`", (at, value.end, "")
        if after["mark"] == ".":
            hint, edit = "put the `.` before the quote", (value.start + after.start(), value.end, '."')
        yield failure.advise(what, hint, edit, offset=at)
    elif "\n" in value.text and first in "\"'":
        yield _straight_quotes(failure, value)
    elif "\n" in value.text and value.is_entry and "\\" not in value.text:
        yield _without_outer(failure, value)
    if first in "\"'" and "\n" not in value.text and value.text.count(first) == 2 and last != first:
        yield _quoted_first_words(failure, value)


def _straight_quotes(failure: ParseFailure, value: Value) -> Advice | None:
    """Explain a text of several lines in straight quotes, with one missing or too many inside."""
    first = value.text[0]
    marks = [mark.start() for mark in re.finditer(first, value.text)]
    if first == '"' and len(marks) == 1:
        return _unclosed(failure, value, 'write `"` after the last word of the text', value.start)
    if first == '"' and len(marks) > 2 and value.text.endswith(first) and "\\" not in value.text:
        return Advice(value.start + marks[1], _ESCAPED, (), _WHICH_QUOTES, _TOO_EARLY)
    if first == "'" and len(marks) >= 2 and not value.text.endswith("'"):
        return _without_outer(failure, value)
    return None


def _without_outer(failure: ParseFailure, value: Value) -> Advice | None:
    """Explain a text of several lines that needs quotes around it, or lacks the first."""
    if '"' in value.text[:-1] or not any(mark in value.text for mark in (": ", "'")):
        return None
    begin = (value.start, value.start, '"')
    if value.text.endswith('"'):
        what = "the quote before the text is missing"
        return failure.advise(what, 'write `"` before the text', begin, offset=value.start)
    what = "a text of several lines needs quotes around all of it"
    word = value.text.split("\n")[0].split(" ")[0]
    hint = f'write `"` before `{shorten(word)}`, and one after the last word of the text'
    return failure.advise(what, hint, begin, (value.end, value.end, '"'), offset=value.start)


def _quoted_first_words(failure: ParseFailure, value: Value) -> Advice | None:
    """Explain a text whose first words are in quotes, after which the value ends to YAML."""
    quote = value.text[0]
    words = value.text[1 : value.text.index(quote, 1)]
    other = "'" if quote == '"' else '"'
    if other in value.text or not value.text[-1].isalnum():
        return None
    whole = shorten(other + value.text + other)
    hint = f"put quotes around the whole: `{whole}`, or delete those around `{shorten(words)}`"
    what = "the text continues after the quote that ends it"
    return Advice(value.start, hint, (), "only you know whether the quotes belong to the text", what)


def odd_quotes(failure: ParseFailure) -> Advice | None:
    """Explain a value that opens or closes with another quote, which is none to YAML."""
    value = value_at(failure)
    if value is None or " #" in value.text or len(value.text) < 3:
        return None
    first, last, inner = value.text[0], value.text[-1], _APOSTROPHE.sub("", value.text[1:-1])
    odd = [mark for mark in (first, last) if mark in _ODD]
    is_pair = {first, last} <= {*_ODD, '"'}
    if not odd or (not is_pair and any(mark in inner for mark in _ODD)):
        return None
    quotes = "straight quotes" if odd[1:] else "a straight quote"
    hint = f'replace {" and ".join(f"`{mark}`" for mark in odd)} with {quotes} (`"`)'
    why_not, new = None, '"' + value.text[1:-1].replace('"', '\\"') + '"'
    if not is_pair or {first, last, "\\"} & {*inner}:
        hint += ', and write `\\"` for a quote within the text' if is_pair else ", and add the other one"
        why_not, new = "only you know where the quotation begins and ends", '"x"'
    offset = value.start if first in _ODD else value.end - 1
    what, edit = f"`{odd[0]}` is not a quote in YAML", (value.start, value.end, new)
    return failure.advise(what, hint, edit, offset=offset, why_not=why_not)


def value_at(failure: ParseFailure) -> Value | None:
    """Return the value that the line at fault starts or continues."""
    for line in (failure.own, *failure.above[: _MOST_LINES - 1]):
        match = _HEAD.match(line.text)
        if match and (line is failure.own or line.width < failure.indent):
            first, *rest = failure.text[line.start + match.start("value") :].split("\n")[: _MOST_LINES + 1]
            more = takewhile(partial(_is_continued, line.width), rest)
            text = "\n".join((first, *more)).rstrip()
            return Value(line.start + match.start("value"), text, line.is_entry)
        if line is not failure.own and line.opens:
            return None
    return None


def _is_continued(width: int, below: str) -> bool:
    """Return whether a line continues a text that is indented by so much."""
    is_inner = bool(below.strip()) and width_of(below) > width
    is_entry = below.lstrip().startswith("- ") and not _QUOTED_ENTRY.match(below)
    return is_inner and (is_entry or not _NEXT.match(below))
