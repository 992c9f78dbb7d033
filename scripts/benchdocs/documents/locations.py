"""Routes, places and positions in a document, and the edit that fixes what is wrong there.

A rule yields a `Violation`, which names a *route* inside a document (`("scoring_scale", "min_value")`).
Only at the end does the document turn the route into line and column, so that every rule and every
schema error shares one mechanism for positions.
"""

from typing import NamedTuple

Route = tuple[str | int, ...]


class Position(NamedTuple):
    """A line and column of a text file, counted from 1, in characters."""

    line: int
    column: int


class Place(NamedTuple):
    """A spot inside a document, named by its content.

    `route` leads through keys and list indexes; `key` asks for the last key instead of its value;
    `text` narrows to the first occurrence of that text within the value. A file that could not be
    parsed has no routes; its places have a `position`, where the `text`, if there is one, starts.
    """

    route: Route = ()
    key: bool = False
    text: str | None = None
    position: Position | None = None


def at(*route: str | int, text: str | None = None) -> Place:
    """Return the place of the value at a route, or of the given text within that value."""
    return Place(route, text=text)


def on_line(number: int) -> Place:
    """Return the place where a line starts."""
    return Place(position=Position(number, 1))


def at_key(*route: str | int) -> Place:
    """Return the place of the key that ends a route."""
    return Place(route, key=True)


class Edit(NamedTuple):
    """A replacement for the text between two character offsets of a file, its byte order mark not counted."""

    path: str
    start: int
    end: int
    new: str


def printable(text: str) -> str:
    """Escape the characters of a text that cannot be shown."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
