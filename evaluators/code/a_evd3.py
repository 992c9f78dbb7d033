"""A-EVD3, first half: whether the offsets of each span lead to its words, and to the labeled passage.

A span that does not cover the passage is left to the judge, and so is a fact in other words than its label.
"""

import re
from typing import Any

from comparison import at, gathered, item, listed, of_records, reply, same
from record_view import covers_most, is_quoted
from texts import shown

COMPARE = {"key_facts": {"value": "exact"}, "supporting_passages": {"fact": "exact", "passage": "exact"}}
"""Kinds of comparison, by label and field."""


@of_records
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the offsets settle of one case."""
    evidence = gathered(output, "evidence")
    spans = [entry for entry in evidence if is_quoted(at(entry, "span"), narrative)]
    items = []
    for label in listed(labels, "supporting_passages"):
        fact, passage = at(label, "fact"), at(label, "passage")
        own = [entry for entry in evidence if same("exact", fact, at(entry, "fact")) and at(entry, "span")]
        strays = [entry for entry in own if entry not in spans or _is_stray(entry, narrative)]
        if strays or not spans:
            items.append(item(fact, passage, [at(entry, "span") for entry in strays], met=False))
        elif own and all(is_quoted(passage, at(entry, "span")) for entry in own):
            items.append(item(fact, passage, [at(entry, "span") for entry in own], met=True))
    return reply(
        items,
        "Each span that the offsets settle leads to the labeled passage of its fact.",
        "The spans of these key facts lead elsewhere or to most of the dictation",
    )


def _is_stray(entry: Any, narrative: str) -> bool:
    """Return whether a span leads to other words than it quotes, or to most of the dictation."""
    start, end = _offset(at(entry, "start")), _offset(at(entry, "end"))
    if covers_most(at(entry, "span"), narrative):
        return True
    if start is None or end is None:
        return False
    return not (0 <= start < end and same("exact", at(entry, "span"), narrative[start:end]))


def _offset(value: Any) -> int | None:
    """Return an offset as a whole number; None where it is none."""
    written = re.fullmatch(r"(-?[0-9]{1,9})(\.0)?", shown(value))
    return int(written[1]) if written else None
