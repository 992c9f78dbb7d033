"""A-TRM1, first half: whether the GCS agrees with its label, and mechanism and injuries have a trace.

The mechanism and an injury in other words, and the parts of a GCS, are left to the judge.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from comparison import text_of
from element_checks import Element, Outcome, beginnings, check, of_label, settled, side
from record_view import RecordView

_ALERT = (
    "alert, orient, confus, respond, conscious, mental, awake, gcs, avpu, verbal, moan, loc., eyes, neuro"
)
_INJURY = "injur, deform, wound, fract, tender, lacer, hemat, swell, abras, contus, bleed, trauma"
ELEMENTS = {
    "mechanism": (
        Element(
            "value", "words", ("mechanism",), "mechan, fell, fall, struck, crash, mvc, collis, thrown, hit"
        ),
    ),
    "mental_status": (Element("value", "", ("mental_status", "gcs", "gcs_total"), _ALERT),),
    "significant_injuries": (Element("value", "words", ("injuries",), _INJURY),),
    "head_injury_findings": (Element("value", "words", ("pupils", "neuro")),),
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, _outcomes(view, labels), "mechanism, mental status and injuries")


def _outcomes(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield each element, the number of a GCS, and the side of each injury."""
    for element in of_label(labels, ELEMENTS):
        yield element, check(view, element)
        text = text_of(element.labeled)
        if scored := re.search(r"gcs (?:of )?([0-9]{1,2})\b", text):
            yield from _score(view, element, scored[1])
        if element.name == "significant_injuries":
            about = replace(
                element, name=f"side of {text}"[:60], topic=beginnings(re.sub("left|right", "", text))
            )
            yield about, side(view, about)


def _score(view: RecordView, element: Element, labeled: str) -> Iterator[Outcome]:
    """Yield whether the number of a GCS agrees; one that is charted in parts is left to the judge."""
    score = Element("GCS", "number", ("gcs_total", "gcs"), "gcs, glasgow, coma", labeled=labeled)
    parts = any(
        re.search(r"\be ?[1-4]\b|\beyes?\b.*[1-4]|[1-4]\D+[1-5]\D+[1-6]", each.text) for each in view.passages
    )
    yield score, None if parts and not check(view, score) else check(view, score)
