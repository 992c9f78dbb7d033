"""A-TRM2, first half: whether each labeled intervention has a trace, a side and, for a tourniquet, its time.

An intervention in other words, and a less exact site, are left to the judge.
"""

from typing import Any

from element_checks import Element, judged

_INTERVENTIONS = {
    "tourniquet": "tourniq, cat., tk., tq.",
    "packing": "pack, hemost, gauze, quikclot, combat",
    "decompression": "decompr, needle, thoracost, dart, angio",
    "binder": "binder, pelvic, sheet",
    "seal": "seal, occlus",
    "cric": "cric, surgical airway, front neck",
}
ELEMENTS = {
    "trauma_interventions": (
        Element("intervention", names=_INTERVENTIONS),
        Element("site", "side"),
        Element("time", "timed"),
        Element("agent", "", (), "hemost, quikclot, quick clot, celox, combat, chito, agent"),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "the trauma interventions")
