"""A-FCT2, first half: whether each labeled drug has a trace, and its dose and route agree.

Another name of a drug, and doses that add up, are left to the judge.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from comparison import at, listed, normal, text_of
from element_checks import Element, Outcome, check, named, of_entries, route, settled
from record_view import RecordView, mentions

ELEMENTS = {
    "medications_given": (
        Element("drug", "words", (), "gave, given, medic, drug, dose"),
        Element("dose", "number"),
    )
}
_NOT_GIVEN = (
    "held, withh, not., declin, refus, drawn, wast, before, prior, pta., home, already, consider, prepar,"
    "no., running, sending, ongoing"
)
_NO_DRUG = "oxygen, o2., flush, lock"


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, _outcomes(view, labels), "the medications")


def _outcomes(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield each labeled drug with its dose and route, and whether more drugs are charted as given."""
    rows = [row for row in view.rows("medications") if not mentions(normal(text_of(row)), _NOT_GIVEN)]
    labeled = listed(labels, "medications_given")
    for entry in labeled:
        own = named(rows, at(entry, "drug"))
        for element in of_entries({"entry": [entry]}, "entry", ELEMENTS["medications_given"]):
            met = True if own and element.name == "drug" else check(view, element)
            yield replace(element, name=f"{text_of(at(entry, 'drug'))} {element.name}"), met
        yield (
            Element(f"{text_of(at(entry, 'drug'))} route", labeled=at(entry, "route")),
            route(own, at(entry, "route")),
        )
    if "medications_given" in labels:
        charted = {normal(text_of(at(row, "name"))) for row in rows if at(row, "name")}
        given = {name for name in charted if not mentions(name, _NO_DRUG)}
        names = {normal(text_of(at(entry, "drug"))) for entry in labeled}
        yield (
            Element("no further drug", labeled=sorted(names), keys=("medications",)),
            len(given) <= len(names),
        )
