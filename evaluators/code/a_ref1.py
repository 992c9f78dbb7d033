"""A-REF1, first half: whether each labeled element of a refusal has a trace; code settles little here.

Whether a text names the risks, the reason and the capacity as labeled is left to the judge.
"""

from typing import Any

from element_checks import Element, checked, of_label, settled
from record_view import RecordView

_RISKS = "risk, warn, death, die, dying, explain, advis, could, might, worse, conseq, inform"
_HEARD = (
    "understand, understood, acknowl, verbal, repeat, aware, agree, nod, voic, said, say, state, hear, heard"
)
_REASON = (
    "because, reason, want, prefer, will., would, wish, has., need, going, plan, declin, does not, doesnt"
)
ELEMENTS = {
    "refusal_elements": (
        Element("risks", "words", ("risks_explained",), _RISKS),
        Element("acknowledgement", "words", ("patient_understanding",), _HEARD),
        Element("reason", "words", ("refusal_reason",), _REASON),
        Element("capacity", "", ("capacity_assessment",), "capac, compet, decision, impair"),
        Element(
            "capacity_support",
            "words",
            ("capacity_assessment",),
            "capac, orient, gcs, alert, a o, understand",
        ),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, checked(view, of_label(labels, ELEMENTS)), "the elements of the refusal")
