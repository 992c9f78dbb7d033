"""A-BHV1, first half: whether restraint and sedation have a trace, and dose, route and scores agree.

Whether a text charts a restraint, a reason or the monitoring as labeled is left to the judge.
"""

from collections.abc import Iterator
from typing import Any

from comparison import at, dictated, listed
from element_checks import Element, Outcome, checked, named, of_entries, of_label, route, settled
from record_view import RecordView

_MONITORED = "monitor, capno, oxim, pulse ox, spo2, etco2, puls, circul, check, distal, ecg, refill, watch"
_TALKED = (
    "escalat, verbal, talk, told, reason, redirect, calm, spoke, speak, offer, plan, explain, words, engag"
)
ELEMENTS = {
    "restraint_used": (
        Element("kind", "words", ("restraint",), "restrain, cuff, point, tied, strap, secur"),
    ),
    "sedation_used": (
        Element("drug", "words", (), "sedat, chemical, versed, haldol, ativan, ketalar, inapsine"),
    ),
    "restraint_context": (
        Element("dose", "number"),
        Element("score", "number", ("imc_rass",), "rass"),
        Element("de_escalation", "words", ("de_escalation",), _TALKED),
        Element("monitoring", "words", ("monitoring",), _MONITORED),
    ),
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, _outcomes(view, labels), "restraint and sedation")


def _outcomes(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield what the checks say of each element, and of the route of the sedative."""
    scores = {"scores": listed(at(labels, "restraint_context"), "imc_rass")}
    yield from checked(view, of_label(labels, ELEMENTS))
    yield from checked(view, of_entries(scores, "scores", ELEMENTS["restraint_context"]))
    labeled = at(at(labels, "restraint_context"), "route")
    drug = dictated(labels, "sedation_used").get("drug")
    own = named(view.rows("medications"), drug)
    yield Element("route", labeled=labeled, keys=("medications",)), route(own, labeled)
