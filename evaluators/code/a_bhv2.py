"""A-BHV2, first half: whether a hold agrees with its label, and the other statements have a trace.

Whether the words for capacity, consent and justification say as much is left to the judge.
"""

from typing import Any

from element_checks import Element, judged

_HOLDS = {
    "no hold": "^no., ^none, ^not., ^voluntar, ^false, ^never, ^without",
    "on a hold": "hold, m1., m 1., involunt, detain, true, yes, 5150, section, placed, 72",
}
_CONSENT = "consent, agree, volunt, willing, wants, accept, implied, allow, permit, refus, okay, ok."
ELEMENTS = {
    "capacity_status": (Element("value", "", ("capacity_assessment",), "capac, compet, decision"),),
    "hold_status": (Element("value", "class", ("hold_status",), "hold, m1., m 1., volunt, detain", _HOLDS),),
    "hold_placed_by": (Element("value", "words", ("hold_status",), "hold, placed"),),
    "consent_status": (Element("value", "", ("consent_documentation",), _CONSENT),),
    "transport_justification": (Element("value", "words", (), "justif, danger, risk, safe, harm, care"),),
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "capacity, hold and consent")
