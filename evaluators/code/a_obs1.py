"""A-OBS1, first half: whether APGAR scores and the number of newborns agree, and other details have a trace.

Which newborn a text is about, and the words for a condition, are left to the judge.
"""

import re
from collections.abc import Iterator
from typing import Any

from comparison import at, dictated, listed, same, text_of
from element_checks import Element, Outcome, check, checked, of_entries, settled
from record_view import RecordView

_MINUTES = {"one_minute": "1", "five_minutes": "5", "ten_minutes": "10"}
_BORN = "born, birth, deliver, newborn, baby"
_RESUSCITATED = (
    "bag, bvm, ventilat, stimul, rub, suction, oxygen, resuscit, dried, dry, blow, ppv, compress, cpap"
)
_SECOND = (
    "twin b, twin 2, second twin, second baby, second newborn, second infant, baby b., newborn b., baby 2,"
    "other twin, other baby, sibling, brother, sister, both newborn, both babies, both infant"
)
ELEMENTS = {
    "newborns": (
        Element("birth_time", "", ("birth_time",), _BORN),
        Element(
            "condition",
            "words",
            ("condition",),
            "cry, cried, pink, vigor, limp, cyan, color, tone, baby, newborn",
        ),
        Element("apgar", "number", (), "apgar"),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, _outcomes(view, labels), "the newborns")


def _outcomes(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield what the checks say of each newborn, and of what was done for one."""
    labeled, charted = listed(labels, "newborns"), view.rows("newborns")
    birth_time, condition, apgar = ELEMENTS["newborns"]
    yield from checked(view, of_entries(labels, "newborns", (birth_time, condition)))
    for place, newborn in enumerate(labeled):
        for name, score in dictated(newborn, "apgar").items():
            element = Element(f"APGAR {name}", apgar.kind, topic=apgar.topic, labeled=score)
            own = _scores(charted[place], _MINUTES.get(name, "")) if len(charted) == len(labeled) else []
            yield element, any(same("number", score, each) for each in own) if own else check(view, element)
    if len(labeled) > 1 and 0 < len(charted) < len(labeled):
        said = view.said(_SECOND)
        yield Element("each newborn", labeled=len(labeled)), None if said else False
    for name, done in dictated(labels, "newborn_resuscitation").items():
        element = Element(f"resuscitation of {name}", topic=_RESUSCITATED, labeled=done)
        yield element, check(view, element)


def _scores(row: Any, minute: str) -> list[Any]:
    """Return the scores of a row whose key names a minute."""
    keys = [key for key in row if "apgar" in key and re.search(rf"(?<![0-9]){minute}(?![0-9])", key)]
    return [at(row, key) for key in keys if minute and re.search("[0-9]", text_of(at(row, key)))]
