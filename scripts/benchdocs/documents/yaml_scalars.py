"""The plain values of YAML: numbers keep the digits they were written with."""

import json
import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any

import yaml
from yaml.events import MappingEndEvent, MappingStartEvent, ScalarEvent, SequenceEndEvent

from benchdocs.documents.text_file import shorten

MAX_DEPTH = 32
"""Deepest nesting that is read, in levels; a spec needs three."""
MAX_VALUES = 20_000
"""Most keys and values that are read of one file; a spec has about 50."""
_LONGEST_KEY = 1_000
"""Characters of a key that YAML reads; JSON has longer ones."""
_LARGEST_EXPONENT = 30
_LONGEST_NUMBER = 50

TEXT_TAGS = {f"tag:yaml.org,2002:{name}" for name in ("str", "value", "merge", "yaml")}
"""Tags of scalars that are text: the last three are those of `=`, `<<`, and `!`, `&` or `*` alone."""
_NUMBER_TAGS = {"tag:yaml.org,2002:int", "tag:yaml.org,2002:float"}
_ODD_NOTATION = re.compile(r"[_:xb]|^[-+]?0[0-9]")
"""Notations of numbers other than plain decimals: base 60, 16, 2 or 8, or grouped digits."""
_NAN = Decimal("nan")
"""The one value of every `.nan`: it equals nothing, so that only its identity finds a repeated key."""
NO_VALUE = (ValueError, IndexError, OverflowError, ArithmeticError)
"""What an invalid date or number raises."""
_PLAIN_KEYS = (str, Decimal)
_CONSTRUCTOR = yaml.constructor.SafeConstructor()
_RESOLVER: Any = yaml.resolver.Resolver()


_KINDS = {type(None): "nothing", str: "text", list: "a list", dict: "a block of fields"}


@dataclass(frozen=True, repr=False)
class OddNumber:
    """A number in a surprising notation: `12:30` is 750 to YAML, `010` is 8. No field accepts it."""

    value: Decimal
    source: str

    def __repr__(self) -> str:
        """Return the number as its author wrote it."""
        return self.source


@lru_cache(maxsize=1024)
def value_of(source: str) -> object:
    """Return the value of an unquoted scalar; an invalid date or number raises an error.

    Cached, since every file repeats the same keys and numbers.
    """
    tag = _RESOLVER.resolve(yaml.ScalarNode, source, (True, False))
    if tag in TEXT_TAGS:
        return source
    if tag in _NUMBER_TAGS and len(source) > _LONGEST_NUMBER:
        raise OverflowError
    value = _CONSTRUCTOR.yaml_constructors[tag](_CONSTRUCTOR, yaml.ScalarNode(tag, source))
    return _number(source, value) if tag in _NUMBER_TAGS else value


def _number(source: str, value: int | float) -> Decimal | OddNumber:
    """Return the number as it was written (`0.90` keeps its zero) if that is a plain decimal."""
    if value != value:
        return _NAN
    by_value = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    if _ODD_NOTATION.search(source):
        return OddNumber(by_value, source)
    try:
        as_written = Decimal(source)
    except InvalidOperation:
        return by_value
    if abs(as_written.adjusted()) > _LARGEST_EXPONENT or float(as_written) != value:
        return by_value
    return as_written


class _OddError(Exception):
    """The text has something that is to be explained, or that only its places tell apart."""


def plain_mapping(text: str) -> dict[object, object] | None:
    """Return the fields of a YAML text that has nothing odd in it; None where it has to be read with places.

    Odd are tags, anchors, repeated keys, keys that are neither text nor a number, and what cannot be parsed.
    """
    if len(text) > MAX_VALUES and sum(map(text.count, ":-,[{?")) > MAX_VALUES // 2:  # it may have too many
        return None
    try:
        if text.startswith("{"):
            return _json_mapping(text)
        next_event = yaml.CSafeLoader(text).get_event
        next_event()  # the stream's start
        next_event()  # the document's, or the end of an empty one
        event = next_event()
        fields = _plain_value(event, next_event, 1) if event.__class__ is MappingStartEvent else None
        next_event()  # the document's end
        return fields if next_event().__class__ is yaml.StreamEndEvent else None
    except (_OddError, yaml.YAMLError, RecursionError, *NO_VALUE):
        return None


def _json_mapping(text: str) -> dict[object, object] | None:
    """Return the fields of a text that is JSON, as records are: it is read in an eighth of the time.

    None where it is nested too deep. Raises RecursionError or ValueError for what cannot be read, and
    _OddError for what YAML may read otherwise.
    """
    fields = json.loads(
        text, object_pairs_hook=_unique, parse_int=value_of, parse_float=value_of, parse_constant=value_of
    )
    return None if _is_deeper(fields, MAX_DEPTH) else fields


def _unique(entries: list[tuple[str, object]]) -> dict[object, object]:
    fields: dict[object, object] = dict(entries)
    is_long = any(len(key) > _LONGEST_KEY for key, _ in entries)
    if len(fields) < len(entries) or "<<" in fields or is_long:
        raise _OddError
    return fields


def _is_deeper(value: Any, levels: int) -> bool:
    """Return whether a block or list has more levels of blocks and lists, itself included."""
    entries = value.values() if value.__class__ is dict else value
    inner = [entry for entry in entries if entry.__class__ in (dict, list)]
    return levels == 0 or any(_is_deeper(entry, levels - 1) for entry in inner)


def _mapping_values(next_event: Any, depth: int, *, is_flow: bool) -> dict[object, object]:
    values: dict[object, object] = {}
    while (event := next_event()).__class__ is not MappingEndEvent:
        key = _plain_value(event, next_event, depth)
        if key is True and event.value == "on":  # the date of a decision
            key = "on"
        if key.__class__ not in _PLAIN_KEYS or key in values or key == "<<":
            raise _OddError
        event = next_event()
        values[key] = value = _plain_value(event, next_event, depth)
        if value is None and is_flow and not event.value:
            raise _OddError  # perhaps a key that a comma made of a text
    return values


def _plain_value(event: Any, next_event: Any, depth: int) -> Any:
    kind = event.__class__
    if event.anchor or event.tag or depth == MAX_DEPTH:
        raise _OddError
    if kind is ScalarEvent:
        return value_of(event.value) if event.implicit[0] else event.value
    if kind is MappingStartEvent:
        return _mapping_values(next_event, depth + 1, is_flow=event.flow_style)
    values: list[object] = []
    while (event := next_event()).__class__ is not SequenceEndEvent:
        values.append(_plain_value(event, next_event, depth + 1))
    return values


def kind_of(value: object) -> str:
    """Describe the kind of a value in an author's words: `a list`, `the number 1.5`, `true`."""
    match value:
        case bool():
            return "the truth value " + ("true" if value else "false")
        case Decimal():
            return f"the number {value}"
        case OddNumber():
            return f"the number {shorten(str(value.value))}"
        case _:
            return _KINDS.get(type(value), f"the date {value}")
