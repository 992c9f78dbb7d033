"""JSON Schemas of a benchmark and of a rubric, by which editors check and explain a spec while it is written.

They are draft-07, which the YAML language server knows best. `errorMessage`, `patternErrorMessage`,
`markdownDescription`, `markdownEnumDescriptions` and `defaultSnippets` are its own words, which other readers
pass over. A schema refuses nothing that the checks let pass; what it knows of a finding it says as they do.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

from benchdocs.fieldguide import Entry, entries
from benchdocs.load import PROMPT_FOLDER
from benchdocs.models import RUBRIC_CODE, Benchmark, EvaluatorType, Fields, Rubric, Status
from benchdocs.rules import documents, fields, prompts, scales, succession, texts
from benchdocs.rules.rule import Rule
from benchdocs.yamldoc import HAS_TO_HOLD_FIELDS

Schema = dict[str, Any]

FOLDER = "schemas"
"""Where the schemas are, in the repository and on the site."""
_NEVER: Schema = {"type": "object", "doNotSuggest": True}
"""Finds fault with any value of a field that takes no block; some readers let no empty `enum` pass."""
_BLANK = r"\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff"
"""Characters that show nothing; of those that the checks know, the ones that are met."""
_LEVEL_KEY = r"^[-+]?(?:\d+\.?\d*|\.\d+)$"
_OPENINGS = {
    "inclusion_criteria": (texts.inclusion_opening, texts.APPLY_WHEN, texts.HAS_TO_APPLY),
    "exclusion_criteria": (texts.exclusion_opening, texts.DO_NOT_APPLY, texts.HAS_NOT_TO_APPLY),
}
_BODIES: dict[str, Any] = {
    "llm_prompt_file": f"{PROMPT_FOLDER}/${{1:concept}}_prompt.md",
    "scoring_scale": {"min_value": 0, "max_value": 1},
    "inclusion_criteria": ">\n  Apply when $1. Flag if $2.",
    "exclusion_criteria": ">\n  Do not apply when $1.",
}
"""What completion writes behind the names of fields that have a form of their own."""


@cache
def schemas() -> dict[str, Schema]:
    """The schemas by the names of their files."""
    return {
        "benchmark.schema.json": _spec(Benchmark, _benchmark_conditions()),
        "rubric.schema.json": _spec(Rubric, _rubric_conditions()),
    }


def json_text(schema: Schema) -> str:
    """A schema as its file holds it."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _spec(model: type[Fields], conditions: Iterator[Schema]) -> Schema:
    block = _block(model)
    is_mapping = {"type": "object", "errorMessage": _said(documents.wrong_shape, HAS_TO_HOLD_FIELDS)}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": model.__name__,
        "description": model.__doc__,
        **block,
        "allOf": [is_mapping, *block["allOf"], *conditions],
    }


def _block(spec: type[Fields], *above: str) -> Schema:
    """A block of fields: its own and no other, the needed ones among them."""
    known = entries(spec, *above)
    inside = f" in `{'.'.join(above)}`" if above else ""
    missing = [
        {"required": [entry.name], "errorMessage": _says_field(fields.missing_field, fields.MISSING, entry)}
        for entry in known
        if entry.is_needed
    ]
    return {
        "properties": {entry.name: _field(spec, entry) for entry in known},
        "additionalProperties": False,
        "errorMessage": _said(fields.unknown_field, f"this {fields.NO_FIELD}{inside}"),
        **({"allOf": missing} if missing else {}),
    }


def _field(spec: type[Fields], entry: Entry) -> Schema:
    """A field: what a reader is told of it, and what its value has to be, for one that was left out too."""
    if entry.is_needed:
        empty = _says_field(fields.missing_field, fields.NO_VALUE, entry)
    else:
        empty = _says_field(fields.blank_text, fields.BLANK, entry)
    return {
        "description": _described(entry),
        "markdownDescription": _hover(entry),
        "defaultSnippets": list(_snippets(entry)),
        "if": {"type": "null"},
        "then": {**_kind(entry.shape, entry), "errorMessage": empty},
        "else": _value(entry.shape, entry.route, entry) | _contents(spec, entry),
    }


