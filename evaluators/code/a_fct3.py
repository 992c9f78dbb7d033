"""A-FCT3, first half: whether each labeled procedure has a trace, and its side, flow and setting agree.

Another name of a procedure, and a site in other words, are left to the judge.
"""

from typing import Any

from element_checks import Element, judged

ELEMENTS = {
    "procedures_done": (
        Element("procedure", "words", ("procedures", "interventions", "events")),
        Element("size", "number"),
        Element("site", "side"),
        Element("flow", "number"),
        Element("setting", "number"),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "the procedures")
