"""A-PRT1: the share of the dictated sections that have content."""

from typing import Any

from comparison import item, labeled_sections, of_coverage, reply
from texts import has_content


@of_coverage
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    sections = labeled_sections(labels, output)
    items = [item(name, "", held, has_content(held, name)) for name, held in sections.items()]
    return reply(
        items,
        "Each section that the dictation covered has content of its own in the record.",
        "These sections were dictated and have no content in the record",
        shares=True,
    )
