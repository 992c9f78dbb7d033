"""A-OBS1, first half: whether APGAR scores and the number of newborns agree, and other details have a trace.

Which newborn a text is about, and the words for a condition, are left to the judge.
"""

from collections.abc import Iterator
from typing import Any

from comparison import listed
from element_checks import Element, Outcome, judged
from record_view import RecordView

_SECOND = "second, other, both, twin b, twin 2, baby b., baby 2, newborn b., sibling, brother, sister"
_RESUSCITATED = "bag, bvm, ventilat, stimul, rub, suction, oxygen, resuscit, dry, blow, ppv, compress, cpap"
ELEMENTS = {
    "newborns": (
        Element("birth_time", "", ("birth_time",), "born, birth, deliver, newborn, baby"),
        Element("apgar_1_min", "number", ("apgar_1_min",), "apgar"),
        Element("apgar_5_min", "number", ("apgar_5_min",), "apgar"),
        Element("apgar_10_min", "number", ("apgar_10_min",), "apgar"),
        Element("condition", "words", ("condition",), "cry, cried, pink, vigor, limp, color, tone, newborn"),
    ),
    "newborn_resuscitation": (Element("done", "", (), _RESUSCITATED),),
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "the newborns", _others)


def _others(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield whether a newborn is missing."""
    labeled, charted = listed(labels, "newborns"), view.listed("newborns")
    if 0 < len(charted) < len(labeled):
        yield Element("each newborn", labeled=len(labeled)), None if view.said(_SECOND) else False
