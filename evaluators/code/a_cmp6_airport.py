"""A-CMP6-airport: whether each dictated field of the template has content, the reason a detailed one."""

from typing import Any

from comparison import at, dictated, entries, has_content, item, listed, not_applicable, record_of, reply

COMPARE: dict[str, Any] = {}
"""No value is compared."""
GENERIC_REASONS = (
    *("higher level of care", "for higher level of care", "for a higher level of care"),
    *("continued care", "further care", "further treatment", "specialty care", "medical transfer"),
)
"""The closed list of phrases that give no reason for a transfer."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    quotes = dictated(labels, "airport_transfer_fields")
    needed = listed(at(labels, "template"), "needed")
    quotes = {key: quote for key, quote in quotes.items() if key in needed}
    if not quotes:
        return not_applicable("The labels name no field of an airport or aeromedical transfer.")
    record = record_of(output)
    if record is None:
        return not_applicable("The output is not a record, which only A-FMT1 judges.")
    charted = {key: entries(record, key) for key in quotes}
    items = [
        item(key, quotes[key], found, has_content(found, key, stock_phrases=GENERIC_REASONS))
        for key, found in charted.items()
    ]
    return reply(
        items,
        "Each dictated field of the template has content under its key.",
        "The fields of the template have no content, or a generic reason, for what was dictated",
    )
