"""A-PRT4, first half: whether each dictated element of STEMI care has a trace, and each gap is marked.

Whether a text charts an element or calls it missing is left to the judge.
"""

from typing import Any

from element_checks import Element, judged

_GAPS = {
    "aspirin": "aspirin, asa.",
    "twelve_lead": "12 lead, 12lead, ecg, ekg",
    "stemi_alert": "alert, activat, cath lab, notif, told",
    "nitroglycerin": "nitro, ntg, gtn",
    "vascular_access": "iv., io., access, line.",
}
ELEMENTS = {
    "stemi_elements": (
        Element("aspirin", "", (), "aspirin, asa., acetylsal"),
        Element("twelve_lead", "", (), "12 lead, 12lead, twelve, ecg, ekg, elevat, st., lead, depress"),
        Element(
            "stemi_alert",
            "",
            ("stemi_alert",),
            "alert, activat, notif, told, inform, aware, stemi call, cath lab call",
        ),
        Element("nitroglycerin", "", (), "nitro, ntg, gtn"),
        Element("vascular_access", "", (), "iv., io., access, gauge, lock, line., cathet, ga., antecub"),
        Element("destination", "words", ("destination",)),
    ),
    "stemi_gaps": (Element("value", "flagged", names=_GAPS),),
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "STEMI care")
