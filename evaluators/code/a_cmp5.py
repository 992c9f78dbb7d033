"""A-CMP5: whether each dictated element of a field pronouncement is charted, the method as authority."""

from typing import Any

from comparison import dictated, entries, item, of_coverage, reply, same
from texts import has_content, shown

COMPARE = {"field_pronouncement": {"method_of_pronouncement": "words"}}
"""Kinds of comparison, by label and field."""
AUTHORITIES = {
    "standing order": ["standing order", "protocol"],
    "base contact": [
        *("base", "medical control", "medical direction", "physician", "doctor", "dr"),
        *("phone", "telephone", "radio"),
    ],
}
"""The closed list of authorities, each with the words that name it."""


@of_coverage
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    items = []
    for key, labeled in dictated(labels, "field_pronouncement").items():
        words = AUTHORITIES.get(shown(labeled))
        keys = {key, "method_of_pronouncement"} if words else {key}
        charted = [entry for name in sorted(keys) for entry in entries(output, name)]
        is_named = same("words", words, charted) if words else has_content(charted, key)
        items.append(item(key, labeled, charted, is_named))
    return reply(
        items,
        "Each dictated element of the pronouncement is under its key, the authority by its name.",
        "The pronouncement lacks, or charts by another authority, what was dictated",
    )
