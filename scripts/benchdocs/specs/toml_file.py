"""Read a TOML file that people write, and say what is wrong with it."""

import re
import tomllib
from typing import Any, NamedTuple

from benchdocs.documents.locations import Place, Position
from benchdocs.documents.text_file import TextFile

_UNREAD = "correct the file; the checks run without its settings"
_AT = re.compile(r" \(at line (\d+), column (\d+)\)$")
_HINT = "put straight quotes around a text, brackets around a list, and commas between its entries"
_LONG_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\r\n]*+"|'[^'\r\n]*+')[ \t]*+\.[ \t]*+){64}""")
"""Dotted key with absurdly many parts; the time to read one grows with the square of its length."""


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
        reason = _AT.sub("", str(error))
        return None, (FileFault(_place_of(error), f"the file is not valid TOML: {reason}", _HINT),)


def _place_of(error: Exception) -> Place:
    """Return the place that a TOML error names in its text, or the file's start."""
    match = _AT.search(str(error))
    return Place(position=Position(int(match[1]), int(match[2])) if match else None)
