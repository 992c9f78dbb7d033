"""A-OBS2, first half: whether weeks, gravida and para agree with their labels, and the rest has a trace.

Whether the words for a complication or the placenta say as much is left to the judge.
"""

from typing import Any

from element_checks import Element, checked, of_label, settled
from record_view import RecordView

_PREGNANT = "week, gestat, pregnan, wk., wks., ega, months, trimester, term"
_NUMBERS = ("1", "2", "3", "4", "5", "6", "7", "8", "9")
_GRAVIDA = ", ".join(
    ("gravid, primi, multi, g., time pregnan, times pregnan", *(f"g{each}" for each in _NUMBERS))
)
_PARA = ", ".join(
    (
        "para., parity, nulli, births, children",
        *(f"p{each}" for each in _NUMBERS),
        *(f"g{n}" for n in _NUMBERS),
    )
)
ELEMENTS = {
    "pregnancy_details": (
        Element("gestational_age", "number", ("gestational_age", "gestational_age_weeks"), _PREGNANT),
        Element("gravida", "number", ("gravida",), _GRAVIDA),
        Element("para", "number", ("para",), _PARA),
        Element(
            "multiple_gestation",
            "",
            ("multiple_gestation",),
            "twin, triplet, multiple, two babies, both, single, fetus",
        ),
        Element("complications", "words", ("complications",), "complic"),
        Element(
            "fetal_position",
            "words",
            ("fetal_position",),
            "position, presentation, lie., breech, vertex, head, transverse",
        ),
        Element("placenta", "", ("placenta",), "placent, afterbirth"),
        Element("blood_loss", "", ("blood_loss",), "blood, bleed, ebl., hemorr, loss"),
        Element(
            "hemorrhage_measures",
            "words",
            (),
            "massage, fundal, oxytocin, pitocin, txa, tranex, breast, nurs, pressure, pack",
        ),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, checked(view, of_label(labels, ELEMENTS)), "the pregnancy")
