"""A-PED1, first half: whether a charted dose of each weight-based drug is the labeled one.

A dose that is not charted is left to A-FCT2, and an amount in other words to the judge.
"""

from collections.abc import Iterator
from typing import Any

from comparison import at, listed, quantities, same, text_of
from element_checks import Element, Outcome, all_of, judged
from record_view import RecordView

COMPARE = {"pediatric_doses": {"dose": "number"}}
"""Kinds of comparison, by label and field."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, {}, "the doses for a child", _others)


def _others(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield whether one of the charted doses of a drug is the labeled one, where each row has one."""
    for entry in listed(labels, "pediatric_doses"):
        drug = text_of(at(entry, "drug"))
        doses = view.at(("dose",), all_of(drug))
        if doses and all(quantities(text_of(dose)) for dose in doses):
            element = Element(f"{drug} dose", keys=("medications",), labeled=at(entry, "dose"))
            yield element, any(same("number", element.labeled, dose) for dose in doses)
