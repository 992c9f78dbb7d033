"""What the checker says: a violation found in a document, and the finding a person reads.

A rule yields a `Violation`, which names a *route* inside a document (`("scoring_scale", "min_value")`).
Only at the end does the document turn the route into line and column, so that every rule and every
schema error shares one mechanism for positions.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

Route = tuple[str | int, ...]


class Position(NamedTuple):
    """A place in a text file; line and column count from 1, in characters."""

    line: int
    column: int


class Source(Protocol):
    """A file of the suite that can say where a route or a piece of its text stands."""

    @property
    def path(self) -> str:
        """Path relative to the suite's root, with forward slashes."""

    @property
    def lines(self) -> list[str]:
        """The file's lines without their line ends."""

    def locate(self, place: Place) -> Position:
        """Position of the place; the nearest enclosing place where it does not exist."""


class Place(NamedTuple):
    """A spot inside a document, named by what it holds.

    `route` leads through keys and list indexes; `key` asks for the last key instead of its value;
    `text` narrows to the first occurrence of that text within the value. A file that could not be
    taken apart has no routes: there `position` says where.
    """

    route: Route = ()
    key: bool = False
    text: str | None = None
    position: Position | None = None


def at(*route: str | int, text: str | None = None) -> Place:
    """The value at this route, or the given text within that value."""
    return Place(route, text=text)


def at_key(*route: str | int) -> Place:
    """The key that ends this route."""
    return Place(route, key=True)


class Edit(NamedTuple):
    """A text to stand between two character offsets of a file, its byte order mark not counted."""

    path: str
    start: int
    end: int
    new: str


class ListEntry(NamedTuple):
    """One more entry for the list that stands at a route of a file."""

    path: str
    route: Route
    new: str


class Move(NamedTuple):
    """Another path for a file."""

    path: str
    new: str


Fix = tuple[Edit | ListEntry | Move, ...]
"""Changes that mend a violation, where there is exactly one way to; else nothing."""


def printable(text: str) -> str:
    """A text in which what cannot be shown stands escaped."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
