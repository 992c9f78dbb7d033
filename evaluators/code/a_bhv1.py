"""A-BHV1, first half: whether restraint and sedation have a trace, and dose, route and scores agree.

Whether a text charts a restraint, a reason or the monitoring as labeled is left to the judge.
"""

from typing import Any

from element_checks import ROUTES, Element, judged

_MONITORED = "monitor, capno, oxim, pulse ox, spo2, etco2, puls, circul, check, distal, ecg, refill, watch"
_TALKED = "escalat, verbal, talk, told, reason, redirect, calm, spoke, offer, plan, explain, words, engag"
_SEDATIVES = "midaz, versed, haldol, halop, drop, loraz, ativan, ketam, olanz, zipras, diphen, sedat"
ELEMENTS = {
    "restraint_used": (Element("kind", "words", ("restraint",), "restrain, cuff, point, tied, secur"),),
    "sedation_used": (Element("drug", "words", ("medications",), "sedat, chemical, versed, haldol, ativan"),),
    "restraint_context": (
        Element("dose", "number"),
        Element("route", "class", ("route",), "", ROUTES, subject=_SEDATIVES),
        Element("score", "number", ("imc_rass",), "rass"),
        Element("de_escalation", "words", ("de_escalation",), _TALKED),
        Element("monitoring", "words", ("monitoring",), _MONITORED),
    ),
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "restraint and sedation")
