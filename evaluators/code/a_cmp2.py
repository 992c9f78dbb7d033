"""A-CMP2: whether the response section has content for each group of details that was dictated."""

from typing import Any

from comparison import dictated, filled, not_applicable, record_of, reply

COMPARE: dict[str, Any] = {}
"""No value is compared."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    quotes = dictated(labels, "response_details")
    if not quotes:
        return not_applicable("The labels name no response detail that was dictated.")
    record = record_of(output)
    if record is None or "response" not in record:
        return not_applicable("The output has no response key, which only A-FMT1 judges.")
    return reply(
        filled(quotes, record["response"], "response"),
        "Each dictated group has content under its key of the response section.",
        "The response section has no content for what was dictated",
    )
