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

_AFTER_QUOTE = re.compile(r"\"[ ]*(?P<mark>[,;.])$")
_QUOTE = re.compile(r"(?<!\\)\"")
_CLOSED_BY = {
    **{"\u201c": "\u201d", "\u201e": "\u201d\u201c", "\u201d": "\u201d", "\u201f": "\u201d"},
    **{"\u2018": "\u2019", "\u201a": "\u2019\u2018", "\u2019": "\u2019", "\u201b": "\u2019"},
    **{"\uff02": "\uff02", "\uff07": "\uff07", "`": "`", "\u00b4": "\u00b4", "\u301d": "\u301e"},
    **{"\u00ab": "\u00bb", "\u00bb": "\u00ab", "\u2039": "\u203a", "\u203a": "\u2039"},
}
"""Characters that open a quotation, each with those that close it."""
_LOOKALIKES = frozenset("".join((*_CLOSED_BY, *_CLOSED_BY.values())))
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])['\u2019](?=[^\W\d_])")
_OPENING = re.compile(r"(?:^|(?<=[\s(]))'(?=\S)")
_CLOSING = re.compile(r"(?<=\S)'(?=[\s.,;:)]|$)")
_STRAIGHT_IN_VALUES = re.compile(r"(?:[“„].*[”“]|‘.*’|`(?!.*: ).*`)$")
"""Values of one line that `plain_values` fixes, without quotes where none are needed."""
_TOO_EARLY = "a quote within the text ends it too early"
_ESCAPED = 'write `\\"` for a quote within the text'
_WHICH_QUOTES = "only you know which quotes belong to the text"
_WHY_NOT = "only you know where the quotation begins and ends"
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


def _straightened(value: Value) -> list[tuple[int, int, str]]:
    """Return the edits that put double quotes around a text in place of other characters."""
    marks = [value.start + mark.start() for mark in re.finditer('"', value.text)]
    escapes = [(at, at + 1, '\\"') for at in marks if value.start < at < value.end - 1]
    return [(value.start, value.start + 1, '"'), *escapes, (value.end - 1, value.end, '"')]


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


def quote_lookalikes(failure: ParseFailure) -> Advice | None:
    """Explain a value that opens or closes with a character like a quote, which is none to YAML."""
    value = value_at(failure)
    if value is None or " #" in value.text or len(value.text) < 3:
        return None
    first, last = value.text[0], value.text[-1]
    inner = _APOSTROPHE.sub("x", value.text[1:-1])
    if first == "'" and last in {'"', *_LOOKALIKES}:
        return _apostrophe_before_text(failure, value, inner)
    if first == '"' and last == "'":
        return _apostrophe_after_text(failure, value, inner)
    if first not in _LOOKALIKES and last not in _LOOKALIKES:
        return None
    if first in {'"', *_LOOKALIKES} and last in {'"', *_LOOKALIKES}:
        return _quote_pair(failure, value, inner)
    if last == "'":
        return None
    if first in _LOOKALIKES and any(mark in inner for mark in _CLOSED_BY.get(first, first)):
        return None  # a word or two at the beginning stand within them
    if first not in _LOOKALIKES and any(last in _CLOSED_BY.get(mark, "") for mark in inner):
        return None
    mark, at_other_end = (first, "ends") if first in _LOOKALIKES else (last, "begins")
    hint = f'replace {_named(mark)} with `"`, and put another where the text {at_other_end}'
    return _without_fix(failure, value, mark, hint)


def _quote_pair(failure: ParseFailure, value: Value, inner: str) -> Advice | None:
    """Explain a text between two characters that are not both quotes to YAML."""
    first, last = value.text[0], value.text[-1]
    within = {first, last, *_CLOSED_BY.get(first, "")} & set(inner)
    is_clear = not within and "\\" not in inner and (first != '"' or last != '"')
    if is_clear and "\n" not in value.text and _STRAIGHT_IN_VALUES.match(value.text):
        return None
    odd = first if first in _LOOKALIKES else last
    hint = f'replace {_named(odd)} with a straight quote (`"`)'
    if first in _LOOKALIKES and last in _LOOKALIKES:
        hint = f'replace {_named(first)} and {_named(last)} with straight quotes (`"`)'
    if not is_clear:
        return _without_fix(failure, value, odd, f'{hint}, and write `\\"` for a quote within the text')
    changed = [edit for edit in _straightened(value) if failure.text[edit[0] : edit[1]] != edit[2]]
    offset = value.start if first in _LOOKALIKES else value.end - 1
    return failure.advise(_described(odd), hint, *changed, offset=offset)


def _apostrophe_before_text(failure: ParseFailure, value: Value, inner: str) -> Advice | None:
    """Explain a text that opens with `'` and closes with another character."""
    last = value.text[-1]
    at = inner.find("'")
    opens_again = at > 0 and inner[at - 1] in " (" and inner[at + 1 : at + 2].isalnum()
    if (at >= 0 and not opens_again) or (last in _LOOKALIKES and at < 0):
        return None  # the first words stand within apostrophes
    hint = "replace the `'` before the text with `\"`"
    if last in _LOOKALIKES:
        hint += f", and {_named(last)} at its end too"
    if last in inner or '"' in inner or "\\" in inner:
        return _without_fix(failure, value, "'", hint)
    begin, end = (value.start, value.start + 1, '"'), (value.end - 1, value.end, '"')
    edits = (begin, end) if last in _LOOKALIKES else (begin,)
    what = "there is an apostrophe instead of the quote before the text"
    return failure.advise(what, hint, *edits, offset=value.start)


def _apostrophe_after_text(failure: ParseFailure, value: Value, inner: str) -> Advice | None:
    """Explain a text that closes with a `'` that closes no quotation within it."""
    opened, closed = len(_OPENING.findall(inner)), len(_CLOSING.findall(inner))
    if opened == closed + 1 or '"' in inner or "\\" in inner:
        return None  # it closes a quotation within the text
    hint = "replace the `'` after the text with `\"`"
    if opened != closed:
        return _without_fix(failure, value, "'", f'{hint}, or add `"` after it if it belongs to the text')
    what = "there is an apostrophe instead of the quote after the text"
    return failure.advise(what, hint, (value.end - 1, value.end, '"'), offset=value.end - 1)


def _without_fix(failure: ParseFailure, value: Value, mark: str, hint: str) -> Advice | None:
    """Advise without edits where the value is what cannot be read."""
    offset = value.start if value.text[0] == mark else value.end - 1
    edit = (value.start, value.end, '"x"')
    return failure.advise(_described(mark), hint, edit, offset=offset, why_not=_WHY_NOT)


def _described(mark: str) -> str:
    if mark in "\u201c\u201d\u201e\u2018\u2019":
        return "curly quotes are not quotes in YAML"
    return "an apostrophe is not a quote here" if mark == "'" else f"{_named(mark)} is not a quote in YAML"


def _named(mark: str) -> str:
    return "a backtick" if mark == "`" else f"`{mark}`"


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
