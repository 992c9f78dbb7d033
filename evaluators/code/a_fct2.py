"""A-FCT2, first half: whether each labeled drug has a trace, and its dose and route agree.

Another name of a drug, and doses that add up, are left to the judge.
"""

from collections.abc import Iterator
from typing import Any

from comparison import at, listed
from element_checks import ROUTES, Element, Outcome, judged
from record_view import RecordView, mentions
from texts import normal, text_of
from words import negates

_NOT_GIVEN = (
    "drawn, wast, before, prior, pta., home, already, prepar, running, sending, ongoing, oxygen, o2.,"
    "flush, lock"
)
_GIVEN = "gave, given, medic, drug, dose, mg., mcg., gram"
ELEMENTS = {
    "medications_given": (
        Element("drug", "words", ("medications", "interventions"), _GIVEN),
        Element("dose", "number"),
        Element("route", "class", ("route",), names=ROUTES),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "the medications", _others)


def _others(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield whether more drugs are charted as given than labeled."""
    if "medications_given" in labels:
        plain = (row for row in view.listed("medications") if not {"by", "status", "note"} & row.keys())
        rows = [row for row in plain if _is_given(normal(text_of(row)))]
        given = {normal(text_of(at(row, "name"))) for row in rows if at(row, "name")}
        labeled = {normal(text_of(at(entry, "drug"))) for entry in listed(labels, "medications_given")}
        element = Element("no further drug", labeled=sorted(labeled), keys=("medications",))
        yield element, len(given) <= len(labeled)


def _is_given(words: str) -> bool:
    return not any(map(negates, words.split())) and not mentions(words, _NOT_GIVEN)
