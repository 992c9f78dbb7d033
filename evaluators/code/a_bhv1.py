"""A-BHV1, first half: whether restraint and sedation have a trace, and dose, route and scores agree.

Whether a text charts a restraint, a reason or the monitoring as labeled is left to the judge.
"""

from collections.abc import Iterator
from typing import Any

from comparison import at, shown
from element_checks import ROUTES, Element, Outcome, all_of, check, judged
from record_view import RecordView

_MONITORED = "monitor, capno, oxim, pulse ox, spo2, etco2, puls, circul, check, distal, ecg, refill, watch"
_TALKED = "escalat, verbal, talk, told, reason, redirect, calm, spoke, offer, plan, explain, words, engag"
ELEMENTS = {
    "restraint_used": (Element("kind", "words", ("restraint",), "restrain, cuff, point, tied, secur"),),
    "sedation_used": (Element("drug", "words", ("medications",), "sedat, chemical, versed, haldol, ativan"),),
    "restraint_context": (
        Element("dose", "number"),
        Element("score", "number", ("imc_rass",), "rass"),
        Element("de_escalation", "words", ("de_escalation",), _TALKED),
        Element("monitoring", "words", ("monitoring",), _MONITORED),
    ),
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "restraint and sedation", _others)


def _others(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield whether the sedative has the labeled route."""
    drug, labeled = at(at(labels, "sedation_used"), "drug"), at(at(labels, "restraint_context"), "route")
    element = Element("route", "class", ("route",), "", ROUTES, labeled=labeled, subject=all_of(shown(drug)))
    yield element, check(view, element)
