"""What the schemas of editors are put together from: a rule's words, and what finds fault with a value."""

from __future__ import annotations

from typing import Any

from benchdocs.rules import fields
from benchdocs.rules.rule import Rule
from benchdocs.schemas.field_guide import FieldEntry

Schema = dict[str, Any]

NEVER: Schema = {"type": "object", "doNotSuggest": True}
"""Finds fault with any value of a field that takes no block; some readers let no empty `enum` pass."""


def rule_message(rule: Rule, words: str, **values: str) -> str:
    """A message as the editor shows it: the rule, and the words of its findings."""
    return f"{rule.id}: {words.format(**values) if values else words}"


def field_message(rule: Rule, words: str, entry: FieldEntry) -> str:
    """A message that names a field."""
    return rule_message(rule, words, field=fields.field_name(*entry.route))


def fault_unless(fits: Schema, message: str) -> Schema:
    """Finds fault with what does not fit; some demands, as a range, can have no words of their own."""
    return {"if": fits, "else": {**NEVER, "errorMessage": message}}


def fault_in(name: str, message: str) -> Schema:
    """Finds fault with a field's value, whatever it is."""
    return {"properties": {name: {**NEVER, "errorMessage": message}}}
