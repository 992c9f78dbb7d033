"""A-STR1, first half: whether scales are named, results agree, and findings have a trace and their side.

Findings in other words, and parts of a score, are left to the judge.
"""

from typing import Any

from element_checks import Element, judged

_SCALES = {
    "cpss": "cpss, cincinnati",
    "cincinnati": "cpss, cincinnati",
    "lams": "lams, los angeles, motor scale",
    "fast": "fast, face arm",
    "race": "race, rapid arterial",
    "nihss": "nih",
}
ELEMENTS = {
    "stroke_findings": (
        Element("scale", names=_SCALES),
        Element("result", "number"),
        Element("finding", "words", ("neuro", "findings", "exam", "stroke_scale"), "neuro, stroke"),
        Element("side", "side"),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "the stroke findings")
