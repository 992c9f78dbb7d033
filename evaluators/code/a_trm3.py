"""A-TRM3, first half: whether alert and level agree with their labels, and a labeled notice has a trace.

Whether a text is an alert or a notice is left to the judge.
"""

from typing import Any

from element_checks import CALLED, NOTICE, Element, judged

_LEVELS = {
    **{"1": "1., i., one, first", "2": "2., ii., two, second", "3": "3., iii., three, third"},
    **{color: color for color in ("red", "yellow", "green")},
}
ELEMENTS = {
    "trauma_alert": (
        Element("alert", "class", ("trauma_alert",), "activ, alert, trauma team", CALLED, "not called"),
        Element("level", "class", topic="level, alert, trauma, categor, activ", names=_LEVELS),
        Element("notice", "", ("alerts", "hospital_notice"), NOTICE),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "the trauma alert")
