"""The place where a parser stopped, the lines around it, and whether an edit gets it further."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import yaml

from benchdocs.documents.field_names import FieldNames
from benchdocs.documents.text_file import edited

_UNCLOSED = ("found unexpected end of stream", "did not find expected ',' or")
MOST_LINES = 200
"""Lines above an entry within which the name of its list is looked for."""
FIELD = re.compile(r"(?P<lead>[ ]*(?P<key>[\w.-]+)[ ]*:[ ]+)(?P<value>\S(?:.*[^ ])?)[ ]*$")
BARE_FIELD = re.compile(r"(?P<lead>[ ]*(?P<key>[\w.-]+):)[ ]*$")
FIELD_LIKE = re.compile(r"[ ]*(?:-[ ]|[a-z][a-z_]*:(?:[ ]|$))")


class Advice(NamedTuple):
    """Advice on an error: its offset, what to do, and the edits (start, end, new text) that do it."""

    offset: int
    hint: str | None
    edits: tuple[tuple[int, int, str], ...] = ()
    why_not: str | None = None
    """Why there are no edits, as a clause."""
    what: str | None = None
    """What is wrong, in an author's words; None where only the parser's words are known."""


class ParseFailure:
    """The place where a parser stopped, moved to where the author has to look."""

    def __init__(self, text: str, error: yaml.YAMLError, last: Any, names: FieldNames) -> None:
        self.text = text
        self.names = names
        self.fields = names.margin
        self.problem = str(getattr(error, "problem", None) or "")
        self.quote_advice: str | None = None
        mark, opened = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
        if mark and opened and opened.line < mark.line and self.problem.startswith((*_UNCLOSED, "could not")):
            mark = opened
        elif mark and last and last.style in ("'", '"') and last.end_mark.line == mark.line:
            mark = last.start_mark if last.start_mark.line < mark.line else mark
            inside = 'write `\\"` for one' if last.style == '"' else "double one"
            self.quote_advice = f"close the quote where its text ends, and {inside} inside it"
        self.offset = min(mark.index, len(text)) if mark else 0
        self.start = text.rfind("\n", 0, self.offset) + 1
        end = text.find("\n", self.offset)
        self.end = len(text) if end < 0 else end

    @property
    def line(self) -> str:
        """The line at fault, without its line end."""
        return self.text[self.start : self.end].rstrip("\r")

    @property
    def indent(self) -> int:
        """The number of spaces before the line at fault."""
        return width_of(self.line)

    def lines_above(self) -> Iterator[tuple[int, str]]:
        """Yield the lines above that are not blank, the nearest first, each with its offset."""
        return reversed(self._lines(0, self.start))

    def lines_below(self) -> Iterator[tuple[int, str]]:
        """Yield the lines below that are not blank, each with its offset."""
        return iter(self._lines(self.end, len(self.text)))

    def _lines(self, start: int, end: int) -> list[tuple[int, str]]:
        found = re.compile(r"[^\n]+").finditer(self.text, start, end)
        return [(line.start(), line[0].rstrip("\r")) for line in found if not line[0].isspace()]

    @property
    def newline(self) -> str:
        """The line end that the text uses."""
        return "\r\n" if "\r\n" in self.text else "\n"

    def advise(
        self,
        what: str,
        hint: str,
        *edits: tuple[int, int, str],
        offset: int | None = None,
        why_not: str | None = None,
    ) -> Advice | None:
        """Return advice if these edits let the parser read on; `why_not` leaves them out."""
        if not reads_beyond(self.text, edits, self.end):
            return None
        at = self.offset if offset is None else offset
        return Advice(at, hint, () if why_not else edits, why_not, what)


def is_single(failure: ParseFailure) -> bool:
    """Return whether the next line opens a field or entry, so that the text ends with its line."""
    below = failure.text[failure.end + 1 :].lstrip("\r\n")
    return not below.strip() or bool(FIELD_LIKE.match(below)) or width_of(below) <= failure.indent


def width_of(line: str) -> int:
    """Return the number of spaces before a line."""
    return len(line) - len(line.lstrip(" "))


def spaces(width: int) -> str:
    """Return a number of spaces in words."""
    return ("no space", "one space", "two spaces")[width] if width < 3 else f"{width} spaces"


def indented_by(width: int) -> str:
    """Tell how to indent a line by so much: `indent it by two spaces in all`."""
    return f"indent it by {spaces(width)} in total" if width else f"write {spaces(0)} before it"


def open_bracket(text: str) -> int | None:
    """Return the offset of the first bracket that a text opens and never closes."""
    opened: list[int] = []
    for event in _parsed(text)[0]:
        if isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
            # An anchor or a tag precedes its bracket, which then is the event's last character.
            opened.append(int(getattr(event.end_mark, "index", 0)) - 1 if event.flow_style else -1)
        elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
            opened.pop()
    return next((start for start in opened if start >= 0), None)


def reads_beyond(text: str, edits: Iterable[tuple[int, int, str]], end: int) -> bool:
    """Return whether a parser reads the edited text at least beyond the end of the line at fault."""
    edits = tuple(edits)
    added = sum(len(new) - (stop - start) for start, stop, new in edits if start <= end)
    _, stopped = read_events(edited(text, edits))
    return bool(edits) and (stopped is None or stopped > end + added)


def read_events(text: str) -> tuple[list[tuple[type, object]], int | None]:
    """Return the events of a text, and the offset where reading stops; None where it does not."""
    events, stopped = _parsed(text)
    return [(type(event), getattr(event, "value", None)) for event in events], stopped


def _parsed(text: str) -> tuple[list[Any], int | None]:
    """Return a parser's events up to the first alias, and the offset where it stops."""
    events: list[Any] = []
    loader: Any = yaml.CSafeLoader(text)
    try:
        while (event := loader.get_event()) and not isinstance(event, yaml.AliasEvent):
            events.append(event)
        return events, int(event.start_mark.index) if event else None
    except yaml.MarkedYAMLError as error:
        marks = [error.problem_mark]
        if str(error.context).startswith("while scanning"):
            marks.append(error.context_mark)
        return events, min((mark.index for mark in marks if mark is not None), default=0)
    except yaml.YAMLError:
        return events, 0
