"""A-CMP5: whether each dictated element of a field pronouncement has its populated key."""

from typing import Any

from comparison import dictated, entries, has_content, item, not_applicable, record_of, reply

COMPARE: dict[str, Any] = {}
"""No value is compared."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    quotes = dictated(labels, "field_pronouncement")
    if not quotes:
        return not_applicable("The labels name no element of a death pronounced in the field.")
    record = record_of(output)
    if record is None:
        return not_applicable("The output is not a record, which only A-FMT1 judges.")
    charted = {key: entries(record, key) for key in quotes}
    items = [item(key, quotes[key], found, has_content(found, key)) for key, found in charted.items()]
    return reply(
        items,
        "Each dictated element of the pronouncement has content under its key.",
        "The pronouncement has no content for what was dictated",
    )
