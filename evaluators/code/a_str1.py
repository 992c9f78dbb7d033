"""A-STR1, first half: whether scales are named, results agree, and findings have a trace and their side.

Findings in other words, and parts of a score, are left to the judge.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from comparison import at, listed, mappings, quantities, same, text_of
from element_checks import Element, Outcome, beginnings, check, settled
from record_view import RecordView, mentions

ELEMENTS = {
    "stroke_findings": (
        Element("scale", "words"),
        Element("result", "number", (), "score, scale, result, total"),
        Element("finding", "words", ("neuro", "findings", "exam", "stroke_scale"), "neuro, stroke"),
        Element("side", "side"),
    )
}
_SCALES = {
    "cpss": "cpss, cincinnati",
    "cincinnati": "cpss, cincinnati",
    "lams": "lams, los angeles",
    "fast": "fast, face arm",
    "race": "race, rapid arterial",
    "nihss": "nih",
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, _outcomes(view, listed(labels, "stroke_findings")), "the stroke findings")


def _outcomes(view: RecordView, labeled: list[Any]) -> Iterator[Outcome]:
    """Yield what the checks say of each scale with its result, and of each finding with its side."""
    scale, result, finding, side = ELEMENTS["stroke_findings"]
    for entry in labeled:
        if name := text_of(at(entry, "scale")):
            topic = _SCALES.get(name, name)
            yield replace(scale, name=name, labeled=name), bool(view.said(topic))
            about = replace(result, name=f"{name} result", labeled=at(entry, "result"), topic=topic)
            if quantities(text_of(about.labeled)):
                yield about, _result(view, topic, about)
        elif name := text_of(at(entry, "finding")):
            about = replace(finding, name=name, labeled=name)
            yield about, check(view, about)
            sided = replace(
                side,
                name=f"side: {name}",
                labeled=at(entry, "side"),
                topic=" ".join(beginnings(name).split(",")),
            )
            yield sided, check(view, sided)


def _result(view: RecordView, topic: str, element: Element) -> bool | None:
    """Return whether the result of a scale agrees, where the record has a row or a text for it."""
    rows = [row for row in mappings(view.record) if mentions(text_of(at(row, "name")), topic)]
    own = [at(row, "result") for row in rows if quantities(text_of(at(row, "result")))]
    if own and len(own) == len(rows):
        return any(same("number", element.labeled, value) for value in own)
    return check(view, element)
