"""A-PED2, first half: whether the color of the tape agrees, and each labeled finding has a trace.

Whether the words for a finding say as much, and which of two weights is meant, is left to the judge.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from comparison import at, listed
from element_checks import Element, Outcome, beginnings, check, judged
from record_view import RecordView
from texts import text_of

COMPARE = {"pediatric_findings": {"value": "class"}}
"""Kinds of comparison, by label and field."""
_TAPE = ("gray", "pink", "red", "purple", "yellow", "white", "blue", "orange", "green")
_COLORS = {color: color for color in _TAPE}
_ITEMS = {
    "broselow color": Element("value", "class", ("broselow_color",), "broselow, tape", _COLORS),
    "weight": Element("value", "", ("weight",), "weigh, kg., lb, pound, kilo, tape"),
    "tape reading": Element("value", "", (), "broselow, tape, color, weigh, kg."),
    "apgar": Element("value", "", (), "apgar"),
}
_EXAM = ("neuro", "exam", "findings", "mental_status", "skin", "history", "narrative", "primary_survey")


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, {}, "the findings in a child", _others)


def _others(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield what the checks say of each finding; one that an exam may tell of is left to the judge."""
    for entry in listed(labels, "pediatric_findings"):
        name = text_of(at(entry, "item"))
        known = _ITEMS.get(name, Element("value", "words", _EXAM, f"{name},{beginnings(name)}"))
        element = replace(known, name=name, labeled=at(entry, "value"))
        yield element, check(view, element)