def _snippets(entry: Entry) -> Iterator[Schema]:
    """What completion writes behind a field's name: its words, or the form of its value."""
    for word in entry.choices:
        yield {"label": str(word), "description": word.meaning, "body": str(word)}
    if not entry.choices:
        body = _BODIES.get(entry.name) or _form(entry)
        yield {"label": entry.takes, "description": entry.meaning, "body": body}


def _form(entry: Entry) -> object:
    match entry.shape["type"]:
        case "array":
            return ["$1"]
        case "object":
            return "\n  $1"
        case "string" if "minLength" in entry.shape:
            return ">\n  $1" if entry.example.startswith(f"{entry.name}: >") else '"$1"'
    return "$1"


def _kind(shape: Schema, entry: Entry) -> Schema:
    """What kind of value a shape is, and which words it takes where those are few."""
    if not entry.choices:
        return {"type": shape["type"]}
    meanings = [word.meaning for word in entry.choices]
    return {"enum": list(map(str, entry.choices)), "markdownEnumDescriptions": meanings}


def _value(shape: Schema, route: tuple[str | int, ...], entry: Entry) -> Schema:
    """What is asked of a value, each demand in the words of its rule."""
    field = fields.field_name(*route)
    if entry.choices:
        words = fields.HAS_TO_BE.format(field=field, expected=fields.one_of(entry.choices))
        return {**_kind(shape, entry), "errorMessage": _said(fields.bad_enum, words)}
    expected = fields.DATE if shape.get("format") == "date" else _KINDS[shape["type"]]
    value = _kind(shape, entry)
    value["errorMessage"] = _said(fields.wrong_type, fields.HAS_TO_BE.format(field=field, expected=expected))
    if "format" in shape:
        value["format"] = shape["format"]
    if shape["type"] == "number":
        value |= _range(shape, field)
    patterns = list(_patterns(shape, entry, field))
    return {**value, **(patterns[0] if len(patterns) == 1 else {"allOf": patterns} if patterns else {})}


_KINDS = {"string": fields.TEXT, "number": fields.NUMBER, "array": fields.LIST, "object": fields.BLOCK}


def _range(shape: Schema, field: str) -> Schema:
    """A number's range; the words stand where it is missed, since a range takes no words of its own."""
    limits = {key: shape[key] for key in ("minimum", "maximum", "multipleOf") if key in shape}
    expected = fields.WHOLE_NUMBER if "multipleOf" in shape else fields.SHARE
    if not limits:
        limits = {"minimum": -sys.float_info.max, "maximum": sys.float_info.max}
        expected = fields.FINITE
    words = fields.HAS_TO_BE.format(field=field, expected=expected)
    return {"if": limits, "else": {**_NEVER, "errorMessage": _said(fields.out_of_range, words)}}


def _patterns(shape: Schema, entry: Entry, field: str) -> Iterator[Schema]:
    """What a text has to look like."""
    if pattern := shape.get("pattern"):
        expected = fields.RUBRICS_CODE if pattern == RUBRIC_CODE else fields.BENCHMARKS_CODE
        words = fields.HAS_TO_BE.format(field=field, expected=expected)
        yield _pattern(pattern, _said(fields.malformed_code, words))
    if "minLength" in shape:
        yield _pattern(rf"[^{_BLANK}]", _said(fields.blank_text, fields.BLANK.format(field=field)))
    if entry.name in _OPENINGS:
        rule, opening, words = _OPENINGS[entry.name]
        # To ECMAScript only the letters of English are \w.
        goes_on = texts.GOES_ON.replace(r"\w", r"\w\u0080-\uffff")
        yield _pattern(rf"^\s*(?:{opening}|[{_BLANK}]*$)", _said(rule, words))
        ends = texts.ENDS_THERE.format(field=entry.name)
        yield _pattern(rf"^\s*(?!{opening}(?!{goes_on}))", _said(rule, ends))
    if entry.name == "llm_prompt_file":
        pattern = rf"^(?:[{_BLANK}]*|{prompts.PLAIN_PATH}\n*)$"
        yield _pattern(pattern, _said(prompts.prompt_path_form, prompts.NOT_PLAIN))


