"""State what texts have to look like, as patterns with one meaning in Python and ECMAScript.

Where the check is more precise than a pattern can be, the pattern accepts more, and never less.
"""

from collections.abc import Iterator

from benchdocs.rules import completeness, criteria, fields, prompts, scales
from benchdocs.schemas.field_guide import FieldEntry
from benchdocs.schemas.messages import Schema, rule_message
from benchdocs.specs.fields import BENCHMARK_CODE, RUBRIC_CODE

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
