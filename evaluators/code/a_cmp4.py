"""A-CMP4: whether each exam system, GCS or survey that was dictated has content in the assessment section."""

from typing import Any

from comparison import at, has_content, item, listed, of_records, reply, shown


@of_records
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    assessment = at(output, "assessment")
    places = (assessment, at(assessment, "exam"))
    items = []
    for group in map(shown, listed(labels, "exam_groups") if "assessment" in output else ()):
        charted = [at(place, key) for place in places for key in (group, f"{group}_total")]
        items.append(item(group, "", charted, has_content(charted, "assessment", group)))
    return reply(
        items,
        "Each exam system, GCS or survey that was dictated has content in the assessment section.",
        "The assessment section has no content for what was examined",
    )
