"""The place where a parser stopped, the lines around it, and whether an edit gets it further."""

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

import yaml

from benchdocs.documents.field_names import FieldNames
from benchdocs.documents.text_file import edited

Edit = tuple[int, int, str]
"""Two offsets, and the text to write between them."""
_UNCLOSED = ("found unexpected end of stream", "did not find expected ',' or")
MOST_LINES = 200
"""Lines above an entry within which the name of its list is looked for."""
FIELD = re.compile(r"(?P<lead>[ ]*(?P<key>[\w.-]+)[ ]*:[ ]+)(?P<value>\S(?:.*[^ ])?)[ ]*$")
_ENTRY = re.compile(r"[ ]*-[ ]+(?P<value>\S(?:.*[^ ])?)[ ]*$")
_BARE_FIELD = re.compile(r"[ ]*(?P<key>[\w.-]+)[ ]*:[ ]*$")
FIELD_LIKE = re.compile(r"[ ]*(?:-[ ]|[a-z][a-z_]*:(?:[ ]|$))")


class Advice(NamedTuple):
    """Advice on an error: its offset, what to do, and the edits (start, end, new text) that do it.

    Attributes:
        why_not: Why there are no edits, as a clause.
        what: What is wrong, in an author's words; None where only the parser's words are known.
    """

    offset: int
    hint: str | None
    edits: tuple[Edit, ...] = ()
    why_not: str | None = None
    what: str | None = None


class Line(NamedTuple):
    """A line of the text, without its line end, by its offset."""

    start: int
    text: str

    @property
    def width(self) -> int:
        """The number of spaces before it."""
        return width_of(self.text)

    @property
    def inner(self) -> int:
        """The offset of its first character that is no space."""
        return self.start + self.width

    @property
    def name(self) -> str:
        """What precedes its first colon, as the name of a field does."""
        return self.text.split(":")[0].strip()

    @property
    def is_entry(self) -> bool:
        """Whether it opens an entry of a list."""
        return self.text.lstrip().startswith("- ")

    @property
    def opens(self) -> bool:
        """Whether it opens a field or an entry."""
        return FIELD_LIKE.match(self.text) is not None

    @property
    def bare_key(self) -> str:
        """The name of a field whose value is on the lines below; else empty."""
        bare = _BARE_FIELD.match(self.text)
        return bare["key"] if bare else ""

    @property
    def end(self) -> int:
        """The offset after its last character that is no space."""
        return self.start + len(self.text.rstrip(" "))

    def names_list(self, indent: int) -> bool:
        """Return whether it names the list that an entry with so many spaces before it belongs to."""
        return self.bare_key != "" and self.width <= indent

    def indented(self, width: int) -> Edit:
        """Return the edit that puts this many spaces before it."""
        return self.start, self.inner, " " * width


NO_LINE = Line(0, "")


class Value(NamedTuple):
    """A value as it is written, over all of its lines."""

    start: int
    text: str
    is_entry: bool

    @property
    def end(self) -> int:
        """The offset after its last character."""
        return self.start + len(self.text)


class ParseFailure:
    """The place where a parser stopped, moved to where the author has to look.

    Attributes:
        line: The line at fault, without its line end.
    """

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

        self.line = text[self.start : self.end].rstrip("\r")
        self.own = Line(self.start, self.line)
        self.indent = self.own.width

    @cached_property
    def above(self) -> list[Line]:
        """The lines above that are not blank, the nearest first."""
        return self.lines_between(0, self.start)[::-1]

    @cached_property
    def below(self) -> list[Line]:
        """The lines below that are not blank."""
        return self.lines_between(self.end, len(self.text))

    @property
    def next_above(self) -> Line:
        """The nearest line above that is not blank; an empty one where there is none."""
        return next(iter(self.above), NO_LINE)

    @property
    def next_below(self) -> Line:
        """The nearest line below that is not blank; an empty one where there is none."""
        return next(iter(self.below), NO_LINE)

    def lines_between(self, start: int, end: int) -> list[Line]:
        """Return the lines between two offsets that are not blank."""
        found = re.compile(r"[^\n]+").finditer(self.text, start, end)
        return [Line(line.start(), line[0].rstrip("\r")) for line in found if not line[0].isspace()]

    @cached_property
    def value(self) -> Value | None:
        """The value of the field or entry on the line at fault."""
        entry = _ENTRY.match(self.line)
        match = entry or FIELD.match(self.line)
        return Value(self.start + match.start("value"), match["value"], bool(entry)) if match else None

    @property
    def field(self) -> str:
        """The field of that value, or of the list that the entry belongs to."""
        if self.value and not self.value.is_entry:
            return self.own.name
        lists = (line.bare_key for line in self.above[:MOST_LINES] if line.names_list(self.indent))
        return next(lists, "")

    @property
    def newline(self) -> str:
        """The line end that the text uses."""
        return "\r\n" if "\r\n" in self.text else "\n"

    def advise(
        self,
        what: str,
        hint: str,
        *edits: Edit,
        offset: int | None = None,
        why_not: str | None = None,
    ) -> Advice | None:
        """Return advice if these edits let the parser read on; `why_not` leaves them out."""
        if not reads_beyond(self.text, edits, self.end):
            return None
        at = self.offset if offset is None else offset
        return Advice(at, hint, () if why_not else edits, why_not, what)

    def realign(self, line: Line, width: int, what: str, hint: str = "", why_not: str = "") -> Advice | None:
        """Return advice to put this many spaces before a line, if that lets the parser read on."""
        hint = hint or indented_by(width)
        return self.advise(what, hint, line.indented(width), offset=line.inner, why_not=why_not or None)


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


def open_brackets(text: str) -> tuple[list[int], int]:
    """Return the offsets of brackets that are open where reading stops, and that offset."""
    opened: list[int] = []
    events, stopped = _parsed(text)
    for event in events:
        if isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
            # An anchor or a tag precedes its bracket, which then is the event's last character.
            opened.append(int(getattr(event.end_mark, "index", 0)) - 1 if event.flow_style else -1)
        elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
            opened.pop()
    return [start for start in opened if start >= 0], len(text) if stopped is None else stopped


def reads_beyond(text: str, edits: Iterable[Edit], end: int) -> bool:
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
