"""A-PED1, first half: whether a charted dose of each weight-based drug is within a tenth of the labeled one.

A dose that is not charted is left to A-FCT2, and an amount in another unit or in words to the judge.
"""

from collections.abc import Iterator
from typing import Any

from comparison import at, listed
from element_checks import Element, Outcome, all_of, judged
from readings import quantities
from record_view import RecordView
from texts import text_of

COMPARE = {"pediatric_doses": {"dose": "number"}}
"""Kinds of comparison, by label and field."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, {}, "the doses for a child", _others)


def _others(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield whether one of the charted doses of a drug is within a tenth of the labeled one, in its unit."""
    for entry in listed(labels, "pediatric_doses"):
        drug, wanted = text_of(at(entry, "drug")), quantities(text_of(at(entry, "dose")))
        charted = [quantities(text_of(dose)) for dose in view.at(("dose",), all_of(drug))]
        if charted and all(wanted and doses and doses[0].measure == wanted[0].measure for doses in charted):
            element = Element(f"{drug} dose", keys=("medications",), labeled=at(entry, "dose"))
            near = [10 * abs(doses[0].amount - wanted[0].amount) <= wanted[0].amount for doses in charted]
            yield element, any(near)
