"""A-REF3, first half: whether contact, physician and advice have a trace; code settles little here.

What was advised, and whether the name is the right one, is left to the judge.
"""

from typing import Any

from element_checks import Element, judged

_BASE = "base., medical control, medical dir, olmc, physician, dr., doctor, online, consult, md."
ELEMENTS = {
    "base_contact": (
        Element("contact", "", ("base_contact", "base_physician"), _BASE),
        Element("physician", "words", ("base_physician",), "dr., doctor, md."),
        Element("advice", "words", ("base_contact",), f"{_BASE}, order, advis, approv, agree"),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "the contact with base")
