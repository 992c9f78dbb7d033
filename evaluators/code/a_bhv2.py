"""A-BHV2, first half: whether a hold agrees with its label, and the other statements have a trace.

Whether the words for capacity, consent and justification say as much is left to the judge.
"""

from typing import Any

from element_checks import Element, checked, of_label, settled
from record_view import RecordView

_HOLD = "hold, m1., m 1., involunt, volunt, held, detain, 5150, section, 72"
_HOLDS = {
    "no hold": "^no., ^none, ^not., ^voluntar, ^false, ^never, ^without",
    "on a hold": "hold, m1., m 1., involunt, detain, true, yes, 5150, section, placed, 72",
}
_CONSENT = "consent, agree, volunt, willing, wants, accept, implied, allow, permit, refus, okay, ok."
ELEMENTS = {
    "capacity_status": (
        Element("value", "", ("capacity_assessment",), "capac, compet, decision, understand, impair"),
    ),
    "hold_status": (Element("value", "class", ("hold_status",), _HOLD, _HOLDS),),
    "hold_placed_by": (Element("value", "words", (), ""),),
    "consent_status": (Element("value", "", ("consent_documentation",), _CONSENT),),
    "transport_justification": (
        Element("value", "words", (), "justif, danger, risk, safe, harm, grave, disab, care"),
    ),
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, checked(view, of_label(labels, ELEMENTS)), "capacity, hold and consent")
