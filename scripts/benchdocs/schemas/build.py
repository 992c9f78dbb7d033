"""Make the JSON Schemas by which editors check and explain a spec or a file of cases while it is written.

The schema of a judge's reply is published with them, without messages for an editor. The others
follow draft-07, which the YAML language server supports best. `errorMessage`, `patternErrorMessage`,
`markdownDescription`, `markdownEnumDescriptions` and `defaultSnippets` are its own keywords, which other
readers ignore. A schema rejects nothing that a strict check accepts, and words a finding as the check does.
"""

import sys
from collections.abc import Iterable
from decimal import Decimal
from functools import cache

from pydantic_core import to_json

from benchdocs.documents.yaml_composer import MUST_HOLD_FIELDS
from benchdocs.rules import decisions, fields, files
from benchdocs.schemas import completions, demands
from benchdocs.schemas.demands import (
    Schema,
    fault_unless,
    field_message,
    level_key,
    no_placeholder,
    patterns,
    rule_message,
)
from benchdocs.schemas.field_guide import FieldEntry, entries
from benchdocs.scoring import results
from benchdocs.specs import judge_reply
from benchdocs.specs.cases import VALUE_TYPES, Call, CaseFile, Dictionary, DictionaryKey
from benchdocs.specs.choices import Category, KeyType
from benchdocs.specs.fields import Fields, OpenFields
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.prompt_settings import Prompts
from benchdocs.specs.settings import Settings, StatedSettings
from benchdocs.specs.validation import Spec

FOLDER = "schemas"
"""Where the schemas are, in the repository and on the site."""
REPLY_FILE, RESULTS_FILE = "judge_reply.schema.json", "results.schema.json"
SETTINGS_FILE = "settings.schema.json"
RECORD_FILE = "record.schema.json"
_ANYTHING: Schema = {"$ref": "#/definitions/anything"}


@cache
def schemas(categories: tuple[Category, ...] = ()) -> dict[str, Schema]:
    """Return the schemas of specs by file name; `categories` are those that a suite names."""
    return {
        "benchmark.schema.json": _spec(Benchmark, demands.of_benchmark()),
        "rubric.schema.json": _spec(Rubric, demands.of_rubric(), categories),
        "cases.schema.json": _spec(CaseFile),
        "calls.schema.json": _spec(Call),
        "labels.schema.json": _spec(Dictionary),
    }


def settings_schema() -> Schema:
    """Return the schema of `benchdocs.toml`."""
    schema = StatedSettings.model_json_schema()
    schema["properties"]["prompts"] |= Prompts.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


_JSON_TYPES = {str: "string", Decimal: "number", bool: "boolean", list: "array", dict: "object"}


def with_record(dictionary: Spec[Dictionary] | None, settings: Settings) -> dict[str, Schema]:
    """Return a suite's schemas by file name, and that of a record if a data dictionary lists its keys."""
    keys = dictionary.fields.record if dictionary else None
    return {
        **schemas(settings.named_categories),
        SETTINGS_FILE: settings_schema(),
        RESULTS_FILE: results.schema(),
        REPLY_FILE: judge_reply.schema(settings.nouns.fill),
        **({RECORD_FILE: _record(keys)} if keys else {}),
    }


def _record(keys: dict[str, DictionaryKey]) -> Schema:
    part: Schema = {"$ref": "#/$defs/part"}
    properties = {
        name: {
            "description": key.meaning,
            "type": [_JSON_TYPES[VALUE_TYPES[key.type or KeyType.TEXT]], "null"],
            **(part if key.type is KeyType.SECTION else {}),
        }
        for name, key in keys.items()
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Record",
        "type": "object",
        **part,
        "$defs": {"part": {"properties": properties, "additionalProperties": False}},
    }


def json_text(schema: Schema) -> str:
    """Return the text of a schema's file."""
    return f"{to_json(schema, indent=2).decode()}\n"


