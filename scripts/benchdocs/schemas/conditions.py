"""State what a field has to be because of another field, and what a list has to be as a whole."""

from collections.abc import Iterator

from benchdocs.rules import fields, lifecycle, membership, prompts, weights
from benchdocs.rules.rule import Rule
from benchdocs.schemas.field_guide import FieldEntry, entries
from benchdocs.schemas.messages import Schema, fault_in, fault_unless, field_message, rule_message
from benchdocs.schemas.text_patterns import NOT_BLANK
from benchdocs.specs.choices import EvaluatorType, Status
from benchdocs.specs.fields import Fields
from benchdocs.specs.models import Benchmark, Rubric

_ZERO: Schema = {"type": "number", "minimum": 0, "maximum": 0}
_IS_ZERO = rule_message(weights.zero_weight, weights.IS_ZERO)


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
    in_use = {"not": {"const": str(Status.DEPRECATED)}}
    yield _where(["weight"], {"weight": _ZERO, "status": in_use}, fault_in("weight", _IS_ZERO))


def of_rubric() -> Iterator[Schema]:
    """Yield that a rubric has one of its two lists, and not both."""
    missing = field_message(fields.missing_field, fields.MISSING, _entry("benchmarks", Rubric))
    yield {
        "if": {"not": {"required": ["sub_rubrics"]}},
        "then": {"required": ["benchmarks"], "errorMessage": missing},
    }
    two_lists = rule_message(fields.unknown_field, fields.TWO_LISTS)
    fault = {"properties": {"sub_rubrics": False}, "errorMessage": two_lists}
    yield _where([*fields.MEMBERS], {name: {"type": "array"} for name in fields.MEMBERS}, fault)
    yield _where(["weight"], {"weight": _ZERO}, fault_in("weight", _IS_ZERO))


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
