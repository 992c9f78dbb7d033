"""List every field that a spec can have, and group the names by type and facts."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, get_args, get_origin

from benchdocs.documents.locations import Route
from benchdocs.specs.field_facts import FieldFacts, TextForm
from benchdocs.specs.fields import Confidence, Fields, Share, Text, value_type
from benchdocs.specs.models import Benchmark, Rubric

CRITERIA = ("inclusion_criteria", "exclusion_criteria", "out_of_scope")
"""Fields that say when a benchmark applies and what it counts; the last is a list."""
MEMBERS = ("benchmarks", "sub_rubrics")
"""Fields of a rubric that list its members, of which it has one."""
SPECS: tuple[type[Fields], ...] = (Benchmark, Rubric)


class SpecField(NamedTuple):
    """Field of a spec, or of a block within one, with the type of its value where there is one."""

    model: type[Fields]
    name: str
    type: Any
    facts: FieldFacts


@cache
def spec_fields(*specs: type[Fields]) -> tuple[SpecField, ...]:
    """Return all fields: those of each kind of spec, followed by those of its blocks; a shared block once."""
    models: dict[type[Fields], None] = {}
    for spec in specs or SPECS:
        models.update(dict.fromkeys(_with_blocks(spec)))
    fields = []
    for model in models:
        fields += [
            SpecField(model, name, value_type(info), model.facts()[name])
            for name, info in model.model_fields.items()
        ]
    return tuple(fields)


def _with_blocks(model: type[Fields]) -> Iterator[type[Fields]]:
    """Yield a block of fields and all blocks within it."""
    yield model
    for block in model.blocks().values():
        yield from _with_blocks(block)


@cache
def share_fields() -> frozenset[str]:
    """Return the names of the fields that hold a share of 1."""
    return frozenset(field.name for field in spec_fields() if field.type in (Share, Confidence))


@cache
def plain_fields(model: type[Fields]) -> frozenset[str]:
    """Return the names of a kind of file's fields that hold no running text, but a value of another kind."""
    return frozenset(field.name for field in spec_fields(model) if _is_plain(field))


@cache
def stating_fields(model: type[Fields]) -> tuple[str, ...]:
    """Return the names of a block's fields with running text that is the author's own, and of such blocks."""

    def has_text(name: str) -> bool:
        if block := model.blocks().get(name):
            return bool(stating_fields(block))
        kind = value_type(model.model_fields[name])
        return Text in (kind, *get_args(kind))

    authored = (name for name, facts in model.facts().items() if not facts.may_quote)
    return tuple(name for name in authored if model.facts()[name].form is TextForm.PROSE and has_text(name))


def stated_texts(value: Any, route: Route = ()) -> Iterator[tuple[Route, str]]:
    """Yield the running texts of a block that are the author's own, each with the route of its field."""
    if isinstance(value, str):
        yield route, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from stated_texts(inner, (*route, str(key)))
    elif isinstance(value, list):
        yield from ((route, text) for inner in value for _, text in stated_texts(inner))
    elif isinstance(value, Fields):
        for name in stating_fields(type(value)):
            if (inner := getattr(value, name)) is not None:
                yield from stated_texts(inner, (*route, name))


def _is_plain(field: SpecField) -> bool:
    """Return whether a field holds a value, or a list of values, in which `: ` never occurs."""
    if field.type == Text:
        return field.facts.form in (TextForm.PATH, TextForm.FORMULA, TextForm.DIGEST)
    if field.name in field.model.blocks():
        return False
    if get_origin(field.type) is list:
        return get_args(field.type) != (Text,)
    return field.type is not Any and get_origin(field.type) is not dict


def criteria(fields: Benchmark) -> Iterator[tuple[Route, str]]:
    """Yield the texts that say when a benchmark applies and what it counts, each with its route."""
    yield from (((name,), getattr(fields, name) or "") for name in CRITERIA[:2])
    yield from (((CRITERIA[2], index), text) for index, text in enumerate(fields.out_of_scope))
