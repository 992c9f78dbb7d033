"""A-OBS2, first half: whether weeks, gravida and para agree with their labels, and the rest has a trace.

Whether the words for a complication or the placenta say as much is left to the judge.
"""

from typing import Any

from element_checks import Element, judged

_NUMBERED = "g1, g2, g3, g4, g5, g6, g7, g8, g9, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, g., p."
ELEMENTS = {
    "pregnancy_details": (
        Element("gestational_age", "number", ("gestational_age", "gestational_age_weeks"), "week, gestat"),
        Element("gravida", "number", ("gravida",), f"gravid, primi, multi, time pregnan, {_NUMBERED}"),
        Element("para", "number", ("para",), f"para., parity, nulli, births, children, {_NUMBERED}"),
        Element("multiple_gestation", "", ("multiple_gestation",), "twin, triplet, multiple, single, fetus"),
        Element("complications", "words", ("complications",), "complic"),
        Element("fetal_position", "words", ("fetal_position",), "position, presentation, breech, vertex"),
        Element("placenta", "", ("placenta",), "placent, afterbirth"),
        Element("blood_loss", "", ("blood_loss",), "blood, bleed, ebl., hemorr, loss"),
        Element("hemorrhage_measures", "words", (), "massage, fundal, oxytocin, pitocin, txa, tranex, pack"),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "the pregnancy")
