"""A-CMP1: whether a core section holds null although its part of the call was dictated."""

from typing import Any

from comparison import item, listed, not_applicable, of_records, reply, shown


@of_records
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    sections = [shown(section) for section in listed(labels, "sections_with_content")]
    if not output.keys() >= {*sections}:
        return not_applicable("The output lacks the key of a labeled section, which only A-FMT1 judges.")
    items = [item(section, "", output[section], output[section] is not None) for section in sections]
    return reply(
        items,
        "Each section that the dictation covered is in the record and does not hold null.",
        "These sections were dictated and hold null in the record",
        "The labels name no section for which the dictation holds content.",
    )
