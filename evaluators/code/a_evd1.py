"""A-EVD1, first half: whether the evidence of each key fact quotes words of the dictation.

Whether those words contain the fact is left to the judge, and so is a fact in other words than its label.
"""

from typing import Any

from comparison import (
    at,
    covers_most,
    entries,
    is_quoted,
    item,
    listed,
    not_applicable,
    record_of,
    reply,
    same,
)

COMPARE = {"key_facts": {"value": "exact"}}
"""Kinds of comparison, by label and field."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the evidence map settles of one case."""
    record = record_of(output)
    if record is None:
        return not_applicable("The output is not a record, which only A-FMT1 judges.")
    facts = listed(labels, "key_facts")
    evidence = [entry for listing in entries(record, "evidence") for entry in _entries(listing)]
    usable = [entry for entry in evidence if _is_usable(at(entry, "span"), narrative)]
    items = []
    for fact in facts:
        own = [entry for entry in evidence if same("exact", fact, at(entry, "fact"))]
        backed = [entry for entry in own if entry in usable]
        if own or not usable:
            items.append(item(fact, "key fact", [at(entry, "span") for entry in own], bool(backed)))
    if not items:
        return not_applicable("No evidence carries the name of a key fact: all is left to the judge.")
    return reply(
        items,
        "The evidence of each key fact that it names quotes words of the dictation.",
        "The evidence of these key facts quotes no passage of the dictation",
    )


def _entries(listing: Any) -> list[Any]:
    return listing if isinstance(listing, list) else [listing]


def _is_usable(span: Any, narrative: str) -> bool:
    return is_quoted(span, narrative) and not covers_most(span, narrative)
