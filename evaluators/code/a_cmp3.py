"""A-CMP3: whether the arrival section has content for each item that was dictated."""

from typing import Any

from comparison import dictated, filled, not_applicable, record_of, reply

COMPARE: dict[str, Any] = {}
"""No value is compared."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    quotes = dictated(labels, "arrival_details")
    if not quotes:
        return not_applicable("The labels name no arrival detail that was dictated.")
    record = record_of(output)
    if record is None or "arrival" not in record:
        return not_applicable("The output has no arrival key, which only A-FMT1 judges.")
    return reply(
        filled(quotes, record["arrival"], "arrival"),
        "Each dictated item has content under its key of the arrival section.",
        "The arrival section has no content for what was dictated",
    )
