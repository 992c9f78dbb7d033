"""A-CAR2, first half: whether rhythm and shocks agree with their labels, and drugs and airway have a trace.

Whether doses add up, and which airway a text means, is left to the judge.
"""

from typing import Any

from element_checks import Element, judged

_RHYTHMS = {
    "VF": "v fib, vfib, vf., fibrillation, fibrillating",
    "VT": "v tach, vtach, vt., ventricular tachy",
    "PEA": "pea., pulseless elec",
    "asystole": "asyst, flat",
}
ELEMENTS = {
    "resuscitation_details": (
        Element("first_rhythm", "class", ("first_rhythm",), "rhythm, fib, tach, pea., asyst, flat", _RHYTHMS),
        Element("shock_count", "number", ("shock_count",), "shock, defib, joule"),
        Element("airway", "words", ("airway",), "airway, bvm, intub, tube, gel, king, supragl, bag"),
        Element("drug", "words", ("medications", "interventions"), "epi, amio, lido, drug, medic"),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "the resuscitation")
