"""A-PRT3: whether each stated field of an intubation is charted with its labeled value."""

from typing import Any

from comparison import at, dictated, entries, item, mappings, of_records, reply, same
from texts import has_content

COMPARE = {
    "intubation_fields": {
        "intubation_indication": "words",
        "preoxygenation": "words",
        "sedative": "words",
        "sedative_dose": "number",
        "paralytic": "words",
        "paralytic_dose": "number",
        "ett_size": "number",
        "ett_depth": "number",
        "etco2_confirmation": "words",
        "etco2_reading": "number",
        "confirmation_method": "set",
        "attempts": "number",
        "post_intubation_medication": "set",
    }
}
"""Kinds of comparison, by label and field."""


@of_records
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    stated = dictated(labels, "intubation_fields")
    places = [at(output, "treatment"), *mappings(entries(output, "intubation"))]
    items = []
    for key, kind in COMPARE["intubation_fields"].items():
        if key in stated:
            charted = [value for place in places if has_content(value := at(place, key), key)]
            is_same = bool(charted) and all(same(kind, stated[key], value) for value in charted)
            items.append(item(key, stated[key], charted, is_same))
    return reply(
        items,
        "Each stated field of the intubation is charted with its labeled value.",
        "These stated fields are missing or differ from their labels",
    )