def _spec(
    model: type[Fields], across_fields: Iterable[Schema] = (), categories: tuple[Category, ...] = ()
) -> Schema:
    block = _block(model, categories=categories)
    is_mapping = {"type": "object", "errorMessage": rule_message(files.wrong_shape, MUST_HOLD_FIELDS)}
    anything = {"additionalProperties": _ANYTHING, "items": _ANYTHING, **no_placeholder()}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": model.__name__,
        "description": model.__doc__,
        "definitions": {"anything": anything},
        **block,
        "allOf": [is_mapping, *block["allOf"], *across_fields],
    }


def _block(
    spec: type[Fields], holder: FieldEntry | None = None, categories: tuple[Category, ...] = ()
) -> Schema:
    """Return the schema of a block, which has its own fields only unless it is open, and all needed ones."""
    known = entries(spec, *(holder.route if holder else ()), categories=categories)
    is_open = holder and holder.block and issubclass(holder.block, OpenFields)
    inside = f" in {fields.field_name(*holder.route, *_index_in(holder))}" if holder else ""
    missing = [
        {"required": [entry.name], "errorMessage": field_message(fields.missing_field, fields.MISSING, entry)}
        for entry in known
        if entry.is_needed
    ]
    # Where `additionalProperties` is a schema, the server offers no words for the known fields.
    others = rf"^(?!(?:{'|'.join(entry.name for entry in known)})$)"
    rest: Schema = {"patternProperties": {others: _ANYTHING}} if is_open else {"additionalProperties": False}
    closed = {
        "properties": {entry.name: True for entry in known},
        **rest,
        "errorMessage": rule_message(fields.unknown_field, f"this {fields.NO_FIELD}{inside}"),
    }
    offered = [offer for entry in known for offer in completions.while_empty(entry, _hover(entry))]
    return {
        "properties": {entry.name: _field(spec, entry) for entry in known},
        "allOf": [closed, *missing, *offered],
    }


def _field(spec: type[Fields], entry: FieldEntry) -> Schema:
    """Return the schema of a field: its explanation, its completion, and what its value has to be."""
    empty = (fields.missing_field, fields.NO_VALUE) if entry.is_needed else (fields.blank_text, fields.BLANK)
    example = f" Example: {' '.join(entry.example.split())}" if entry.example else ""
    return {
        "description": f"{entry.meaning} {_demand(entry)}{example}",
        "markdownDescription": _hover(entry),
        **completions.on_field(entry),
        "if": {"type": "null"},
        "then": {**_kind(entry.shape, entry), "errorMessage": field_message(*empty, entry)},
        "else": _value(entry.shape, entry.route, entry) | _contents(spec, entry),
    }


def _kind(shape: Schema, entry: FieldEntry) -> Schema:
    """Return the type of a value, or the words that it can be."""
    if not entry.choices:
        return {"type": shape["type"]}
    meanings = [word.meaning for word in entry.choices]
    return {"enum": list(map(str, entry.choices)), "markdownEnumDescriptions": meanings}


def _value(shape: Schema, route: tuple[str | int, ...], entry: FieldEntry) -> Schema:
    """Return what a value has to be, each demand with the message of its rule."""
    field = fields.field_name(*route)
    if entry.choices:
        words = fields.HAS_TO_BE.format(field=field, expected=fields.one_of(map(str, entry.choices)))
        return {**_kind(shape, entry), "errorMessage": rule_message(fields.bad_enum, words)}
    expected = fields.DATE if shape.get("format") == "date" else _KINDS[str(shape["type"])]
    words = fields.HAS_TO_BE.format(field=field, expected=expected)
    value = {**_kind(shape, entry), "errorMessage": rule_message(fields.wrong_type, words)}
    if "format" in shape:
        value["format"] = shape["format"]
    if shape["type"] == "number":
        value |= _range(shape, field)
    needed = [*patterns(shape, entry, field), *(demands.of_list(entry) if "items" in shape else ())]
    # The server takes an entry with `allOf` for a block, and would offer to begin one.
    return value | ({"if": _kind(shape, entry), "then": {"allOf": needed}} if needed else {})


