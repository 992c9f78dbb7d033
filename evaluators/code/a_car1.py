"""A-CAR1, first half: whether the outcome of the arrest agrees with its label, and stated times are there.

Whether a time belongs to the outcome, and an outcome in other words, are left to the judge.
"""

from collections.abc import Iterator
from typing import Any

from comparison import dictated
from element_checks import Element, checked, of_label, settled
from record_view import RecordView

_OUTCOMES = {
    "handoff": "cpr progress, cpr continu, compressions ongoing, under cpr, handoff",
    "termination": "terminat, efforts stop, efforts ceas, called it, stopped, discontinu",
    "pronouncement": "pronounc, death, dead, deceased, died, expired",
    "ROSC": "rosc, puls, spontaneous circulation, return circulation",
}
_ENDED = "outcome, terminat, ceas, discontinu, pronounc, death, dead, deceased, died, rosc, puls, circulation"
ELEMENTS = {
    "arrest_outcome": (
        Element("outcome", "class", ("arrest_outcome",), _ENDED, _OUTCOMES),
        Element("time", "time"),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, checked(view, _elements(labels)), "the outcome of the arrest")


def _elements(labels: Any) -> Iterator[Element]:
    """Yield the last outcome with its time, and the times of the earlier ones."""
    yield from of_label(labels, ELEMENTS)
    earlier = dictated(labels, "arrest_outcome").get("earlier")
    for entry in earlier if isinstance(earlier, list) else []:
        yield from (part for part in of_label({"arrest_outcome": entry}, ELEMENTS) if part.kind == "time")
