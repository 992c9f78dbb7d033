"""Compose the nodes of a YAML text, each with its place, and list what is wrong with it."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import yaml
from yaml.events import AliasEvent, MappingEndEvent, ScalarEvent, SequenceEndEvent, SequenceStartEvent

from benchdocs.documents.hidden_characters import named, with_plain_breaks
from benchdocs.documents.locations import Route
from benchdocs.documents.text_file import Problem, ProblemKind, TextFile, shorten
from benchdocs.documents.yaml_scalars import MAX_DEPTH, MAX_VALUES, NO_VALUE, TEXT_TAGS, kind_of, value_of

MAX_PROBLEMS = 100
"""Problems of one file that are listed before its rest is given up."""

_QUOTES = ('"', "'")
REFUSED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
"""Control characters, and those that change the direction of text."""
_ESCAPE = re.compile(r"\\[0abefvxuU]")
_Event = Any
"""A parse event of PyYAML, whose attributes depend on its kind."""
CountFaults = Callable[[dict[object, object]], int]
"""Counter of the faults that the fields of a file would have after a repair."""


def count_nothing(fields: dict[object, object]) -> int:
    """Return no fault: what the fields of the file should be is not known."""
    return 0


class YamlNode(NamedTuple):
    """A value of a document with its extent in the text, in character offsets.

    Attributes:
        value: The plain value: dict, list, str, Decimal, OddNumber, bool, date or None.
        source: The text of a scalar as it is written, without its quotes.
        entries: Key and value nodes of a mapping, duplicates included.
    """

    start: int
    end: int
    value: object
    source: str | None = None
    entries: tuple[tuple["YamlNode", "YamlNode"], ...] = ()
    items: tuple["YamlNode", ...] = ()

    def child(self, step: str | int) -> tuple["YamlNode | None", "YamlNode"] | None:
        """Return the (key, value) below this node that a step of a route names, or None."""
        if isinstance(step, int):
            return (None, self.items[step]) if 0 <= step < len(self.items) else None
        for key, value in self.entries:
            if key.source == step or str(key.value) == step:
                return key, value
        return None

    def scalars(self, route: Route = ()) -> Iterator[tuple[Route, "YamlNode"]]:
        """Yield every scalar within this node with its route, keys left out."""
        if self.source is not None:
            yield route, self
        for index, inner in enumerate(self.items):
            yield from inner.scalars((*route, index))
        for key, value in self.entries:
            yield from value.scalars((*route, str(key.value)))


_new_node = tuple.__new__  # the constructor of a named tuple takes twice as long, and most nodes are scalars


class _RefusedError(Exception):
    """The rest of the document is not read; the problem is already listed."""


class Composer:
    """A builder of one document's nodes from parse events, which lists problems on the way.

    Attributes:
        text: What YAML reads, which ends lines at other characters too; the offsets are the file's.
    """

    def __init__(self, file: TextFile, count_faults: CountFaults = count_nothing) -> None:
        self.file = file
        self.text = with_plain_breaks(file.text)
        self.count_faults = count_faults
        self.problems: list[Problem] = []
        self.next_event: Callable[[], _Event] = lambda: None
        # The parser itself refuses hidden characters of ASCII that are not written as escapes.
        is_plain = file.text.isascii() or REFUSED.search(file.text) is None
        self.may_hide = not is_plain or _ESCAPE.search(file.text) is not None
        self.values = 0

    def compose(self) -> YamlNode | None:
        """Return the node of the whole text; None where it holds no fields, or cannot be read."""
        try:
            self.next_event = yaml.CSafeLoader(self.text).get_event
            return self._document()
        except _RefusedError:
            return None
        except yaml.YAMLError as error:
            self._add_syntax_error(error)
            return None

    def _document(self) -> YamlNode | None:
        self.next_event()  # the stream's start
        if isinstance(self.next_event(), yaml.StreamEndEvent):
            self._add(ProblemKind.SHAPE, 0, "the file is empty", "write the spec, or delete the file")
            return None
        root = self._node(self.next_event(), 1)
        self.next_event()  # the document's end
        after = self.next_event()
        if not isinstance(after, yaml.StreamEndEvent):  # it may hold fields that the first one seems to lack
            hint = "delete the `---`, and keep one spec per file"
            self._add(ProblemKind.SHAPE, after.start_mark.index, "a second YAML document starts here", hint)
            return None
        if not isinstance(root.value, dict):
            message = f"the file has to contain fields, but contains {kind_of(root.value)}"
            self._add(ProblemKind.SHAPE, root.start, message, "start each line with `field: value`")
            return None
        return root

    def _node(self, event: _Event, depth: int) -> YamlNode:
        self.values += 1
        if event.anchor or event.tag or self.values > MAX_VALUES:
            self._report_oddity(event)
        if event.__class__ is ScalarEvent:  # `isinstance` costs more, and most events are scalars
            return self._scalar(event)
        start = event.start_mark.index
        if depth > MAX_DEPTH:
            message = f"the nesting is deeper than {MAX_DEPTH} levels"
            hint = "a spec needs three levels; look for stray brackets"
            self._refuse(ProblemKind.LIMIT, start, message, hint)
        if event.__class__ is SequenceStartEvent:
            return self._sequence(start, depth)
        return self._mapping(start, depth, is_flow=event.flow_style)

    def _report_oddity(self, event: _Event) -> None:
        start = event.start_mark.index
        if self.values > MAX_VALUES:
            message = f"the file contains more than {MAX_VALUES:,} keys and values"
            self._refuse(ProblemKind.LIMIT, start, message, "move data out of the spec")
        if event.anchor:
            self._add_anchor(event, start)
        if event.tag:
            message = f"the tag `{shorten(event.tag)}` is not allowed"
            hint = "delete it; if it is text, put quotes around all of it"
            self._add(ProblemKind.LIMIT, start, message, hint)

    def _sequence(self, start: int, depth: int) -> YamlNode:
        items = []
        while (event := self.next_event()).__class__ is not SequenceEndEvent:
            items.append(self._node(event, depth + 1))
        return YamlNode(start, _end(event), [item.value for item in items], items=tuple(items))

    def _mapping(self, start: int, depth: int, *, is_flow: bool) -> YamlNode:
        entries: list[tuple[YamlNode, YamlNode]] = []
        data: dict[object, object] = {}
        next_event = self.next_event
        while (event := next_event()).__class__ is not MappingEndEvent:
            key = self._node(event, depth + 1)
            if key.value.__class__ is not str:
                key = self._odd_key(key)
            merges = key.source == "<<" and event.implicit[0]
            value = self._node(next_event(), depth + 1)
            if merges:
                hint = "write out the fields where they are used"
                self._add(ProblemKind.LIMIT, key.start, "the merge key `<<` is not allowed", hint)
                continue
            if is_flow and not value.source and ":" not in self.text[key.end : value.end]:
                self._add_key_alone(key, entries)
            if key.value in data:
                same = (key.value,)  # `in` takes `.nan` for itself, which `==` does not
                self._add_duplicate(key, next(first for first, _ in entries if first.value in same))
            else:
                data[key.value] = value.value
            entries.append((key, value))
        return YamlNode(start, _end(event), data, entries=tuple(entries))

    def _odd_key(self, key: YamlNode) -> YamlNode:
        """Return a key that is no text; `on` and its like name fields, though YAML makes them booleans."""
        if isinstance(key.value, (dict, list)):
            hint = "put the key on one line, without brackets or braces"
            self._refuse(ProblemKind.UNREADABLE, key.start, "a key has to be a plain word or number", hint)
        if isinstance(key.value, bool) and str(key.source).lower() not in ("true", "false"):
            return key._replace(value=key.source)
        return key

    def _scalar(self, event: _Event) -> YamlNode:
        start, end = event.start_mark.index, event.end_mark.index
        source = self._without_hidden(event) if self.may_hide else event.value
        if not source and (event.tag or event.anchor) and not event.style:  # it may be meant as text
            source = self.file.text[start:end].strip()
        if not event.implicit[0] and not event.tag:  # in quotes, or a block of text
            return _new_node(YamlNode, (start, end, source, source, (), ()))
        try:
            value = source if event.tag in TEXT_TAGS else value_of(source)
        except NO_VALUE:
            message = f"YAML reads `{shorten(source)}` as a date or number, but it is not a valid one"
            self._add(ProblemKind.UNREADABLE, start, message, "put quotes around it if it is text")
            value = source
        return _new_node(YamlNode, (start, end, value, source, (), ()))

    def _without_hidden(self, event: _Event) -> str:
        """Return a scalar's text, with a question mark for each hidden character, which is a problem."""
        text = str(event.value)
        if match := REFUSED.search(text):
            message = f"the text contains the character {named(match[0])}, which is invisible"
            hint = "delete it; if a backslash in double quotes makes it, double the backslash"
            self._add(ProblemKind.UNREADABLE, event.start_mark.index, message, hint)
            text = REFUSED.sub("\ufffd", text)
        return text

    def _add(self, kind: ProblemKind, offset: int, message: str, hint: str | None = None) -> None:
        self._list(Problem(kind, self.file.place_of(offset), message, hint))

    def _list(self, problem: Problem) -> None:
        self.problems.append(problem)
        if len(self.problems) >= MAX_PROBLEMS:
            raise _RefusedError

    def _refuse(self, kind: ProblemKind, offset: int, message: str, hint: str) -> None:
        self._add(kind, offset, message, hint)
        raise _RefusedError

    def _add_anchor(self, event: _Event, start: int) -> None:
        if isinstance(event, AliasEvent):
            message = f"the alias `*{shorten(str(event.anchor))}` is not allowed"
            self._refuse(ProblemKind.LIMIT, start, message, "write out the value where it is used")
        message = f"the anchor `&{shorten(event.anchor)}` is not allowed"
        hint = "delete it and write out the value where it is used"
        self._add(ProblemKind.LIMIT, start, message, f"{hint}; if it is text, put quotes around all of it")

    def _add_key_alone(self, key: YamlNode, entries: list[tuple[YamlNode, YamlNode]]) -> None:
        if self.text[: key.start].rstrip().endswith("{{"):
            hint = "write what belongs there; if the braces belong to the text, put quotes around it"
            self._refuse(ProblemKind.UNREADABLE, key.start, "a text without quotes starts with `{{`", hint)
        plain = [pair for pair in entries if pair[1].source and self.text[pair[1].start] not in _QUOTES]
        message = f"the key `{shorten(str(key.source))}` has no value"
        self._add(ProblemKind.UNREADABLE, key.start, message, _hint_for_key_alone(self.text, key, plain[-1:]))

    def _add_duplicate(self, key: YamlNode, first: YamlNode) -> None:
        message = f"the key `{shorten(str(key.source))}` appears twice in its block"
        if key.source != first.source:
            message += f", which is the same key as `{shorten(str(first.source))}`"
        hint = "keep one of the two; YAML would silently drop the other"
        place, first_place = self.file.place_of(key.start), self.file.place_of(first.start)
        self._list(Problem(ProblemKind.DUPLICATE_KEY, place, message, hint, first_place))

    def _add_syntax_error(self, error: yaml.YAMLError) -> None:
        from benchdocs.documents.yaml_repairs import explain

        repair = explain(self.text, error, self.count_faults)
        line, column = repair.position
        # A lone CR ends a line of the file, but not of the text that was parsed.
        place = self.file.place_of(TextFile("", self.text).offset_of(line) + column - 1)
        message = f"invalid YAML: {repair.what}"
        self._list(Problem(ProblemKind.UNREADABLE, place, message, repair.hint))


def _end(event: _Event) -> int:
    """Return the offset after the last character of an event."""
    return int(event.end_mark.index)


def _hint_for_key_alone(text: str, key: YamlNode, before: list[tuple[YamlNode, YamlNode]]) -> str:
    """Return what to do about a key in braces without a value, which a missing space or a comma has made.

    The nodes before it are those of the last text and its key, if there is one.
    """
    source = text[key.start : key.end]
    if joined := re.fullmatch(r"(?P<name>[A-Za-z][\w.-]* *:)(?P<value>(?!//)\S.*)", source, re.DOTALL):
        spaced = f"{joined['name']} {joined['value']}"
        return f"write `{shorten(spaced)}`"
    hint = f"write `{shorten(source)}: ` and its value"
    for name, value in before:
        whole = f'{shorten(str(name.source))}: "{shorten(" ".join(text[value.start : key.end].split()))}"'
        hint = f"if it belongs to the text before it, put quotes around all of it: `{whole}`"
    return hint
