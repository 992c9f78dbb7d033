"""A-STR2, first half: whether the last known well and the alert agree with their labels.

Whether a time is meant as the last known well, and an approximate form in other words, are left to the judge.
"""

from typing import Any

from element_checks import CALLED, UNKNOWN, Element, judged

_KNOWN = "last known, last seen, last normal, lkw., lsn., lkn., baseline, well., onset, began, start"
_APPROXIMATE = "about, approx, around, rough, some, between, estim, or so"
_FORMS = {UNKNOWN: "^unknown", "exact": "exact", "approximate": _APPROXIMATE}
_ALERT = (
    "stroke alert, stroke activ, stroke code, stroke team, stroke notif, stroke told, stroke call,"
    "stroke aware, stroke inform, stroke advis, stroke heads, stroke ahead, cva alert, brain alert"
)
ELEMENTS = {
    "last_known_well": (
        Element("time", "time", ("last_known_well",), _KNOWN),
        Element("onset", "time", ("last_known_well", "onset"), _KNOWN),
        Element("form", "class", ("last_known_well",), _KNOWN, _FORMS, "exact"),
    ),
    "stroke_alert": (Element("value", "class", ("stroke_alert",), _ALERT, CALLED, "not called"),),
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "last known well and stroke alert")
