"""A-STR2, first half: whether the last known well and the alert agree with their labels.

Whether a time is meant as the last known well, and an approximate form in other words, are left to the judge.
"""

from collections.abc import Iterator
from typing import Any

from comparison import at
from element_checks import CALLED, Element, Outcome, check, is_flagged, of_label, settled
from record_view import RecordView

_KNOWN = "last known, last seen, last normal, lkw., lsn., lkn., baseline, well., onset, began, start"
_FORMS = {"exact": "exact", "approximate": "about, approx, around, rough, some, between, estim, or so"}
_ALERT = (
    "stroke alert, stroke activ, stroke code, stroke team, stroke notif, stroke told, stroke call,"
    "stroke aware, stroke inform, stroke advis, stroke heads, stroke ahead, cva alert, brain alert"
)
ELEMENTS = {
    "last_known_well": (
        Element("time", "time", ("last_known_well",), _KNOWN),
        Element("onset", "time", ("last_known_well", "onset"), _KNOWN),
        Element("form", "class", ("last_known_well",), _KNOWN, _FORMS, silent="exact"),
    ),
    "stroke_alert": (Element("value", "class", ("stroke_alert",), _ALERT, CALLED, silent="not called"),),
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, _outcomes(view, labels), "last known well and stroke alert")


def _outcomes(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield what the checks say; a last known well that nobody knows has to be marked."""
    is_unknown = at(at(labels, "last_known_well"), "form") == "unknown"
    for element in of_label(labels, ELEMENTS):
        if element.name == "form" and is_unknown:
            yield element, is_flagged(view, "last_known_well", _KNOWN)
        else:
            yield element, check(view, element)
