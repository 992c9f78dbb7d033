"""A-UNC2, first half: whether each labeled gap is marked, and no field that was dictated is called unknown.

A gap of which a remark may tell, and a value that stands in a gap, are left to the judge.
"""

from typing import Any

from element_checks import Element, judged

ELEMENTS = {
    "critical_gaps": (Element("value", "marked"),),
    "critical_supplied": (Element("value", "supplied"),),
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "the gaps")
