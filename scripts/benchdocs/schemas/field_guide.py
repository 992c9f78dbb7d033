"""Explain every field of a spec in words, for the field reference and for the editor's hover text."""

import textwrap
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from benchdocs.rules.fields import one_of
from benchdocs.rules.registry import RULES
from benchdocs.specs.choices import Category, Choice
from benchdocs.specs.field_facts import FieldFacts, TextForm
from benchdocs.specs.fields import BENCHMARK_CODE, RUBRIC_CODE, Fields, value_type

_ABSENT = " Absent: "
"""Start of the part of a description that states what counts where the field is absent."""
_EXAMPLE_WIDTH = 72


class FieldEntry(NamedTuple):
    """A field of a spec, explained.

    Attributes:
        route: Its name after those of the blocks that hold it.
        needed: Whether it is required: `yes`, `no`, or where it is.
        takes: What it can hold, in words.
        absent: What counts where it is absent; empty where nothing does.
        example: An example of the field in YAML; empty where there is none.
        choices: The words it takes, where those are few.
        shape: Pydantic's JSON Schema of its value, without null.
        block: The block of fields that it holds.
    """

    route: tuple[str, ...]
    needed: str
    takes: str
    meaning: str
    absent: str
    example: str
    rules: tuple[str, ...]
    choices: tuple[Choice | Category, ...]
    shape: dict[str, Any]
    block: type[Fields] | None
    facts: FieldFacts

    @property
    def name(self) -> str:
        """Return the name before the colon."""
        return self.route[-1]

    @property
    def own_rules(self) -> tuple[str, ...]:
        """Return the rules on the field's value, without those on its type."""
        return tuple(rule for rule in self.rules if not rule.startswith("FLD"))

    @property
    def is_needed(self) -> bool:
        """Return whether its absence is an error wherever its block is."""
        return self.needed == "yes"


class _Shapes(GenerateJsonSchema):
    """Generator of JSON Schemas of what an author writes: a number is never a text, and no value is null.

    Each word that a field takes has its meaning.
    """

    def enum_schema(self, schema: core_schema.EnumSchema) -> JsonSchemaValue:
        """Return the words with their meanings."""
        words: list[Choice] = schema["members"]
        return super().enum_schema(schema) | {"markdownEnumDescriptions": [word.meaning for word in words]}

    def decimal_schema(self, schema: core_schema.DecimalSchema) -> JsonSchemaValue:
        """Return a number with its range."""
        shape: JsonSchemaValue = {"type": "number"}
        self.update_with_validations(shape, schema, self.ValidationsMapping.numeric)
        return shape

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        """Return the schema of the value alone."""
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """Return the schema of the value alone."""
        return self.generate_inner(schema["schema"])


@cache
def json_schema(spec: type[Fields]) -> dict[str, Any]:
    """Return pydantic's JSON Schema of a file of fields."""
    return spec.model_json_schema(schema_generator=_Shapes)


@cache
def entries(spec: type[Fields], *above: str, categories: tuple[Category, ...] = ()) -> tuple[FieldEntry, ...]:
    """Return the fields of a benchmark or rubric, or of a block within one, in their documented order.

    `categories` are those that the settings of a suite name.
    """
    model, explained = spec.block_at(above), []
    shapes = json_schema(spec)
    own = shapes["$defs"][model.__name__] if above else shapes
    for name, info in model.model_fields.items():
        shape = _resolved(own["properties"][name], shapes)
        facts, kind = model.facts()[name], value_type(info)
        choices: Iterable[Choice | Category] = ()
        if isinstance(kind, type) and issubclass(kind, Choice):
            choices = kind
        examples = info.examples or [""]
        if name == "category" and categories:
            choices, examples = categories, [*map(str, categories)]
            shape = {**shape, "enum": examples}
        meaning, _, absent = (info.description or "").partition(_ABSENT)
        needed = "yes" if name in model.needed_fields() else facts.needed_where or "no"
        route = (*above, name)
        names = {".".join(route), ".".join((spec.__name__.lower(), *route))}
        rules = tuple(rule.id for rule in RULES if names & {*rule.fields})
        example = _example(name, shape, examples[0])
        block = model.blocks().get(name)
        takes = _takes(shape, facts)
        if block and block.short_form:
            takes = "list of texts or blocks of fields"
        explained.append(
            FieldEntry(
                route, needed, takes, meaning, absent, example, rules, tuple(choices), shape, block, facts
            )
        )
    return tuple(explained)


def _resolved(shape: dict[str, Any], shapes: dict[str, Any]) -> dict[str, Any]:
    """Return a shape, or that of the entries of a list or mapping, in place of the reference to it."""
    for inner in ("items", "additionalProperties"):
        if isinstance(shape.get(inner), dict):
            return shape | {inner: _resolved(shape[inner], shapes)}
    name = shape.get("$ref", "").rpartition("/")[2]
    resolved: dict[str, Any] = shapes["$defs"][name] if name else shape
    return resolved


def _takes(shape: dict[str, Any], facts: FieldFacts) -> str:
    """Return in words what values have this shape."""
    match shape:
        case {"enum": words}:
            return one_of(words)
        case {"pattern": pattern}:
            kinds = {BENCHMARK_CODE: "code", RUBRIC_CODE: "rubric code"}
            return kinds.get(pattern, "benchmark or rubric code")
        case {"format": "date"}:
            return "date, such as 2026-01-31"
        case {"type": "number", "multipleOf": 1, "minimum": low}:
            return f"whole number from {low}"
        case {"type": "number", "minimum": low, "maximum": high}:
            return f"number from {low} to {high}"
        case {"type": "number", "exclusiveMinimum": low, "exclusiveMaximum": high}:
            return f"number greater than {low} and less than {high}"
        case {"type": "array", "items": {"properties": _}}:
            return "list of blocks of fields"
        case {"type": "array", "items": items}:
            return f"list of {_takes(items, facts)}s"
        case {"type": "object", "additionalProperties": {"type": "string"}}:
            return "levels, each a number with a text"
        case {"type": "object", "additionalProperties": {"properties": _}}:
            return "blocks of fields by name"
        case {"type": ["object", "string"]}:
            return "block of fields, or text"
        case {"type": "object"}:
            return "block of fields" if "properties" in shape else "free block of fields"
        case {"type": "string"}:
            if facts.form in (TextForm.PATH, TextForm.FORMULA):
                return str(facts.form)
            return "text"
    return str(shape["type"])


def _example(name: str, shape: dict[str, Any], value: str) -> str:
    """Return a field with its example, as it is written in a spec."""
    if not value:
        return ""
    if shape["type"] == "object" or value.startswith("- "):
        return "\n  ".join((f"{name}:", *value.split("\n")))
    if shape["type"] == "array" and not value.startswith("["):
        text = f'"{value}"' if ": " in value else value
        return f"{name}:\n  - {text}"
    if ". " in value or len(name) + len(value) > _EXAMPLE_WIDTH:
        return "\n  ".join((f"{name}: >", *textwrap.wrap(value, _EXAMPLE_WIDTH)))
    return f"{name}: {value}"
