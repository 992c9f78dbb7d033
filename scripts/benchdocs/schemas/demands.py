"""State what a value has to be, each demand with the message of its rule.

Of a text as patterns with one meaning in Python and ECMAScript, of a field because of another field, of a
list as a whole. Where the check is more precise than a schema can be, the schema accepts more, never less.
"""

from collections.abc import Iterator
from typing import Any

from benchdocs.rules import (
    completeness,
    criteria,
    fields,
    lifecycle,
    membership,
    prompts,
    scales,
)
from benchdocs.rules.rule import Rule
from benchdocs.schemas.field_guide import FieldEntry, entries
from benchdocs.specs.choices import EvaluatorType, Status
from benchdocs.specs.field_index import MEMBERS
from benchdocs.specs.fields import BENCHMARK_CODE, RUBRIC_CODE, Fields
from benchdocs.specs.models import Benchmark, Rubric

Schema = dict[str, Any]

NEVER: Schema = {"type": "object", "doNotSuggest": True}
"""Rejects any value of a field that takes no block; some readers do not accept an empty `enum`."""
BLANK = r"\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff"
"""The most frequent invisible characters, of those that the checks know."""
NOT_BLANK = rf"[^{BLANK}]"
_LEVEL_KEY = r"^[-+]?(?:\d+\.?\d*|\.\d+)$"
_OPENINGS = {
    "inclusion_criteria": (criteria.inclusion_opening, criteria.APPLY_WHEN, criteria.HAS_TO_APPLY),
    "exclusion_criteria": (criteria.exclusion_opening, criteria.DO_NOT_APPLY, criteria.HAS_NOT_TO_APPLY),
}
# In ECMAScript, \w matches English letters only.
_GOES_ON = criteria.GOES_ON.replace(r"\w", r"\w\u0080-\uffff")
_FLAG_IF = r"Flag[\s\x1c-\x1f\x85]+if"
_NO_WORD = r"[\x00-/:-@\[-^`{-\x7f]"


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


def pattern(of_text: str, message: str) -> Schema:
    """Return a pattern for a text, with the message of its rule."""
    return {"pattern": of_text, "patternErrorMessage": message}


def level_key() -> Schema:
    """Return what a level's key has to look like."""
    return pattern(_LEVEL_KEY, rule_message(scales.level_not_number, scales.HAS_TO_BE_NUMBER))


def no_placeholder() -> Schema:
    """Return that a text contains no placeholder that is left to fill in."""
    return pattern(
        rf"^(?![\s\S]*(?:^|{_NO_WORD}){completeness.MARK})",
        rule_message(completeness.blank_to_fill, completeness.LEFT),
    )


def patterns(shape: Schema, entry: FieldEntry, field: str) -> Iterator[Schema]:
    """Yield what a text of this shape has to look like."""
    if code := shape.get("pattern"):
        kinds = {RUBRIC_CODE: fields.RUBRICS_CODE, BENCHMARK_CODE: fields.BENCHMARKS_CODE}
        expected = kinds.get(code, fields.ANY_CODE)
        words = fields.HAS_TO_BE.format(field=field, expected=expected)
        yield pattern(code, rule_message(fields.malformed_code, words))
    if "minLength" in shape:
        yield pattern(NOT_BLANK, rule_message(fields.blank_text, fields.BLANK.format(field=field)))
        yield no_placeholder()
    if entry.name in _OPENINGS:
        rule, opening, words = _OPENINGS[entry.name]
        yield pattern(rf"^(?:\s*{opening}|[{BLANK}]*$)", rule_message(rule, words))
        ends_there = criteria.ENDS_THERE.format(field=entry.name)
        yield pattern(rf"^\s*(?!{opening}(?!{_GOES_ON}))", rule_message(rule, ends_there))
    if entry.name == "inclusion_criteria":  # a flag somewhere, though not that a sentence starts with it
        rule = criteria.failure_condition
        yield pattern(rf"^[{BLANK}]*$|{_FLAG_IF}", rule_message(rule, criteria.NO_FLAG))
        every_one_bare = rf"^(?=[\s\S]*Flag if\b)(?![\s\S]*{_FLAG_IF}\b{_GOES_ON})"
        yield pattern(rf"^(?!{every_one_bare})", rule_message(rule, ends_there))
    if entry.name == "llm_prompt_file":
        path = rf"^(?:[{BLANK}]*|{prompts.PLAIN_PATH}\n*)$"
        yield pattern(path, rule_message(prompts.prompt_path_form, prompts.NOT_PLAIN))


