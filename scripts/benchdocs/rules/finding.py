"""Findings: what a rule reports, and the place, hint and fix that come with it."""

from enum import StrEnum
from typing import NamedTuple

from benchdocs.documents.locations import Edit, Place, Route, printable
from benchdocs.documents.text_file import TextFile


class Severity(StrEnum):
    """How much a finding weighs: an error fails every build, a warning a strict one, a note none."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Link(NamedTuple):
    """A related place and what it has to do with the violation (`first defined here`)."""

    source: TextFile
    place: Place
    note: str


class Violation(NamedTuple):
    """Something a rule found wrong at a place of a document.

    Attributes:
        severity: Its severity, where it differs from the rule's own severity.
        fix: The text to write at its place, where exactly one is right; or an edit at another place.
    """

    source: TextFile
    place: Place
    message: str
    hint: str | None = None
    related: tuple[Link, ...] = ()
    severity: Severity | None = None
    fix: str | Edit | None = None


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
    """One violation with its rule, severity and exact position, ready to be shown.

    `route` is where it is in the spec, or empty where it is about the file or a line of it.
    """

    rule: str
    severity: Severity
    path: str
    line: int
    column: int
    message: str
    hint: str | None = None
    related: tuple[Related, ...] = ()
    excerpt: str | None = None
    route: Route = ()
    fix: Edit | None = None

    @property
    def place(self) -> str:
        """The `file:line:column` form that editors and terminals turn into a link."""
        return f"{self.path}:{self.line}:{self.column}"

    @property
    def identity(self) -> tuple[str, str, str]:
        """What stays the same while lines move: rule, path and message."""
        return self.rule, self.path, self.message

    @property
    def field(self) -> str:
        """The top-level field that it is about; empty where it is about the file or a line of it."""
        return str(self.route[0]) if self.route else ""

    @property
    def gravity(self) -> int:
        """Its place among findings of all severities: 0 for an error."""
        return list(Severity).index(self.severity)

    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Return the key that orders findings by file, then by position, then by rule."""
        return (self.path, self.line, self.column, self.rule, self.message)


def resolve(violation: Violation, rule: str, severity: Severity) -> Finding:
    """Turn a violation's routes into positions, and its fix into an edit."""
    position = violation.source.locate(violation.place)
    lines = violation.source.lines
    excerpt = lines[position.line - 1] if position.line <= len(lines) else None
    fix = violation.fix
    if isinstance(fix, str):
        fix = violation.source.edit(violation.place, fix)
    places = [(link, link.source.locate(link.place)) for link in violation.related]
    related = tuple(Related(link.source.path, *place, link.note) for link, place in places)
    return Finding(
        rule=rule,
        severity=violation.severity or severity,
        path=violation.source.path,
        line=position.line,
        column=position.column,
        message=printable(violation.message),
        hint=violation.hint and printable(violation.hint),
        related=related,
        excerpt=excerpt,
        route=violation.place.route,
        fix=fix,
    )
