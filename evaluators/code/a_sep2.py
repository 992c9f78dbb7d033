"""A-SEP2, first half: whether the lactate agrees with its label, and the other elements have a trace.

Whether the words for source, pressor and hemodynamic status say as much is left to the judge.
"""

from typing import Any

from element_checks import Element, judged

_STATUS = "perfus, shock, mottl, refill, skin, color, hemodyn, stable, warm, cool, pale, gray, map., qsofa"
ELEMENTS = {
    "sepsis_elements": (
        Element("lactate", "number", ("lactate",), "lact"),
        Element("source", "words", ("infection_source",), "infect, source, pneumon, uti., uro, wound"),
        Element("pressor", "words", (), "pressor, norepi, levophed, epi, vasopres, dopamin, phenyl"),
        Element("hemodynamic_status", "words", ("hemodynamic_status",), _STATUS),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "the elements of sepsis")
