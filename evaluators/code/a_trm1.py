"""A-TRM1, first half: whether the GCS agrees with its label, and mechanism and injuries have a trace.

The mechanism and an injury in other words, and the parts of a GCS, are left to the judge.
"""

from typing import Any

from element_checks import Element, judged

_STATE = "alert, orient, confus, respond, conscious, mental, awake, gcs, avpu, verbal, moan, loc., eyes"
ELEMENTS = {
    "mechanism": (Element("value", "words", ("mechanism",), "mechan, fell, fall, struck, crash, mvc, mva"),),
    "mental_status": (
        Element("gcs", "number", ("gcs_total", "gcs"), "gcs, glasgow, coma"),
        Element("state", "", ("mental_status", "gcs", "gcs_total"), _STATE),
    ),
    "significant_injuries": (
        Element("injury", "words", ("injuries",), "injur, deform, wound, fract, tender, lacer, swell, bruis"),
        Element("side", "side"),
    ),
    "head_injury_findings": (Element("value", "words", ("pupils", "neuro")),),
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "mechanism, mental status and injuries")
