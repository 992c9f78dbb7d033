"""A-EVD1, first half: whether the evidence of each key fact quotes words of the dictation.

Whether those words contain the fact is left to the judge, and so is a fact in other words than its label.
"""

from typing import Any

from comparison import at, gathered, item, listed, of_records, reply, same
from record_view import covers_most, is_quoted

COMPARE = {"key_facts": {"value": "exact"}}
"""Kinds of comparison, by label and field."""


@of_records
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the evidence map settles of one case."""
    evidence = gathered(output, "evidence")
    usable = [entry for entry in evidence if _is_usable(at(entry, "span"), narrative)]
    items = []
    for fact in listed(labels, "key_facts"):
        own = [entry for entry in evidence if same("exact", fact, at(entry, "fact"))]
        backed = [entry for entry in own if entry in usable]
        if own or not usable:
            items.append(item(fact, "key fact", [at(entry, "span") for entry in own], bool(backed)))
    return reply(
        items,
        "The evidence of each key fact that it names quotes words of the dictation.",
        "The evidence of these key facts quotes no passage of the dictation",
    )


def _is_usable(span: Any, narrative: str) -> bool:
    return is_quoted(span, narrative) and not covers_most(span, narrative)