def of_benchmark() -> Iterator[Schema]:
    """Yield which fields of a benchmark require another, and which exclude another."""
    for kind in EvaluatorType:
        evaluator: Schema = {"evaluator_type": {"const": str(kind)}}
        if kind.needs_prompt:
            message = rule_message(prompts.prompt_not_stated, prompts.NO_PROMPT, kind=kind)
            without_prompt = {"not": {"required": ["llm_prompt_file"]}}
            yield _where(["evaluator_type"], evaluator, fault_in("evaluator_type", message), **without_prompt)
        else:
            words = f"this benchmark {prompts.READS_NO_PROMPT}"
            message = rule_message(prompts.prompt_without_judge, words, kind=kind)
            both = {**evaluator, "llm_prompt_file": {"type": "string", "pattern": NOT_BLANK}}
            yield _where(list(both), both, fault_in("llm_prompt_file", message))
    counted = {"enum": [str(status) for status in Status if status is not Status.DEPRECATED]}
    shape = _entry("replaced_by").shape
    well_formed = {key: shape[key] for key in ("type", "pattern")}
    divided = {"type": "array", "minItems": 1}
    for name, given in (("replaced_by", well_formed), ("split_into", divided)):
        misplaced = rule_message(lifecycle.bad_succession, lifecycle.NOT_DEPRECATED, field=name)
        yield _where([name], {"status": counted, name: given}, fault_in(name, misplaced))


def of_rubric() -> Iterator[Schema]:
    """Yield that a rubric has one of its two lists, and not both."""
    missing = field_message(fields.missing_field, fields.MISSING, _entry("benchmarks", Rubric))
    yield {
        "if": {"not": {"required": ["sub_rubrics"]}},
        "then": {"required": ["benchmarks"], "errorMessage": missing},
    }
    two_lists = rule_message(fields.unknown_field, fields.TWO_LISTS)
    fault = {"properties": {"sub_rubrics": False}, "errorMessage": two_lists}
    yield _where([*MEMBERS], {name: {"type": "array"} for name in MEMBERS}, fault)


def _where(present: list[str], properties: Schema, then: Schema, **more: Schema) -> Schema:
    """Return what holds where these fields are present and have these properties."""
    return {"if": {"properties": properties, "required": present, **more}, "then": then}


_ONCE: dict[str, tuple[Rule, str]] = {
    "benchmarks": (membership.wrong_member, membership.LISTED_TWICE),
    "sub_rubrics": (membership.broken_tree, membership.IN_COMPOSITE),
    "aliases": (lifecycle.bad_succession, lifecycle.CLAIMED_TWICE),
}
"""Rules and messages on lists in which a code may not be repeated."""
_THINGS = {"benchmarks": "benchmarks", "sub_rubrics": "rubrics"}
"""What lists hold that may not be empty."""


def of_list(entry: FieldEntry) -> Iterator[Schema]:
    """Yield what a list has to be as a whole, given that each entry is well-formed."""
    if found := _ONCE.get(entry.name):
        rule, words = found
        code = {key: entry.shape["items"][key] for key in ("type", "pattern")}
        once = {"anyOf": [{"uniqueItems": True}, {"not": {"items": code}}]}
        yield fault_unless(once, rule_message(rule, f"a code {words}"))
    if things := _THINGS.get(entry.name):
        words = membership.LISTS_NO.format(things=things)
        yield fault_unless({"minItems": 1}, rule_message(membership.no_members, f"this rubric {words}"))


def _entry(name: str, spec: type[Fields] = Benchmark) -> FieldEntry:
    return next(entry for entry in entries(spec) if entry.name == name)
