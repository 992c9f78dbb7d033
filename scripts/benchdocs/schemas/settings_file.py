"""Describe `benchdocs.toml` to editors: every setting, what it takes, and what it is for."""

from typing import Any

from benchdocs.rules.registry import RULES
from benchdocs.specs.nouns import Nouns
from benchdocs.specs.prompt_file import HEADINGS

Schema = dict[str, Any]

_NOUNS = {
    "product": "The product under test.",
    "input": "One input of the product, in the singular.",
    "output": "One output of the product, in the singular.",
    "author": "Who an input comes from.",
    "given": "What was done with the words of an input, as in `the dictated words`.",
    "returned": "What the product did with an entry of its output, as in `the charted entry`.",
}


def schema() -> Schema:
    """Return the JSON Schema of the settings, which TOML editors check them by."""
    usual = Nouns()._asdict()
    rule = _text("ID of a rule.", enum=[rule.id for rule in RULES])
    reason = _text("Why, in three words or more. The site shows it.")
    code = _text("Code of a benchmark or rubric.")
    excluded = _table({"path": _text("Files that are not read: a glob."), "reason": reason}, "path")
    waiver = {
        "rule": rule,
        "code": _text("Code of the spec, or file name of the prompt."),
        "reason": reason,
        "by": _text("Role or body that made the exception."),
        "on": {"description": "Day on which it was made.", "type": "string"},
        "until": {"description": "Last day on which it excuses.", "type": "string"},
    }
    category = {
        "name": _text("What specs call it.", pattern="^[a-z][a-z0-9_]{0,59}$"),
        "label": _text("What pages call it.", maxLength=60),
        "meaning": _text("What it means, in a sentence for authors."),
        "rubrics": _list(code, "Rubrics whose specs do not state it."),
    }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Settings of a suite",
        **_table(
            {
                **{
                    name: _text(meaning, maxLength=60, default=usual[name])
                    for name, meaning in _NOUNS.items()
                },
                "clinical": {
                    "description": "Whether rule SCP701 looks for clinical knowledge.",
                    "type": "boolean",
                    "default": False,
                },
                "exclude": _list(excluded, "Spec files that are not read."),
                "reserved": _list(code, "Codes that no spec may have."),
                "ignore": _list(
                    _table({"rule": rule, "reason": reason}, "rule", "reason"),
                    "Rules that are switched off for the whole suite.",
                ),
                "waivers": _list(
                    _table(waiver, "rule", "code", "reason"), "Findings that are excused, one spec at a time."
                ),
                "prompts": _prompts(),
                "categories": {
                    "description": "What kinds of questions rubrics ask.",
                    "anyOf": [
                        {"type": "array", "items": _table(category, "name")},
                        {"type": "object", "additionalProperties": {"type": "string"}},
                    ],
                },
            }
        ),
    }


def _prompts() -> Schema:
    """Return the schema of what a suite's prompts have in common."""
    headings = {
        heading.key: _text(f"Heading of its section; `{heading.text}` otherwise.", maxLength=80)
        for heading in HEADINGS
    }
    placeholder = _text("Its name between braces.", pattern="^[a-z][a-z0-9_]{0,59}$")
    inputs = _list(placeholder, "Placeholders of the labels, the input and the output.")
    return {
        "description": "Headings, placeholders and form of the reply of judge prompts.",
        **_table(
            {
                "headings": {"description": "An empty text leaves a section out.", **_table(headings)},
                "inputs": {**inputs, "minItems": 3, "maxItems": 3},
                "reply": _text("JSON Schema of a judge's reply: a path from the suite's folder."),
            }
        ),
    }


def _text(description: str, **more: Any) -> Schema:
    return {"description": description, "type": "string", **more}


def _list(entry: Schema, description: str) -> Schema:
    return {"description": description, "type": "array", "items": entry}


def _table(fields: Schema, *needed: str) -> Schema:
    required = {"required": [*needed]} if needed else {}
    return {"type": "object", "properties": fields, "additionalProperties": False, **required}