def _pattern(pattern: str, message: str) -> Schema:
    return {"pattern": pattern, "patternErrorMessage": message}


def _contents(spec: type[Fields], entry: Entry) -> Schema:
    """What a list or a block of fields holds."""
    if entry.block:
        return {"allOf": [_block(spec, *entry.route)]}
    entry_route: tuple[str | int, ...] = (*entry.route, 0)
    match entry.shape:
        case {"items": items}:
            return {"items": _value(items, entry_route, entry)}
        case {"additionalProperties": dict() as text}:
            key = _pattern(_LEVEL_KEY, _said(scales.level_not_number, scales.HAS_TO_BE_NUMBER))
            return {"propertyNames": key, "additionalProperties": _value(text, entry_route, entry)}
    return {}


def _benchmark_conditions() -> Iterator[Schema]:
    for kind in filter(lambda kind: kind.needs_prompt, EvaluatorType):
        yield {
            "if": {
                "properties": {"evaluator_type": {"const": str(kind)}},
                "required": ["evaluator_type"],
                "not": {"required": ["llm_prompt_file"]},
            },
            "then": _refuses(
                "evaluator_type", _said(prompts.prompt_not_stated, prompts.NO_PROMPT, kind=kind)
            ),
        }
    counted = [str(status) for status in Status if status is not Status.DEPRECATED]
    yield {
        "if": {
            "properties": {
                "status": {"enum": counted},
                "replaced_by": _well_formed(Benchmark, "replaced_by"),
            },
            "required": ["replaced_by"],
        },
        "then": _refuses("replaced_by", _said(succession.bad_succession, succession.NOT_DEPRECATED)),
    }


def _rubric_conditions() -> Iterator[Schema]:
    leaf = next(entry for entry in entries(Rubric) if entry.name == "benchmarks")
    missing = _says_field(fields.missing_field, fields.MISSING, leaf)
    yield {
        "if": {"not": {"required": ["sub_rubrics"]}},
        "then": {"required": ["benchmarks"], "errorMessage": missing},
    }
    lists = ["benchmarks", "sub_rubrics"]
    yield {
        "if": {"properties": {name: {"type": "array"} for name in lists}, "required": lists},
        "then": {
            "properties": {"sub_rubrics": False},
            "errorMessage": _said(fields.unknown_field, fields.TWO_LISTS),
        },
    }


def _well_formed(spec: type[Fields], name: str) -> Schema:
    """A value that a condition may count on."""
    shape = next(entry.shape for entry in entries(spec) if entry.name == name)
    return {key: shape[key] for key in ("type", "pattern")}


def _refuses(name: str, message: str) -> Schema:
    """Finds fault with a field's value, whatever it is."""
    return {"properties": {name: {**_NEVER, "errorMessage": message}}}


# Words ------------------------------------------------------------------------------------------------


def _said(rule: Rule, words: str, **values: str) -> str:
    return f"{rule.id}: {words.format(**values) if values else words}"


def _says_field(rule: Rule, words: str, entry: Entry) -> str:
    return _said(rule, words, field=fields.field_name(*entry.route))


def _demand(entry: Entry) -> str:
    """Whether a field has to be there, and what may stand in it."""
    needed = {"yes": "Required", "no": "Optional"}.get(entry.needed, f"Required {entry.needed}")
    absent = f" Where absent: {entry.absent}" if entry.absent else ""
    return f"{needed}: {entry.takes}.{absent}"


def _described(entry: Entry) -> str:
    example = f" Example: {' '.join(entry.example.split())}" if entry.example else ""
    return f"{entry.meaning} {_demand(entry)}{example}"


def _hover(entry: Entry) -> str:
    parts = [entry.meaning, _demand(entry)]
    if entry.example:
        parts.append(f"```yaml\n{entry.example}\n```")
    parts.append(f"Rules: {', '.join(entry.rules)}. `benchdocs rules ID` explains one.")
    return "\n\n".join(parts)
