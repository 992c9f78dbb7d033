"""A-CMP4: whether each exam system, GCS or survey that was dictated has content in the assessment section."""

from typing import Any

from comparison import at, has_content, item, listed, not_applicable, record_of, reply, shown

COMPARE: dict[str, Any] = {}
"""No value is compared."""
OTHER_KEYS = {"gcs": ("gcs_total",)}
"""Keys that hold a group as well."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    groups = [shown(group) for group in listed(labels, "exam_groups")]
    if not groups:
        return not_applicable("The labels name no exam system, GCS or survey that was dictated.")
    record = record_of(output)
    if record is None or "assessment" not in record:
        return not_applicable("The output has no assessment key, which only A-FMT1 judges.")
    places = (record["assessment"], at(record["assessment"], "exam"))
    items = []
    for group in groups:
        keys = (group, *OTHER_KEYS.get(group, ()))
        charted = [at(place, key) for place in places for key in keys]
        items.append(item(group, "", charted, has_content(charted, "assessment", group)))
    return reply(
        items,
        "Each exam system, GCS or survey that was dictated has content in the assessment section.",
        "The assessment section has no content for what was examined",
    )
