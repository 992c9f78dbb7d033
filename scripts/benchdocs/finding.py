"""What the checker says: a violation found in a document, and the finding a person reads.

A rule yields a `Violation`, which names a *route* inside a document (`("scoring_scale", "min_value")`).
Only at the end does the document turn the route into line and column, so that every rule and every
schema error shares one mechanism for positions.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple, Protocol

Route = tuple[str | int, ...]


class Severity(StrEnum):
    """How much a finding weighs: an error fails every build, a warning a strict one, a note none."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


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


class Link(NamedTuple):
    """A related place and what it has to do with the violation (`first defined here`)."""

    source: Source
    place: Place
    note: str


class Edit(NamedTuple):
    """A text to stand between two character offsets of a file, its byte order mark not counted."""

    path: str
    start: int
    end: int
    new: str


class Entry(NamedTuple):
    """One more entry for the list that stands at a route of a file."""

    path: str
    route: Route
    new: str


class Move(NamedTuple):
    """Another path for a file."""

    path: str
    new: str


Fix = tuple[Edit | Entry | Move, ...]
"""Changes that mend a violation, where there is exactly one way to; else nothing."""


class Violation(NamedTuple):
    """Something a rule found wrong at a place of a document."""

    source: Source
    place: Place
    message: str
    hint: str | None = None
    related: tuple[Link, ...] = ()
    severity: Severity | None = None
    """Where it differs from the rule's own severity."""
    fix: Fix = ()
    why_not: str | None = None
    """Why there is no fix, as a clause, where there is more to say than the rule says in general."""


class Related(NamedTuple):
    """A resolved `Link`."""

    path: str
    line: int
    column: int
    note: str

    @property
    def place(self) -> str:
        """The place in the form that a finding's has."""
        return f"{self.path}:{self.line}:{self.column}"


class Finding(NamedTuple):
    """One violation with its rule, severity and exact position, ready to be shown."""

    rule: str
    severity: Severity
    path: str
    line: int
    column: int
    message: str
    hint: str | None = None
    related: tuple[Related, ...] = ()
    excerpt: str | None = None
    field: str = ""
    """Top-level field of the spec that it is about; empty where it is about the file or a line of it."""
    fix: Fix = ()
    why_not: str | None = None

    @property
    def place(self) -> str:
        """The `file:line:column` form that editors and terminals turn into a link."""
        return f"{self.path}:{self.line}:{self.column}"

    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Findings are listed by file, then by position, then by rule."""
        return (self.path, self.line, self.column, self.rule, self.message)


def printable(text: str) -> str:
    """A text in which what cannot be shown stands escaped."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def resolve(violation: Violation, rule: str, severity: Severity) -> Finding:
    """Turn a violation's routes into positions."""
    position = violation.source.locate(violation.place)
    lines = violation.source.lines
    excerpt = lines[position.line - 1] if position.line <= len(lines) else None
    related = []
    for link in violation.related:
        where = link.source.locate(link.place)
        related.append(Related(link.source.path, where.line, where.column, link.note))
    return Finding(
        rule=rule,
        severity=violation.severity or severity,
        path=violation.source.path,
        line=position.line,
        column=position.column,
        message=printable(violation.message),
        hint=printable(violation.hint) if violation.hint else violation.hint,
        related=tuple(related),
        excerpt=excerpt,
        field=str(violation.place.route[0]) if violation.place.route else "",
        fix=violation.fix,
        why_not=violation.why_not,
    )


_LONGEST_WORD = 200
"""Characters of a mistyped word that is compared; codes, fields and paths are shorter."""


def closest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The known word closest to a mistyped one, or None where none is close."""
    import difflib  # only a suite with a mistyped word pays for it

    by_lower = {candidate.lower(): candidate for candidate in known}
    if not by_lower or len(word) > _LONGEST_WORD:
        return None
    close = difflib.get_close_matches(word.lower(), sorted(by_lower), n=1, cutoff=cutoff)
    return by_lower[close[0]] if close else None


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A hint that names the known word closest to a mistyped one, or None where none is close."""
    close = closest(word, known)
    return f"did you mean `{close}`?" if close else None
