"""A-CMP3: whether the arrival section has content for each item that was dictated."""

from typing import Any

from comparison import filled, of_coverage, reply


@of_coverage
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    return reply(
        filled(labels, "arrival_details", output, "arrival"),
        "Each dictated item has content under its key of the arrival section.",
        "The arrival section has no content for what was dictated",
    )
