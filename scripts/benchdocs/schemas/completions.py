"""State what editors offer to write for a field: the words it takes, or the form of its value.

The language server offers a field's `defaultSnippets` where the field may start, after its colon, and within
its value, where the form of a list or of a folded text would be written a second time. So a snippet of
several lines is in a condition that holds while the field has no value.
"""

from collections.abc import Iterator

from benchdocs.schemas.demands import Schema
from benchdocs.schemas.field_guide import FieldEntry

_FOLDED = ">\n  $1"
_QUOTED = '"$1"'
_LEVEL = '${1:1.0}: "$2"'


def on_field(entry: FieldEntry) -> Schema:
    """Return the completion that is part of a field's own schema."""
    if _has_lines(entry):
        return {"doNotSuggest": True}
    if entry.choices:
        return {
            "defaultSnippets": [
                {"label": str(word), "description": word.meaning, "body": str(word)} for word in entry.choices
            ]
        }
    return _snippet(entry, _body(entry))


def while_empty(entry: FieldEntry, hover: str) -> Iterator[Schema]:
    """Yield the completion that is part of the enclosing block: the field with the lines of its value."""
    if not _has_lines(entry):
        return
    offered = {"markdownDescription": hover, **_snippet(entry, _body(entry))}
    yield {
        "if": {"properties": {entry.name: {"type": "null"}}},
        "then": {"properties": {entry.name: offered}},
    }


def within(entry: FieldEntry) -> Schema:
    """Return what is offered on a line below the name of a list or of the levels."""
    body = f"- {_entry(entry)}" if entry.shape["type"] == "array" else _LEVEL
    return {"if": {"type": "object"}, "then": _snippet(entry, body)}


def on_entry(entry: FieldEntry) -> Schema:
    """Return what is offered after the hyphen of an empty entry of a list."""
    if _entry(entry) != _QUOTED:
        return {}
    return {"else": {"defaultSnippets": [{"label": "text", "description": entry.meaning, "body": _QUOTED}]}}


def _has_lines(entry: FieldEntry) -> bool:
    return not entry.choices and "\n" in _body(entry)


def _body(entry: FieldEntry) -> str:
    if entry.facts.completion:
        return entry.facts.completion
    match entry.shape:
        case {"type": "array"}:
            return f"\n  - {_entry(entry)}"
        case {"type": "object", "additionalProperties": {"type": "string"}}:
            return f"\n  {_LEVEL}"
        case {"type": "object"}:
            return "\n  $1"
        case {"minLength": _}:
            return _FOLDED if entry.example.startswith(f"{entry.name}: >") else _QUOTED
    return "$1"


def _entry(entry: FieldEntry) -> str:
    """Return the snippet of a list's entry: a text, which may hold a colon, or a code."""
    return _QUOTED if "minLength" in entry.shape["items"] else "$1"


def _snippet(entry: FieldEntry, body: str) -> Schema:
    return {"defaultSnippets": [{"label": entry.takes, "description": entry.meaning, "body": body}]}
