"""A-PED2, first half: whether the color of the tape agrees, and each labeled finding has a trace.

Whether the words for a finding say as much, and which of two weights is meant, is left to the judge.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from comparison import at, listed, text_of
from element_checks import Element, Outcome, beginnings, check, settled
from record_view import RecordView

_COLORS = {
    color: color for color in ("gray", "pink", "red", "purple", "yellow", "white", "blue", "orange", "green")
}
_EXAM = ("neuro", "exam", "findings", "mental_status", "skin", "history", "narrative", "primary_survey")
ELEMENTS = {
    "pediatric_findings": (Element("value", "class", ("broselow_color",), "broselow, tape", _COLORS),)
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, _outcomes(view, listed(labels, "pediatric_findings")), "the findings in a child")


def _outcomes(view: RecordView, labeled: list[Any]) -> Iterator[Outcome]:
    """Yield what the checks say of each finding; one that an exam may tell of is left to the judge."""
    [color] = ELEMENTS["pediatric_findings"]
    has_exam = bool(view.at(_EXAM))
    for entry in labeled:
        name, value = text_of(at(entry, "item")), at(entry, "value")
        if "broselow" in name:
            yield replace(color, name=name, labeled=value), check(view, replace(color, labeled=value))
            continue
        words = {
            "weight": "weigh, kg., lb, pound, kilo, tape",
            "tape reading": "broselow, tape, color, weigh, kg.",
        }
        topic = f"{words.get(name, beginnings(name))},{name}"
        is_free = name not in ("weight", "apgar", "tape reading")
        element = Element(name, topic=topic, kind="words" if is_free else "", labeled=value)
        yield element, None if is_free and has_exam else check(view, element)
