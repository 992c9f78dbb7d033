"""A-PRT4, first half: whether each dictated element of STEMI care has a trace, and each gap is marked.

Whether a text charts an element or calls it missing is left to the judge.
"""

from collections.abc import Iterator
from typing import Any

from comparison import listed, shown
from element_checks import Element, Outcome, is_flagged, judged
from record_view import RecordView

ELEMENTS = {
    "stemi_elements": (
        Element("aspirin", "", (), "aspirin, asa., acetylsal"),
        Element("twelve_lead", "", (), "12 lead, 12lead, twelve, ecg, ekg, elevat, st., lead, depress"),
        Element(
            "stemi_alert",
            "",
            ("stemi_alert",),
            "alert, activat, cath lab, notif, stemi call, told",
        ),
        Element("nitroglycerin", "", (), "nitro, ntg, gtn"),
        Element("vascular_access", "", (), "iv., io., access, gauge, lock, line., cathet, ga., antecub"),
        Element("destination", "words", ("destination",)),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "STEMI care", _others)


def _others(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield whether each gap is marked."""
    topics = {element.name: element.topic for element in ELEMENTS["stemi_elements"]}
    for gap in map(shown, listed(labels, "stemi_gaps")):
        met = is_flagged(view, gap, topics.get(gap, ""), may_be_filled=False)
        yield Element(gap, keys=(gap,), labeled="not dictated"), met
