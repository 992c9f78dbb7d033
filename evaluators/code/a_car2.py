"""A-CAR2, first half: whether rhythm and shocks agree with their labels, and drugs and airway have a trace.

Whether doses add up, and which airway a text means, is left to the judge.
"""

from collections.abc import Iterator
from typing import Any

from comparison import at, listed
from element_checks import Element, checked, of_entries, of_label, settled
from record_view import RecordView

_RHYTHMS = {
    "VF": "v fib, vfib, vf., fibrillation, fibrillating",
    "VT": "v tach, vtach, vt., ventricular tachy",
    "PEA": "pea., pulseless elec",
    "asystole": "asyst, flat",
}
_RHYTHM = "rhythm, fib, tach, pea., asyst, flat, shockable, vf., vt., monitor"
ELEMENTS = {
    "resuscitation_details": (
        Element("first_rhythm", "class", ("first_rhythm",), _RHYTHM, _RHYTHMS),
        Element("shock_count", "number", ("shock_count",), "shock, defib, joule"),
        Element(
            "airway", "words", ("airway",), "airway, bvm, intub, tube, gel, king, opa, npa, supragl, lma, bag"
        ),
        Element("drug", "words"),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, checked(view, _elements(labels)), "the resuscitation")


def _elements(labels: Any) -> Iterator[Element]:
    """Yield the labeled details, and each drug."""
    yield from of_label(labels, ELEMENTS)
    drugs = listed(at(labels, "resuscitation_details"), "drugs")
    yield from of_entries({"drugs": drugs}, "drugs", ELEMENTS["resuscitation_details"])
