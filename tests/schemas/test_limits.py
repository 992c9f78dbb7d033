"""Every limit of a number has words of its own in the check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchdocs.schemas.build import PLAN_FILE, RESULTS_FILE, with_record
from benchdocs.specs.records import MOST_CASES
from benchdocs.specs.settings import NO_SETTINGS

LIMITS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")


def limits(schema: Any) -> Iterator[tuple[str, Any]]:
    """Every limit in a schema."""
    if isinstance(schema, dict):
        yield from ((key, value) for key, value in schema.items() if key in LIMITS)
        schema = [*schema.values()]
    for part in schema if isinstance(schema, list) else ():
        yield from limits(part)


def test_a_new_limit_needs_words() -> None:
    """`_RANGES` of `rules/fields.py` has the words of these alone."""
    worded = {("minimum", 0), ("maximum", 1), ("exclusiveMinimum", 0), ("exclusiveMaximum", 1)}
    worded |= {("minimum", 1), ("multipleOf", 1), ("exclusiveMinimum", -1), ("maximum", MOST_CASES)}
    found = {
        limit
        for name, each in with_record(None, NO_SETTINGS).items()
        if name not in (PLAN_FILE, RESULTS_FILE)
        for limit in limits(each)
    }
    assert found == worded
