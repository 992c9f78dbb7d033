"""A-SEP1, first half: whether the alert agrees with its label, and the notice and the times have a trace.

Whether a text is an alert, a notice or only an impression is left to the judge.
"""

from typing import Any

from element_checks import CALLED, Element, checked, of_label, settled
from record_view import RecordView

_ALERT = "sepsis alert, sepsis activ, sepsis code, septic alert, septic activ, septic code, shock alert"
_NOTICE = "notif, told, tell, call, report, radio, phone, hospital, alert, advis, heads, aware, inform"
ELEMENTS = {
    "sepsis_alert": (
        Element("alert", "class", ("sepsis_alert",), _ALERT, CALLED, silent="not called"),
        Element("alert_time", "time"),
        Element("notice", "", ("alerts",), _NOTICE),
        Element("notice_time", "time"),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, checked(view, of_label(labels, ELEMENTS)), "the sepsis alert")
