"""What a spec means, however it is written: its values by their routes, and a digest of what a review covers.

`covered` is the one answer to two questions: what a review signs, and what asks for a new version.
"""

import json
from collections import Counter
from collections.abc import Iterator, Set
from decimal import Context, Decimal
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any, get_args, get_origin

from benchdocs.specs.choices import EvaluatorType
from benchdocs.specs.discovery import LABELS_FILE
from benchdocs.specs.field_facts import Effect, FieldFacts
from benchdocs.specs.fields import AnyCode, BenchmarkCode, Fields, RubricCode, value_type
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.validation import AnySpec, Spec
from benchdocs.suite.script_meaning import labels_read, meanings
from benchdocs.suite.suite import Suite
from benchdocs.suite.wording import wording

Route = tuple[str, ...]
Values = dict[Route, Any]
"""Values by their routes: `("scoring_scale", "max_value")`."""
PROMPT, SCRIPT, IMPORTED, LABELS, BELOW = "prompt", "script", "imported script", "labels", "below"
"""First steps of the routes to what a spec does not say itself: the texts that judge, labels, its parts."""
REASONS = "reasons"
"""Last step of the route to the texts that a script gives as reasons."""
ORDER = "order"
"""Last step of the route to the names of a list's entries, or to the headings of a page, in their order."""
PATHS: tuple[Route, ...] = (("llm_prompt_file",), ("metric", "implementation"))
"""Fields that name what judges: the text counts, not where it lies."""
_IDENTIFYING = ("id", "rule", "code", "path", "pattern", "name", "fields")
"""Fields by which an entry of a list is known."""
_CODES = (AnyCode, BenchmarkCode, RubricCode)
_EXACT = Context(prec=1000)
"""More digits than a number of a file can have."""


def meaning(value: Any) -> Any:
    """Return a value as plain data, without layout and without what says no more than its absence."""
    if isinstance(value, Fields):
        stated = {}
        for name in type(value).facts():
            entry = field_meaning(value, name)
            if entry not in (None, [], {}):
                stated[name] = entry
        return stated | meaning(value.model_extra or {})
    if isinstance(value, list):
        return list(map(meaning, value))
    if isinstance(value, dict):
        return {_key(key): meaning(entry) for key, entry in value.items()}
    if isinstance(value, str) and not isinstance(value, StrEnum):
        return wording(value)
    return value


def field_meaning(fields: Fields, name: str) -> Any:
    """Return the meaning of a field; None where it has its default, or the value that means its absence.

    Entries whose order means nothing are sorted.
    """
    facts = type(fields).facts()[name]
    value = meaning(getattr(fields, name))
    if value in (meaning(facts.default), facts.idle):
        return None
    is_unordered = facts.unordered or _holds_codes(type(fields), name)
    if is_unordered and isinstance(value, list):
        return sorted(set(value))
    return value


@cache
def _holds_codes(model: type[Fields], name: str) -> bool:
    """Return whether a field is a list of codes."""
    kind = value_type(model.model_fields[name])
    return get_origin(kind) is list and get_args(kind)[0] in _CODES


def _key(key: object) -> str:
    """Return a key as text; equal numbers give the same one."""
    if isinstance(key, Decimal) and key.is_finite():
        return f"{key.normalize(_EXACT):f}"
    return str(key)


def leaves(value: Any, route: Route = ()) -> Iterator[tuple[Route, Any]]:
    """Yield the values of nested data by their routes; a list of plain values is one value.

    An entry of a list of blocks goes by what identifies it, or by its number.
    """
    if isinstance(value, dict) and (value or not route):
        for key, entry in value.items():
            yield from leaves(entry, (*route, _key(key)))
    elif isinstance(value, list) and any(isinstance(entry, dict) for entry in value):
        names = list(_names(value))
        for name, entry in zip(names, value, strict=True):
            yield from leaves(entry, (*route, name))
        yield (*route, ORDER), names
    else:
        yield route, value


def _names(entries: list[Any]) -> Iterator[str]:
    count = Counter[str]()
    for number, entry in enumerate(entries, 1):
        name = _name(entry) if isinstance(entry, dict) else ""
        count[name] += 1
        if not name:
            yield str(number)
        elif count[name] > 1:
            yield f"{name} ({count[name]})"
        else:
            yield name


def _name(entry: dict[Any, Any]) -> str:
    """Return what identifies an entry: its `id`, or the rule and code of a waiver; empty for nothing."""
    identifying = [entry[key] for key in _IDENTIFYING if key in entry]
    most = 2 if "rule" in entry else 1
    return " ".join(map(_in_a_line, identifying[:most]))


def _in_a_line(value: Any) -> str:
    """Return a value as text, a list with commas."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)


# Specs ------------------------------------------------------------------------------------------------


def own_values(suite: Suite, spec: AnySpec) -> Values:
    """Return the values of a spec by their routes, with the rubric or category that is implied."""
    if isinstance(spec.fields, Benchmark):
        implied = {"parent_rubric": suite.parent_code(Spec(spec.document, spec.fields))}
    else:
        category = suite.category(Spec(spec.document, spec.fields))
        implied = {"category": category} if category else {}
    return dict(leaves(meaning(spec.fields) | implied))


def facts_along(model: type[Fields], route: Route) -> list[FieldFacts]:
    """Return the facts of the field at a route and of the blocks around it, the outermost first."""
    facts = []
    for step in route:
        if step in model.facts():
            facts.append(model.facts()[step])
            model = model.blocks().get(step, model)
    return facts


def effect_at(
    model: type[Fields], route: Route, was: Any, now: Any, types: Set[EvaluatorType | None] = frozenset()
) -> Effect:
    """Return what a change of a covered value of a spec can do; `types` are a benchmark's, before and after.

    That of a path says that another file judges.
    """
    if route[0] in (PROMPT, SCRIPT, IMPORTED, LABELS):
        return Effect.MEANING if route[-1] == REASONS else Effect.SCORE
    if route == ("concept",) and types:
        return Effect.MEANING if types == {EvaluatorType.LLM_JUDGE} else Effect.SCORE
    facts = facts_along(model, route)
    return facts[-1].effect_of(was, now) if facts else Effect.MEANING


def covered(suite: Suite, spec: AnySpec) -> Values:
    """Return what a review of a spec covers, which is also what asks for a new version of it.

    That is what it says itself, and what it depends on.
    """
    return signed_values(suite, spec) | values_around(suite, spec)


def signed_values(suite: Suite, spec: AnySpec) -> Values:
    """Return a spec's own values, but for those about reviews, decisions and versions."""
    values: Values = {}
    for route, value in own_values(suite, spec).items():
        if all(facts.signed for facts in facts_along(type(spec.fields), route)):
            values[route] = value
    return values


