"""A-CMP4: whether each exam system, GCS or survey that was dictated has content in the assessment section."""

from typing import Any

from comparison import at, item, listed, named, of_coverage, reply
from texts import has_content, shown


@of_coverage
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    items = []
    for group in map(shown, listed(labels, "exam_groups")):
        charted = named(at(output, "assessment"), group)
        items.append(item(group, "", charted, has_content(charted, "assessment", group)))
    return reply(
        items,
        "Each exam system, GCS or survey that was dictated has content in the assessment section.",
        "The assessment section has no content for what was examined",
    )
