"""Word a schema's messages as the rules do, and attach them to values."""

from typing import Any

from benchdocs.rules import fields
from benchdocs.rules.rule import Rule
from benchdocs.schemas.field_guide import FieldEntry

Schema = dict[str, Any]

NEVER: Schema = {"type": "object", "doNotSuggest": True}
"""Rejects any value of a field that takes no block; some readers do not accept an empty `enum`."""


def rule_message(rule: Rule, words: str, **values: str) -> str:
    """Return a message as the editor shows it: the rule, and the words of its findings."""
    return f"{rule.id}: {words.format(**values) if values else words}"


def field_message(rule: Rule, words: str, entry: FieldEntry) -> str:
    """Return a message that names a field."""
    return rule_message(rule, words, field=fields.field_name(*entry.route))


def fault_unless(fits: Schema, message: str) -> Schema:
    """Return a schema that rejects what does not fit; some demands, as a range, cannot have a message."""
    return {"if": fits, "else": {**NEVER, "errorMessage": message}}


def fault_in(name: str, message: str) -> Schema:
    """Return a schema that rejects a field, whatever its value."""
    return {"properties": {name: {**NEVER, "errorMessage": message}}}