def values_around(suite: Suite, spec: AnySpec) -> Values:
    """Return the values that a spec depends on and does not say itself, which takes longer.

    Of a benchmark, that is the texts of what judges it, wherever they lie, and the labels that it counts; of
    a rubric, the values of everything below it that its verdict depends on.
    """
    if isinstance(spec.fields, Benchmark):
        return _judging(suite, spec.fields)
    values: Values = {}
    for part in _parts(suite, spec):
        for route, value in _deciding(suite, part).items():
            values[BELOW, part.code, *route] = value
    return values


def _judging(suite: Suite, fields: Benchmark) -> Values:
    """Return what counts of the files that judge a benchmark; records, reviews and changes all ask for it."""
    known = _known(suite)
    if id(fields) not in known:
        known[id(fields)] = (fields, dict([*_judges(suite, fields), *_labels(suite, fields)]))
    return known[id(fields)][1]


@lru_cache(maxsize=2)
def _known(suite: Suite) -> dict[int, tuple[Benchmark, Values]]:
    """Return what was asked for of a suite, with the fields, whose identity nothing else has meanwhile."""
    return {}


def _judges(suite: Suite, fields: Benchmark) -> Iterator[tuple[Route, Any]]:
    """Yield what counts of a benchmark's prompt, its script, and what that reaches of what it imports."""
    if prompt := suite.prompt.get(fields.llm_prompt_file or ""):
        yield (PROMPT,), wording(prompt.text)
    if script := suite.script_of(fields):
        for name, counting in meanings(suite, script).items():
            route = (SCRIPT,) if name == script.name else (IMPORTED, name)
            yield route, counting.code
            if counting.reasons:
                yield (*route, REASONS), counting.reasons


def _labels(suite: Suite, fields: Benchmark) -> Iterator[tuple[Route, Any]]:
    """Yield what the data dictionary says of the labels that a benchmark counts or its script reads."""
    labels = fields.metric.labels if fields.metric else []
    if script := suite.script_of(fields):
        labels = [*labels, *labels_read(suite, script)]
    defined = (suite.dictionary.fields.labels if suite.dictionary else None) or {}
    for label in dict.fromkeys(labels):
        if label in defined:
            yield from leaves(meaning(defined[label]), (LABELS, label))


def _parts(suite: Suite, spec: AnySpec) -> list[AnySpec]:
    """Return the rubrics below a rubric, and all benchmarks that they and it list; none of a benchmark."""
    if isinstance(spec.fields, Benchmark):
        return []
    below = suite.rubrics_below(Spec(spec.document, spec.fields)).values()
    parts: list[AnySpec] = [rubric for rubric in below if rubric.code != spec.code]
    listed: dict[str, None] = {}
    for rubric in below:
        listed |= dict.fromkeys(rubric.fields.benchmarks or ())
    return [*parts, *(suite.benchmark[code] for code in listed if code in suite.benchmark)]


def _deciding(suite: Suite, spec: AnySpec) -> Values:
    """Return the values of a spec that the verdicts above it depend on."""
    values = {}
    for route, value in own_values(suite, spec).items():
        is_deciding = any(facts.decides_verdict for facts in facts_along(type(spec.fields), route))
        if is_deciding or route == ("parent_rubric",):
            values[route] = value
    return values


def is_certain(suite: Suite, spec: AnySpec) -> bool:
    """Return whether all that a review of a spec covers could be read."""
    if isinstance(spec.fields, Rubric):
        below = suite.rubrics_below(Spec(spec.document, spec.fields)).values()
        return not any(map(suite.absent_members, below))
    counts_labels = spec.fields.metric and spec.fields.metric.labels
    if counts_labels and suite.broken_file(LABELS_FILE):
        return False
    return suite.evaluator.keys() >= {*suite.judged_by(spec.fields)}


def fingerprint(suite: Suite, spec: AnySpec) -> str:
    """Return the SHA-256 of all that a review of a spec covers."""
    return digest_of(covered(suite, spec))


def digest_of(values: Values) -> str:
    """Return the SHA-256 of values with their routes."""
    import hashlib  # a check of a suite without reviews starts faster

    entries = sorted((list(route), _exact(value)) for route, value in values.items())
    return hashlib.sha256(json.dumps(entries, ensure_ascii=False).encode()).hexdigest()


def _exact(value: Any) -> Any:
    """Return a value as JSON holds it: one form for equal numbers, and no two values in the same form."""
    if isinstance(value, Decimal):
        digits = str(value.normalize(_EXACT)) if value else "0"
        return {"number": digits}
    if isinstance(value, list):
        return list(map(_exact, value))
    if isinstance(value, bool | int | str | None):
        return value
    return {type(value).__name__: str(value)}
