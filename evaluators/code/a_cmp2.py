"""A-CMP2: whether the response section has each group of details that was dictated, and the labeled mode."""

from typing import Any

from comparison import at, dictated, filled, item, not_applicable, record_of, reply, same

COMPARE = {"response_details": {"response_mode": "words"}}
"""Kinds of comparison, by label and field."""
MODES = (
    ("emergent", ["upgraded"]),
    ("routine", ["routine", "non emergent", "nonemergent", "no lights", "cold", "downgraded"]),
    ("emergent", ["emergent", "emergency", "lights", "sirens", "code 3", "code three", "hot"]),
)
"""The closed list of words that name a mode; the first that fits counts."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    quotes = dictated(labels, "response_details")
    if not quotes:
        return not_applicable("The labels name no response detail that was dictated.")
    record = record_of(output)
    if record is None or "response" not in record:
        return not_applicable("The output has no response key, which only A-FMT1 judges.")
    items = filled(quotes, record["response"], "response")
    labeled, charted = at(quotes, "response_mode"), at(record["response"], "response_mode")
    if mode := _mode(charted):
        items.append(item("the dictated mode", labeled, charted, _mode(labeled) in ("", mode)))
    return reply(
        items,
        "Each dictated group has content in the response section, and the mode is the labeled one.",
        "The response section lacks, or charts with another mode, what was dictated",
    )


def _mode(text: Any) -> str:
    """Return the mode that a text names; empty where it names none."""
    return next((mode for mode, words in MODES if same("words", words, text)), "")
