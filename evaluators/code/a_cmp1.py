"""A-CMP1: whether a core section holds null although its part of the call was dictated."""

from typing import Any

from comparison import item, labeled_sections, of_coverage, reply


@of_coverage
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    sections = labeled_sections(labels, output)
    items = [item(name, "", held, held is not None) for name, held in sections.items()]
    return reply(
        items,
        "Each section that the dictation covered is in the record and does not hold null.",
        "These sections were dictated and hold null in the record",
    )
