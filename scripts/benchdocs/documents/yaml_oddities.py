"""Advise on what YAML allows and a spec does not: a second document, an anchor, a repeated field."""

import re
from typing import Any, NamedTuple

from benchdocs.documents.text_file import shorten

_WHOLE_LINE = re.compile(
    r"(?P<field>(?P<indent>[ ]*)[\w.]+:[ ]+[^\s>|&*!#\[{\"'][^\r\n#]*?)[ ]*(?:\r?\n|\Z)"
    r"(?!(?:[ ]*\r?\n)*(?P=indent)[ ]+\S)"
)


class Advice(NamedTuple):
    """Advice on an oddity: its offset, what to do, and the edits (start, end, new text) that do it.

    Attributes:
        why_not: Why there are no edits, as a clause.
    """

    offset: int
    hint: str
    edits: tuple[tuple[int, int, str], ...] = ()
    why_not: str | None = None


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
