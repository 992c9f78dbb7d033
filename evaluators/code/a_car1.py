"""A-CAR1, first half: whether the outcome of the arrest agrees with its label, and stated times are there.

Whether a time belongs to the outcome, and an outcome in other words, are left to the judge.
"""

from typing import Any

from element_checks import Element, judged

_OUTCOMES = {
    "handoff": "cpr progress, cpr continu, compressions ongoing, under cpr, handoff",
    "termination": "terminat, efforts stop, efforts ceas, called it, stopped, discontinu",
    "pronouncement": "pronounc, death, dead, deceased, died, expired",
    "ROSC": "rosc, puls, spontaneous circulation, return circulation",
}
_ENDED = "outcome, terminat, ceas, discontinu, pronounc, death, dead, decea, died, rosc, puls, circul, tod."
ELEMENTS = {
    "arrest_outcome": (
        Element("outcome", "class", ("arrest_outcome",), _ENDED, _OUTCOMES),
        Element("time", "time"),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "the outcome of the arrest")
