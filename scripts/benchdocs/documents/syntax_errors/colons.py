"""Errors at a field's colon: it is absent, another character is in its place, or no space follows it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchdocs.documents.syntax_errors.names import COLON_LIKE, has_field, in_place_of_colon
from benchdocs.documents.syntax_errors.parse_failure import Advice, ParseFailure, width_of
from benchdocs.documents.text_file import shorten

_NO_SPACE = re.compile(r"(?P<lead>[ ]*(?P<key>[A-Za-z_]\w*|\d[\d.]*):)(?P<value>[^\s:/](?:.*[^ ])?)[ ]*$")
_OTHER_CHARACTER = re.compile(
    r"(?P<lead>[ ]*(?P<key>[A-Za-z_]\w*|\d[\d.]*))[ ]*"
    rf"(?P<mark>(?!:[^=])(?:{COLON_LIKE})|(?<= )[-\u2013\u2014](?= [\"']))[ ]*(?P<value>\S(?:.*[^ ])?)[ ]*$"
)
_ABSENT = re.compile(
    r"(?P<lead>[ ]*(?P<key>[a-z]+(?:_[a-z]+)*|\d+(?:\.\d+)?))(?:[ ]+(?P<value>[^\s:=](?:.*[^ ])?))?[ ]*$"
)
_UNAMBIGUOUS_COLONS = ":==\uff1a\ufe55\ufe30\u2236\ua789"
_SENTENCE_VERB = re.compile(
    r"(?:is|are|was|were|has|have|may|can|must|will|should|of|in|on|for|from|to|and|or|that|which)\b"
)
"""Words after the first word of a sentence, which then names no field."""
_NUMBER = re.compile(r"[0-9]*\.?[0-9]+$")


def colon_errors(failure: ParseFailure) -> Iterator[Advice]:
    """Yield errors at the colon of the line at fault, or of the lines right above it.

    To the parser, a line without a proper colon below the name of a block is text; it stops only at the
    colon of the next line.
    """
    if advice := _hash_after_colon(failure):
        yield advice
    if found := _colon_error(failure, failure.start, failure.line):
        what, hint, edit = found
        yield from filter(None, [failure.advise(what, hint, edit)])
    edits, top = [], None
    for start, line in failure.lines_above():
        found = _colon_error(failure, start, line) if width_of(line) == failure.indent else None
        if found is None:
            break
        what, hint, edit = found
        edits.append(edit)
        top = start + failure.indent
    if edits:
        yield from filter(None, [failure.advise(what, hint, *edits, offset=top)])


def _colon_error(
    failure: ParseFailure, start: int, line: str
) -> tuple[str, str, tuple[int, int, str]] | None:
    """Return what is wrong with the colon of a line, what to write, and the edit."""
    match = _NO_SPACE.match(line)
    if match and match["value"][0] != "#":
        at = start + match.end("lead")
        return "there is no space behind the colon", _corrected(match), (at, at, " ")
    match = _OTHER_CHARACTER.match(line)
    is_likely = match and (match["mark"] in _UNAMBIGUOUS_COLONS or _names_a_field(failure, match))
    if match and is_likely and (start == failure.start or _names_a_field(failure, match)):
        edit = (start + match.end("lead"), start + match.start("value"), ": ")
        return in_place_of_colon(match["mark"]), _corrected(match), edit
    match = _ABSENT.match(line)
    if match and _names_a_field(failure, match):
        at = start + match.end("lead")
        return f"there is no colon behind `{match['key']}`", _corrected(match), (at, at, ":")
    return None


def _hash_after_colon(failure: ParseFailure) -> Advice | None:
    """Explain a `#` right after a colon, which to YAML is part of the name."""
    match = _NO_SPACE.match(failure.line)
    value = match["value"].lstrip("# ") if match else ""
    if not match or match["value"][0] != "#" or not value:
        return None
    at = failure.start + match.end("lead")
    hint = f"write `{shorten(match['key'] + ': ' + value)}`"
    if match["key"] not in failure.names.plain:
        hint += ", or put a space ahead of the `#` if it opens a comment"
    why_not = "whether a value or a comment stands behind the `#` only you know"
    return Advice(at, hint, (), why_not, f"a `#` stands right behind the colon of `{match['key']}`")


def _corrected(match: re.Match[str]) -> str:
    value = f" {match['value']}" if match["value"] else ""
    return f"write `{shorten(match['key'] + ':' + value)}`"


def _names_a_field(failure: ParseFailure, match: re.Match[str]) -> bool:
    """Return whether the first word of a line can only be a field's name or a level, and not start a text."""
    key, value = match["key"], match["value"] or ""
    if key[0].isdigit():
        return value.startswith(("'", '"'))
    if _SENTENCE_VERB.match(value):
        return False
    is_known = key in failure.fields and match["lead"] == key and not has_field(failure, key)
    return is_known or "_" in key or bool(_NUMBER.match(value))
