"""A-SEP1, first half: whether the alert agrees with its label, and the notice and the times have a trace.

Whether a text is an alert, a notice or only an impression is left to the judge.
"""

from typing import Any

from element_checks import CALLED, NOTICE, Element, judged

_ALERT = "sepsis alert, sepsis activ, sepsis code, septic alert, septic activ, septic code, shock alert"
ELEMENTS = {
    "sepsis_alert": (
        Element("alert", "class", ("sepsis_alert",), _ALERT, CALLED, "not called"),
        Element("alert_time", "time"),
        Element("notice", "", ("alerts",), NOTICE),
        Element("notice_time", "time"),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "the sepsis alert")
