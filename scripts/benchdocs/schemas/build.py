"""Make the JSON Schemas by which editors check and explain a spec or a file of cases while it is written.

They are pydantic's own, with the words of the field guide; what rules ask for beyond types, `check` says.
`markdownDescription` and `markdownEnumDescriptions` are keywords of the YAML language server.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from decimal import Decimal
from functools import cache
from typing import Any

from pydantic_core import to_json

from benchdocs.schemas.field_guide import FieldEntry, entries, json_schema
from benchdocs.scoring import plan, results
from benchdocs.specs import judge_reply
from benchdocs.specs.cases import VALUE_TYPES, Call, CaseFile, Dictionary, DictionaryKey
from benchdocs.specs.choices import Category, KeyType
from benchdocs.specs.fields import Fields
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.prompt_settings import Prompts
from benchdocs.specs.records import JudgeRecord, LabelRecord, RunRecord
from benchdocs.specs.settings import Settings, StatedSettings
from benchdocs.specs.validation import Spec

Schema = dict[str, Any]
FOLDER = "schemas"
"""Where the schemas are, in the repository and on the site."""
REPLY_FILE, RESULTS_FILE = "judge_reply.schema.json", "results.schema.json"
BENCHMARK_FILE, PLAN_FILE = "benchmark.schema.json", "plan.schema.json"
SETTINGS_FILE = "settings.schema.json"
RECORD_FILE = "record.schema.json"
_DRAFT = {"$schema": "https://json-schema.org/draft/2020-12/schema"}


@cache
def schemas(categories: tuple[Category, ...] = (), off: frozenset[str] = frozenset()) -> dict[str, Schema]:
    """Return the schemas of specs by file name; a suite names `categories`, and switches rules `off`."""
    return {
        BENCHMARK_FILE: _spec(Benchmark, (), off),
        "rubric.schema.json": _spec(Rubric, categories, off),
        "cases.schema.json": _spec(CaseFile, (), off),
        "calls.schema.json": _spec(Call, (), off),
        "labels.schema.json": _spec(Dictionary, (), off),
        "run_record.schema.json": _spec(RunRecord, (), off),
        "judge_record.schema.json": _spec(JudgeRecord, (), off),
        "label_record.schema.json": _spec(LabelRecord, (), off),
    }


def settings_schema() -> Schema:
    """Return the schema of `benchdocs.toml`."""
    schema = StatedSettings.model_json_schema()
    schema["properties"]["prompts"] |= Prompts.model_json_schema()
    return {**_DRAFT, **schema}


_JSON_TYPES = {str: "string", Decimal: "number", bool: "boolean", list: "array", dict: "object"}


def with_record(dictionary: Spec[Dictionary] | None, settings: Settings) -> dict[str, Schema]:
    """Return a suite's schemas by file name, and that of a record if a data dictionary lists its keys."""
    keys = dictionary.fields.record if dictionary else None
    by_name = {
        **schemas(settings.named_categories, frozenset(entry.rule for entry in settings.ignore)),
        SETTINGS_FILE: settings_schema(),
        RESULTS_FILE: results.schema(),
        PLAN_FILE: plan.schema(),
        REPLY_FILE: judge_reply.schema(settings.nouns.fill),
    }
    shown = json_text(by_name[BENCHMARK_FILE])
    by_name[BENCHMARK_FILE] = json.loads(settings.criteria.in_text(shown))
    if keys:
        by_name[RECORD_FILE] = _record(keys)
    return by_name


def _record(keys: dict[str, DictionaryKey]) -> Schema:
    part: Schema = {"$ref": "#/$defs/part"}
    properties: dict[str, Schema] = {}
    for name, key in keys.items():
        json_type = _JSON_TYPES[VALUE_TYPES[key.type or KeyType.TEXT]]
        properties[name] = {"description": key.meaning, "type": [json_type, "null"]}
        if key.type is KeyType.SECTION:
            properties[name] |= part
    return {
        **_DRAFT,
        "title": "Record",
        "type": "object",
        **part,
        "$defs": {"part": {"properties": properties, "additionalProperties": False}},
    }


def json_text(schema: Schema) -> str:
    """Return the text of a schema's file."""
    return f"{to_json(schema, indent=2).decode()}\n"


def _spec(model: type[Fields], categories: tuple[Category, ...], off: frozenset[str]) -> Schema:
    """Return the schema of a file of fields, each explained by its entry in the field guide."""
    schema = deepcopy(json_schema(model))
    for route, block in _blocks(model):
        shape = schema["$defs"][block.__name__] if route else schema
        _explain(shape, entries(model, *route, categories=categories), off)
        if block.short_form:
            schema["$defs"][block.__name__] = {"anyOf": [shape, {"type": "string", "minLength": 1}]}
    if categories:
        schema["properties"]["category"]["enum"] = [category.name for category in categories]
    return {**_DRAFT, **schema}


def _blocks(model: type[Fields], *route: str) -> Iterator[tuple[tuple[str, ...], type[Fields]]]:
    """Yield a block of fields and those within it, each with the names that lead to it."""
    yield route, model
    for name, block in model.blocks().items():
        yield from _blocks(block, *route, name)


def _explain(shape: Schema, fields: tuple[FieldEntry, ...], off: frozenset[str]) -> None:
    """Put the words of the field guide into the schema of a block, and name the fields that it needs."""
    shape["required"] = [entry.name for entry in fields if entry.is_needed]
    for entry in fields:
        field = shape["properties"][entry.name]
        for name in ("needed", "examples", "title"):
            field.pop(name, None)
        field["markdownDescription"] = _hover(entry, off)


def _hover(entry: FieldEntry, off: frozenset[str]) -> str:
    """Return what an editor says of a field: its meaning, what it takes, an example and its rules."""
    needed = {"yes": "Required", "no": "Optional"}.get(entry.needed, f"Required {entry.needed}")
    form = f"{needed}: {entry.takes}."
    if entry.absent:
        form += f" If absent: {entry.absent}"
    paragraphs = [entry.meaning, form]
    if entry.example:
        paragraphs.append(f"```yaml\n{entry.example}\n```")
    if rules := [rule for rule in entry.rules if rule not in off]:
        paragraphs.append(f"Rules: {', '.join(rules)}. `benchdocs rules ID` explains one.")
    return "\n\n".join(paragraphs)
