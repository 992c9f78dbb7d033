"""A-CMP6: whether the transport section says more than a stock phrase of each item that was dictated."""

from typing import Any

from comparison import dictated, filled, not_applicable, record_of, reply

COMPARE: dict[str, Any] = {}
"""No value is compared."""
STOCK_PHRASES = ("transported to hospital", "care transferred", "see vitals", "see narrative")
"""The closed list of the benchmark."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    quotes = dictated(labels, "transport_details")
    if not quotes:
        return not_applicable("The labels name no detail of the transport that was dictated.")
    record = record_of(output)
    if record is None or "transport" not in record:
        return not_applicable("The output has no transport key, which only A-FMT1 judges.")
    return reply(
        filled(quotes, record["transport"], "transport", stock_phrases=STOCK_PHRASES),
        "Each dictated item holds more than a stock phrase in the transport section.",
        "The transport section has nothing, or a stock phrase, for what was dictated",
    )
