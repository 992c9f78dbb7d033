"""A-PRT4, first half: whether each dictated element of STEMI care has a trace, and each gap is marked.

Whether a text charts an element or calls it missing is left to the judge.
"""

from collections.abc import Iterator
from typing import Any

from comparison import listed, shown
from element_checks import Element, Outcome, checked, is_flagged, of_label, settled
from record_view import RecordView

_ALERT = "alert, activat, cath lab, notif, code stemi, stemi call, told"
_ACCESS = "iv., io., access, gauge, lock, line., cathet, ga., vascul, antecub, forearm"
ELEMENTS = {
    "stemi_elements": (
        Element("aspirin", "", (), "aspirin, asa., acetylsal"),
        Element(
            "twelve_lead", "", (), "12 lead, 12lead, twelve, ecg, ekg, elevat, st., lead, stemi, depress"
        ),
        Element("stemi_alert", "", ("stemi_alert",), _ALERT),
        Element("nitroglycerin", "", (), "nitro, ntg, gtn"),
        Element("vascular_access", "", (), _ACCESS),
        Element("destination", "words", ("destination",), ""),
    )
}
_TOPICS = {element.name: element.topic for element in ELEMENTS["stemi_elements"]}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, _outcomes(view, labels), "STEMI care")


def _outcomes(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield each dictated element, and each gap."""
    yield from checked(view, of_label(labels, ELEMENTS))
    for gap in map(shown, listed(labels, "stemi_gaps")):
        met = is_flagged(view, gap, _TOPICS.get(gap, ""), may_be_filled=False)
        yield Element(gap, keys=(gap,), labeled="not dictated"), met
