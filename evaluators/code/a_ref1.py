"""A-REF1, first half: whether each labeled element of a refusal has a trace; code settles little here.

Whether a text names the risks, the reason and the capacity as labeled is left to the judge.
"""

from typing import Any

from element_checks import Element, judged

_HEARD = "understand, understood, acknowl, verbal, repeat, aware, agree, nod, said, say, state, hear, heard"
ELEMENTS = {
    "refusal_elements": (
        Element("risks", "words", ("risks_explained",), "risk, warn, death, die, explain, could, worse"),
        Element("acknowledgement", "words", ("patient_understanding",), _HEARD),
        Element("reason", "words", ("refusal_reason",), "because, reason, want, prefer, will., would, need"),
        Element("capacity", "", ("capacity_assessment",), "capac, compet, decision, impair"),
        Element("capacity_support", "words", ("capacity_assessment",), "capac, orient, gcs, alert"),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "the elements of the refusal")
