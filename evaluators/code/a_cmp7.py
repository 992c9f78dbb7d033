"""A-CMP7, first half: whether the list of allergies has each labeled one, and no more entries than labeled.

Another name of an allergy, and one in free text, are left to the judge.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from comparison import listed
from element_checks import Element, Outcome, all_of, beginnings, judged
from record_view import RecordView, mentions
from texts import normal, text_of

ELEMENTS = {
    "allergy_status": (
        Element("value", "words", ("allergies", "allergy_status"), "allerg, nkda, nka, reaction"),
    )
}
[_ALLERGIES] = ELEMENTS["allergy_status"]
_NONE_KNOWN = "nkda, nka., none, no known, denie, ^no., no allerg, no drug allerg, not allerg, negative"


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, {}, "the allergies", _allergies)


def _allergies(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield each labeled allergy, and whether there are more entries, or one against a denial."""
    labeled = listed(labels, "allergy_status")
    lists = [value if isinstance(value, list) else [value] for value in view.at(("allergies",))]
    charted = {normal(text_of(entry)) for entries in lists for entry in entries}
    named = {entry for entry in charted if not mentions(entry, _NONE_KNOWN)}
    if [normal(text_of(each)) for each in labeled] == ["none known"]:
        said = view.said(f"{_ALLERGIES.topic},{_NONE_KNOWN}")
        yield replace(_ALLERGIES, name="none known"), bool(said) and not named
        return
    said = view.said(_ALLERGIES.topic, ("allergies",))
    others = [passage for passage in said if not mentions(normal(passage.text), _NONE_KNOWN)]
    is_open = len(named) >= len(labeled) or bool(others)
    for allergy in map(text_of, labeled):
        is_said = bool(view.said(beginnings(allergy) or all_of(allergy)))
        yield replace(_ALLERGIES, name=allergy, labeled=allergy), is_said or (None if is_open else False)
    yield replace(_ALLERGIES, name="no further allergy"), len(named) <= len(labeled) or not labeled
