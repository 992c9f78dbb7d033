"""A-FMT1: whether the output is one JSON object with the keys that its template declares core."""

from typing import Any

from comparison import at, item, listed, record_of, reply, shown


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    template, record = at(labels, "template"), record_of(output)
    items = []
    if isinstance(template, dict):
        items.append(item("one JSON object", "", output, record is not None))
        if record is not None:
            keys = [shown(key) for key in listed(template, "core_keys")]
            items += [item(f"the key {key}", "", record.get(key), key in record) for key in keys]
    return reply(
        items,
        "The output is one JSON object and has each key that its template declares core.",
        "The output is not what a program reads as a record; it lacks",
    )
