"""Read a TOML file that people write, and say what is wrong with it."""

import re
import tomllib
from typing import Any, NamedTuple

from benchdocs.documents.locations import Place, Position
from benchdocs.documents.text_file import TextFile
from benchdocs.specs.numbers import date_hint

_UNREAD = "correct the file; the checks run without its settings"
_AT = re.compile(r" \(at line (\d+), column (\d+)\)$")
_UNCLOSED = ("a list or table is not closed, or lacks a comma, here", "put a comma between two entries")
_BACKSLASH = ("a text in double quotes has a `\\`", "put single quotes around it, or write `\\\\`")
_NO_KEY = (
    "a key is not followed by `=`",
    "write `key = value`; put quotes around a key with other characters than a to z, 0 to 9, `-` and `_`",
)
_OPEN_TEXT = ("a text is not closed", "put its closing quote at its end")
_TOML = {
    "Invalid value": ("a value is missing or not valid", "put straight quotes around a text"),
    r"Illegal character '\n'": ("a text does not end on its line", "put its closing quote there"),
    "Cannot declare": ("a table has two headings", "write all that belongs to it below one of them"),
    "Cannot overwrite": ("a key is there twice", "delete one of the two"),
    "Cannot mutate": ("a list has two forms", "write all of it in one list, or `[[...]]` tables alone"),
    "Unclosed": _UNCLOSED,
    "Invalid initial character": (
        "a table in `{...}` has a line end, or a comma before its `}`",
        "write all of it on one line, without a comma at its end",
    ),
    "Unescaped": _BACKSLASH,
    "Invalid hex": _BACKSLASH,
    "Expected '='": _NO_KEY,
    "Invalid statement": _NO_KEY,
    "Expected newline": ("a line has more than one value", "write each setting on its own line"),
    "Expected ']'": ("a heading in brackets is not closed", "put `]` at its end"),
    "Expected \"'": _OPEN_TEXT,
    "Expected '\"": _OPEN_TEXT,
}
"""What the parser means, and how to correct it, by how its message starts."""
_LONG_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\r\n]*+"|'[^'\r\n]*+')[ \t]*+\.[ \t]*+){64}""")
"""Dotted key with absurdly many parts; the time to read one grows with the square of its length."""

_BOOLEAN = re.compile(r"(?:true|false)\b", re.IGNORECASE)
_DATE = re.compile(r"(?<=[=:])\s*\d+[./]\d+[./]\d+")


class FileFault(NamedTuple):
    """Something wrong in a file."""

    place: Place
    message: str
    hint: str | None = None


def read_toml(file: TextFile) -> tuple[Any, tuple[FileFault, ...]]:
    """Return the table in a file; or None, and why it cannot be read."""
    if file.problems:
        return None, tuple(FileFault(problem.place, problem.message, _UNREAD) for problem in file.problems)
    if deep := _LONG_KEY.search(file.text):
        return None, (FileFault(file.place_of(deep.start()), "a key has more than 64 parts here", _UNREAD),)
    try:
        return tomllib.loads(file.text), ()
    except (ValueError, RecursionError) as error:
        reason, hint = _in_words(_AT.sub("", str(error)))
        place = _place_of(error)
        if position := place.position:
            offset = file.offset_of(position.line) + position.column - 1
            if reason == _UNCLOSED[0]:
                place = file.place_of(len(file.text[:offset].rstrip()))
            elif boolean := _BOOLEAN.match(file.text, offset):
                hint = f"write `{boolean[0].lower()}`"
            elif date := _DATE.search(file.lines[position.line - 1]):
                hint = date_hint(date[0])
        return None, (FileFault(place, f"the file is not valid TOML: {reason}", hint),)


def _in_words(message: str) -> tuple[str, str]:
    """Return what the parser means, and how to correct it."""
    for start, reason_and_hint in _TOML.items():
        if message.startswith(start):
            return reason_and_hint
    return message, _UNREAD


def _place_of(error: Exception) -> Place:
    """Return the place that a TOML error names in its text, or the file's start."""
    match = _AT.search(str(error))
    return Place(position=Position(int(match[1]), int(match[2])) if match else None)