_KINDS = {
    "string": fields.TEXT,
    "number": fields.NUMBER,
    "boolean": fields.BOOLEAN,
    "array": fields.LIST,
    "object": fields.BLOCK,
    "['object', 'string']": fields.FIELDS_OR_TEXT,
}


_LIMITS = {
    **dict.fromkeys(("minimum", "maximum"), fields.SHARE),
    **dict.fromkeys(("exclusiveMinimum", "exclusiveMaximum"), fields.CONFIDENCE),
    "multipleOf": fields.WHOLE_NUMBER,
}


def _range(shape: Schema, field: str) -> Schema:
    """Return a number's range with a message for what is outside, as a range cannot have one of its own."""
    limits: Schema = {key: shape[key] for key in _LIMITS if key in shape}
    expected = _LIMITS[[*limits][-1]] if limits else fields.FINITE
    if not limits:
        limits = {"minimum": -sys.float_info.max, "maximum": sys.float_info.max}
    words = fields.HAS_TO_BE.format(field=field, expected=expected)
    return fault_unless(limits, rule_message(fields.out_of_range, words))


def _contents(spec: type[Fields], entry: FieldEntry) -> Schema:
    """Return the schema of the entries of a list or the fields of a block."""
    if entry.block:
        block = _block(spec, entry)
        if entry.block.short_form:
            return {"items": _text_or(block, spec, entry)}
        for inner in ("items", "additionalProperties"):
            if isinstance(of_one := entry.shape.get(inner), dict):
                return {inner: _kind(of_one, entry) | block}
        return {"allOf": [block]}
    entry_route: tuple[str | int, ...] = (*entry.route, 0)
    match entry.shape:
        case {"items": _} if entry.route == ("decisions", "fields"):
            words = f"this {decisions.UNDECIDABLE.format(kind=spec.__name__.lower())}"
            message = rule_message(decisions.no_such_value, words)
            return {"items": {"enum": [*spec.decided()], "errorMessage": message}}
        case {"items": items}:
            item = _value(items, entry_route, entry) | completions.on_entry(entry)
            return {"items": item, "allOf": [completions.within(entry)]}
        case {"additionalProperties": dict() as text}:
            text = {"markdownDescription": _hover(entry), **_value(text, entry_route, entry)}
            key = {"doNotSuggest": True, **level_key()}
            return {"propertyNames": key, "additionalProperties": text, "allOf": [completions.within(entry)]}
        case {"type": "object"}:
            return {"additionalProperties": _ANYTHING}
    return {}


def _index_in(entry: FieldEntry) -> tuple[int, ...]:
    """Return what follows a field's name in the route of a block that it holds."""
    return (0,) if "items" in entry.shape else ()


def _text_or(block: Schema, spec: type[Fields], entry: FieldEntry) -> Schema:
    """Return the schema of an entry that is a block, or a text that gives one field of it."""
    inner = {field.name: field.shape for field in entries(spec, *entry.route)}
    shape = inner[entry.block.short_form if entry.block else ""]
    is_block = {"type": "object", "anyOf": [{"required": [name]} for name in inner]}
    return {"if": is_block, "then": block, "else": _value(shape, (*entry.route, 0), entry)}


# Explanations ----------------------------------------------------------------------------------------


def _demand(entry: FieldEntry) -> str:
    """Return in words whether a field is required, and what it takes."""
    needed = {"yes": "Required", "no": "Optional"}.get(entry.needed, f"Required {entry.needed}")
    absent = f" If absent: {entry.absent}" if entry.absent else ""
    return f"{needed}: {entry.takes}.{absent}"


def _hover(entry: FieldEntry) -> str:
    example = [f"```yaml\n{entry.example}\n```"] if entry.example else []
    rules = f"Rules: {', '.join(entry.rules)}. `benchdocs rules ID` explains one."
    return "\n\n".join((entry.meaning, _demand(entry), *example, rules))
