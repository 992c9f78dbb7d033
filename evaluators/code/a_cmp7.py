"""A-CMP7, first half: whether the list of allergies has each labeled one, and no more entries than labeled.

Another name of an allergy, and one in free text, are left to the judge.
"""

from collections.abc import Iterator
from typing import Any

from comparison import listed, normal, text_of
from element_checks import Element, Outcome, beginnings, settled
from record_view import RecordView, mentions

ELEMENTS = {
    "allergy_status": (
        Element("value", "words", ("allergies", "allergy_status"), "allerg, nkda, nka, reaction"),
    )
}
[_ALLERGIES] = ELEMENTS["allergy_status"]
_NONE_KNOWN = "nkda, nka., none, no known, denie, ^no., no allerg, no drug allerg, not allerg, negative"


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, _outcomes(view, listed(labels, "allergy_status")), "the allergies")


def _outcomes(view: RecordView, labeled: list[Any]) -> Iterator[Outcome]:
    """Yield each labeled allergy, and whether there are more or none."""
    charted = [normal(text_of(part)) for value in view.at(_ALLERGIES.keys) for part in _parts(value)]
    denied = [each for each in charted if mentions(each, _NONE_KNOWN)]
    element = Element("none known", keys=_ALLERGIES.keys, labeled=labeled)
    if [normal(text_of(each)) for each in labeled] == ["none known"]:
        said = view.said(f"{_ALLERGIES.topic},{_NONE_KNOWN}")
        yield element, len(denied) == len(charted) if charted else None if said else False
        return
    for allergy in labeled:
        topic = beginnings(text_of(allergy)) or normal(text_of(allergy))
        is_found = bool(view.said(topic))
        may_be_meant = len(charted) - len(denied) >= len(labeled) or view.said(
            _ALLERGIES.topic, _ALLERGIES.keys
        )
        yield (
            Element(str(allergy)[:50], keys=_ALLERGIES.keys, labeled=allergy),
            is_found or (None if may_be_meant else False),
        )
    if labeled and len(charted) - len(denied) > len(labeled):
        yield Element("no further allergy", keys=_ALLERGIES.keys), False


def _parts(value: Any) -> list[Any]:
    """Return the entries of a list; of a mapping, the names."""
    return value if isinstance(value, list) else [value]
