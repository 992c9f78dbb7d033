"""A-UNC1, first half: whether a field for which nothing was dictated is left open.

A value in words, in free text or under another name is left to the judge.
"""

from typing import Any

from comparison import dictated, listed
from element_checks import Element, judged
from texts import shown

_KEYS = {
    "respirations": "respirations, respiratory_rate",
    "pulse": "pulse, heart_rate",
    "blood_pressure": "blood_pressure, bp",
    "blood_glucose": "blood_glucose, glucose",
    "allergies": "allergies, allergy_status",
}
"""Keys of the record, by the name of a field."""
ELEMENTS = {"fields_without_information": (Element("value", "open", names=_KEYS),)}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    implied = dictated(labels, "implied_values")
    fields = [field for field in listed(labels, "fields_without_information") if shown(field) not in implied]
    return judged({"fields_without_information": fields}, output, narrative, ELEMENTS, "the open fields")
