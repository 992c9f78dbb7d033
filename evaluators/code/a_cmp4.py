"""A-CMP4: whether an exam that was described at length is also charted at length."""

from typing import Any

from comparison import at, has_content, item, listed, not_applicable, record_of, reply, shown

COMPARE: dict[str, Any] = {}
"""No value is compared."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    groups = [shown(group) for group in listed(labels, "long_exam")]
    if not groups:
        return not_applicable("The labels do not mark the exam as described at length.")
    record = record_of(output)
    if record is None or "assessment" not in record:
        return not_applicable("The output has no assessment key, which only A-FMT1 judges.")
    places = (record["assessment"], at(record["assessment"], "exam"))
    charted = [
        group
        for group in groups
        if any(has_content(at(place, group), "assessment", group) for place in places)
    ]
    is_kept = 2 * len(charted) >= len(groups)
    return reply(
        [item(", ".join(groups), "", ", ".join(charted), is_kept)],
        f"Of {len(groups)} labeled groups, {len(charted)} are populated, which is at least half of them.",
        f"Of {len(groups)} labeled groups, {len(charted)} are populated, so most of these are missing",
    )
