"""A-CMP6-airport: whether each dictated field of the template has content, the reason a detailed one."""

from typing import Any

from comparison import at, dictated, entries, item, listed, of_coverage, reply
from texts import has_content

GENERIC_REASONS = (
    *("higher level of care", "for higher level of care", "for a higher level of care"),
    *("continued care", "further care", "further treatment", "specialty care", "medical transfer"),
)
"""The closed list of phrases that give no reason for a transfer."""


@of_coverage
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    needed = listed(at(labels, "template"), "needed")
    items = []
    for key, quote in dictated(labels, "airport_transfer_fields").items():
        if key in needed:
            charted = entries(output, key)
            items.append(item(key, quote, charted, has_content(charted, key, stock_phrases=GENERIC_REASONS)))
    return reply(
        items,
        "Each dictated field of the template has content under its key.",
        "The fields of the template have no content, or a generic reason, for what was dictated",
    )
