"""A-CMP2: whether the response section has content for each group of details that was dictated."""

from typing import Any

from comparison import at, dictated, has_content, item, not_applicable, reply

COMPARE: dict[str, Any] = {}
"""No value is compared."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    groups = dictated(labels, "response_details")
    if not groups:
        return not_applicable("The labels name no response detail that was dictated.")
    if not isinstance(output, dict) or "response" not in output:
        return not_applicable("The output has no response key, which only A-FMT1 judges.")
    section = output["response"]
    items = [
        item(group, quote, at(section, group), has_content(at(section, group), "response", group))
        for group, quote in groups.items()
    ]
    return reply(
        items,
        "Each dictated group has content under its key of the response section.",
        "The response section has no content for what was dictated",
    )
