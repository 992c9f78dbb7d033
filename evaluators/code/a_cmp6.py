"""A-CMP6: whether the transport section says more than a stock phrase of each item that was dictated."""

from typing import Any

from comparison import filled, of_coverage, reply

STOCK_PHRASES = ("transported to hospital", "care transferred", "see vitals", "see narrative")
"""The closed list of the benchmark."""


@of_coverage
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    return reply(
        filled(labels, "transport_details", output, "transport", *STOCK_PHRASES),
        "Each dictated item holds more than a stock phrase in the transport section.",
        "The transport section has nothing, or a stock phrase, for what was dictated",
    )
