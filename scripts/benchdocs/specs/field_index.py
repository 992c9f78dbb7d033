"""Every field that a spec can hold, and sets of their names by what is known of them."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from benchdocs.specs.field_facts import FieldFacts
from benchdocs.specs.models import Benchmark, Fields, Rubric, Share, value_type


class SpecField(NamedTuple):
    """A field of a spec, or of a block within one."""

    model: type[Fields]
    """The block that it stands in."""
    name: str
    type: Any
    """Type of its value where there is one."""
    facts: FieldFacts


@cache
def spec_fields() -> tuple[SpecField, ...]:
    """Return all fields: those of each kind of spec, followed by those of its blocks; a shared block once."""
    models = [inner for spec in (Benchmark, Rubric) for inner in (spec, *spec.blocks().values())]
    return tuple(
        SpecField(model, name, value_type(info), model.facts()[name])
        for model in dict.fromkeys(models)
        for name, info in model.model_fields.items()
    )


@cache
def share_fields() -> frozenset[str]:
    """Return the names of the fields that hold a share of 1."""
    return frozenset(field.name for field in spec_fields() if field.type == Share)
