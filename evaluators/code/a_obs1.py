"""A-OBS1, first half: whether APGAR scores and the number of newborns agree, and other details have a trace.

Which newborn a text is about, and the words for a condition, are left to the judge.
"""

import re
from collections.abc import Iterator
from typing import Any

from comparison import dictated, listed, same
from element_checks import Element, Outcome, check, judged
from record_view import RecordView

_MINUTES = {"one_minute": "1", "five_minutes": "5", "ten_minutes": "10"}
_SECOND = (
    "twin b, twin 2, second twin, second baby, second newborn, second infant, baby b., newborn b., baby 2,"
    "other twin, other baby, sibling, brother, sister, both newborn, both babies, both infant"
)
_RESUSCITATED = "bag, bvm, ventilat, stimul, rub, suction, oxygen, resuscit, dry, blow, ppv, compress, cpap"
ELEMENTS = {
    "newborns": (
        Element("birth_time", "", ("birth_time",), "born, birth, deliver, newborn, baby"),
        Element("condition", "words", ("condition",), "cry, cried, pink, vigor, limp, color, tone, newborn"),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "the newborns", _others)


def _others(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield each APGAR score, whether a newborn is missing, and what was done to resuscitate one."""
    labeled, charted = listed(labels, "newborns"), view.listed("newborns")
    for place, newborn in enumerate(labeled):
        for name, score in dictated(newborn, "apgar").items():
            element = Element(f"APGAR {name}", "number", topic="apgar", labeled=score)
            own = _scores(charted[place], _MINUTES.get(name, name)) if len(charted) == len(labeled) else []
            yield element, any(same("number", score, each) for each in own) if own else check(view, element)
    if 0 < len(charted) < len(labeled):
        yield Element("each newborn", labeled=len(labeled)), None if view.said(_SECOND) else False
    for name, done in dictated(labels, "newborn_resuscitation").items():
        element = Element(f"resuscitation of {name}", topic=_RESUSCITATED, labeled=done)
        yield element, check(view, element)


def _scores(row: Any, minute: str) -> list[Any]:
    """Return the scores of a row whose key names a minute."""
    keys = [key for key in row if re.search(rf"apgar.*(?<![0-9]){minute}(?![0-9])", key)]
    return [row[key] for key in keys if row[key] is not None]
