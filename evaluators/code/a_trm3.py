"""A-TRM3, first half: whether alert and level agree with their labels, and a labeled notice has a trace.

Whether a text is an alert or a notice is left to the judge.
"""

from typing import Any

from element_checks import CALLED, Element, checked, of_label, settled
from record_view import RecordView

_ALERT = "trauma alert, trauma activ, trauma team, trauma code, trauma notif, alert"
_LEVELS = {
    "1": "1., i., one, first",
    "2": "2., ii., two, second",
    "3": "3., iii., three, third",
    "red": "red.",
    "yellow": "yellow",
    "green": "green",
}
_NOTICE = "notif, told, tell, call, report, radio, phone, hospital, alert, advis, heads, aware, inform"
ELEMENTS = {
    "trauma_alert": (
        Element("alert", "class", ("trauma_alert",), _ALERT, CALLED, silent="not called"),
        Element("level", "class", topic="level, alert, trauma, categor, activ", names=_LEVELS),
        Element("notice", "", ("alerts", "hospital_notice"), _NOTICE),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, checked(view, of_label(labels, ELEMENTS)), "the trauma alert")
