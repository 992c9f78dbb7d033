"""Explain a YAML syntax error to its author: where it is, what to write, and the edit that fixes it.

A parser reports in terms of its grammar where it had to stop; the author left out a space after a colon.
Each known cause is tried out: its edit is offered only if the text can then be read further, and only if
there is one way to fix it. Only a suite with a broken file imports these modules.
"""

import re
from collections.abc import Iterator
from typing import Any

import yaml

from benchdocs.documents.field_names import FieldNames
from benchdocs.documents.syntax_errors import layout, lists
from benchdocs.documents.syntax_errors.brackets import bracket_errors
from benchdocs.documents.syntax_errors.fields import colon_errors, dashed_fields, marked_name
from benchdocs.documents.syntax_errors.parse_failure import Advice, ParseFailure
from benchdocs.documents.syntax_errors.plain_values import comparison_at_level, value_errors
from benchdocs.documents.syntax_errors.quotes import quote_lookalikes, quotes_over_lines
from benchdocs.documents.syntax_errors.whitespace import whitespace_errors
from benchdocs.documents.text_file import shorten

__all__ = ["Advice", "explain", "explain_anchor", "explain_second_document"]

_LONGEST_TEXT = 100_000
"""Longest text whose errors are tried out, in characters; a spec has about 3,000."""
_WHOLE_LINE = re.compile(
    r"(?P<field>(?P<indent>[ ]*)[\w.]+:[ ]+[^\s>|&*!#\[{\"'][^\r\n#]*?)[ ]*(?:\r?\n|\Z)"
    r"(?!(?:[ ]*\r?\n)*(?P=indent)[ ]+\S)"
)
_ADVICE = {
    "mapping values are not allowed": "a text that contains `: ` needs quotes, or a `>` and its own lines",
    "found character that cannot start any token": "indent with spaces, not tabs; put quotes "
    "around a text that starts with `@`, `` ` `` or `%`",
    "could not find expected ':'": "write `key: value`, with a colon and a space, and indent continued text",
    "block sequence entries are not allowed": "write the text, or put each entry on a separate line",
    "did not find expected key": "align the key with the other keys of its block",
    "did not find expected '-' indicator": "align the list entry with the other `-` entries",
    "found unexpected end of stream": "close the quote or bracket that was opened earlier",
    "did not find expected ',' or": "close the bracket, or put quotes around the text",
    "did not find expected comment or line break": "write nothing after the `>` or `|` of a text",
    "found unknown escape character": "double the backslash, or use single quotes",
    "did not find expected hexdecimal number": "double the backslash, or use single quotes",
}


def explain(text: str, error: yaml.YAMLError, last_scalar: Any, names: FieldNames) -> Advice:
    """Return advice on a parser's error; where its cause is unknown, its place and general advice."""
    failure = ParseFailure(text, error, last_scalar, names)
    if len(text) <= _LONGEST_TEXT and (found := next(filter(None, _candidates(failure)), None)):
        return found
    advice = next((hint for start, hint in _ADVICE.items() if failure.problem.startswith(start)), None)
    return Advice(failure.offset, failure.quote_advice or advice)


def _candidates(failure: ParseFailure) -> Iterator[Advice | None]:
    """Yield possible causes of a parser's error, the least doubtful first; each is tried when asked for."""
    yield from whitespace_errors(failure)
    yield bracket_errors(failure)
    yield dashed_fields(failure)
    yield marked_name(failure)
    yield from colon_errors(failure)
    yield from lists.entry_errors(failure)
    yield quote_lookalikes(failure)
    yield layout.sentence_at_margin(failure)
    yield lists.missing_dash(failure)
    yield lists.line_below_entry(failure)
    yield lists.value_above_entries(failure)
    yield from value_errors(failure)
    yield from quotes_over_lines(failure)
    yield comparison_at_level(failure)
    yield layout.text_not_indented(failure)
    yield layout.block_field_at_margin(failure)
    yield layout.block_below_value(failure)
    yield layout.name_too_far_left(failure)
    yield layout.misaligned_line(failure)
    yield layout.text_without_marker(failure)
    yield layout.stray_line(failure)


def explain_second_document(text: str, start: int) -> Advice:
    """Advise on a further document; a `---` without anything below it can be deleted."""
    if marker := re.compile(r"(?P<line>---[ \t]*(?:\r\n|\r|\n|$))\s*$").match(text, start):
        return Advice(start, "delete the `---`", ((start, marker.end("line"), ""),))
    hint = "delete the `---`, and keep one spec per file"
    return Advice(start, hint, why_not="only you know which of the documents is the spec")


def explain_anchor(text: str, start: int, name: str) -> Advice:
    """Advise on an anchor, which can be deleted where no alias refers to it and it is no part of a text."""
    anchor = re.compile(r"&\S+[ ]+(?=[\"'\[{>|]|-?[0-9.]+[ ]*(?:#|\r?$))", re.MULTILINE).match(text, start)
    alone = anchor and not re.search(rf"\*{re.escape(name)}\b", text)
    edits = ((start, anchor.end(), ""),) if anchor and alone else ()
    hint = "delete it and write out the value where it is used; if it is text, put quotes around all of it"
    return Advice(start, hint, edits)


def explain_key_alone(text: str, key: Any, before: list[tuple[Any, Any]]) -> Advice:
    """Advise on a key in braces without a value, which a missing space or a comma has made.

    The nodes before it are those of the last text and its key, if there is one.
    """
    start, end, written = key.start, key.end, text[key.start : key.end]
    if joined := re.fullmatch(r"(?P<name>[A-Za-z][\w.-]* *:)(?P<value>(?!//)\S.*)", written, re.DOTALL):
        colon, right = start + joined.end("name"), f"{joined['name']} {joined['value']}"
        return Advice(start, f"write `{shorten(right)}`", ((colon, colon, " "),))
    hint = f"write `{shorten(written)}: ` and its value"
    for name, value in before:
        whole = f'{shorten(name.source)}: "{shorten(" ".join(text[value.start : end].split()))}"'
        hint = f"if it belongs to the text before it, put quotes around all of it: `{whole}`"
    return Advice(start, hint)


def repeated_line(text: str, start: int, first: int) -> tuple[tuple[int, int, str], ...]:
    """Return the deletion of a line that repeats a field with the same value; empty where it does not."""
    line, other = (_WHOLE_LINE.match(text, text.rfind("\n", 0, key) + 1) for key in (start, first))
    is_same = line and other and line["field"] == other["field"]
    return ((line.start(), line.end(), ""),) if line and is_same else ()
