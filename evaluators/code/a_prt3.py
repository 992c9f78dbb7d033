"""A-PRT3: whether each stated field of an intubation is charted with its labeled value."""

from typing import Any

from comparison import (
    at,
    dictated,
    entries,
    has_content,
    item,
    mappings,
    not_applicable,
    record_of,
    reply,
    same,
)

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


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    kinds = COMPARE["intubation_fields"]
    fields = {key: value for key, value in dictated(labels, "intubation_fields").items() if key in kinds}
    if not fields:
        return not_applicable("The labels name no stated field of an intubation.")
    record = record_of(output)
    if record is None:
        return not_applicable("The output is not a record, which only A-FMT1 judges.")
    places = [at(record, "treatment"), *mappings(entries(record, "intubation"))]
    items = []
    for key, labeled in fields.items():
        charted = [value for place in places if has_content(value := at(place, key), key)]
        is_same = bool(charted) and all(same(kinds[key], labeled, value) for value in charted)
        items.append(item(key, labeled, charted, is_same))
    return reply(
        items,
        "Each stated field of the intubation is charted with its labeled value.",
        "These stated fields are missing or differ from their labels",
    )
