"""A-UNC1, first half: whether a field for which nothing was dictated is left open.

A value in words, in free text or under another name is left to the judge.
"""

from collections.abc import Iterator
from typing import Any

from comparison import dictated, listed, shown
from element_checks import Element, Outcome, is_open, judged
from record_view import RecordView

_KEYS = {
    "respirations": ("respirations", "respiratory_rate"),
    "pulse": ("pulse", "heart_rate"),
    "blood_pressure": ("blood_pressure", "bp"),
    "blood_glucose": ("blood_glucose", "glucose"),
    "allergies": ("allergies", "allergy_status"),
}
"""Keys of the record, by the name of a field."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, {}, "the open fields", _fields)


def _fields(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield each open field that no value is accepted for."""
    for name in map(shown, listed(labels, "fields_without_information")):
        if name not in dictated(labels, "implied_values"):
            keys = _KEYS.get(name, (name,))
            yield Element(name, labeled="not dictated", keys=keys), is_open(view, keys)
