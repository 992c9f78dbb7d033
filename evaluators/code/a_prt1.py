"""A-PRT1: the share of the dictated sections that have content."""

from typing import Any

from comparison import has_content, item, listed, not_applicable, of_records, reply, shown


@of_records
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    sections = [shown(section) for section in listed(labels, "sections_with_content")]
    if not output.keys() >= {*sections}:
        return not_applicable("The output lacks the key of a labeled section, which only A-FMT1 judges.")
    items = [
        item(section, "", output[section], has_content(output[section], section)) for section in sections
    ]
    return reply(
        items,
        "Each section that the dictation covered has content of its own in the record.",
        "These sections were dictated and have no content in the record",
        "The labels name no section for which the dictation holds content.",
        shares=True,
    )
