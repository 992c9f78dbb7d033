"""A-FMT1: whether the output is one JSON object with the keys that its template declares core."""

from typing import Any

from comparison import at, item, listed, record_of, reply
from texts import shown


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    record = record_of(output)
    items = [item("one JSON object", "", output, record is not None)] if labels else []
    if record is not None:
        keys = [shown(key) for key in listed(at(labels, "template"), "core_keys")]
        items += [item(f"the key {key}", "", record.get(key), key in record) for key in keys]
    return reply(
        items,
        "The output is one JSON object and has each key that its template declares core.",
        "The output is not what a program reads as a record; it lacks",
    )
