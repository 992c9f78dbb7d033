"""A-PED1, first half: whether the charted dose of each weight-based drug is the labeled one.

An amount in other words, and a dose within a tenth of the labeled one, are left to the judge.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from comparison import at, has_content, listed, quantities, same, text_of
from element_checks import Element, Outcome, named, settled
from record_view import RecordView

ELEMENTS = {"pediatric_doses": (Element("dose", "number"),)}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, _outcomes(view, listed(labels, "pediatric_doses")), "the doses for a child")


def _outcomes(view: RecordView, labeled: list[Any]) -> Iterator[Outcome]:
    """Yield what the charted doses of each labeled drug settle."""
    [dose] = ELEMENTS["pediatric_doses"]
    for entry in labeled:
        drug, wanted = at(entry, "drug"), at(entry, "dose")
        charted = [at(row, "dose") for row in named(view.rows("medications"), drug)]
        element = replace(dose, name=f"{text_of(drug)} dose", labeled=wanted, keys=("medications",))
        if charted and all(has_content(value) for value in charted):
            is_right = any(same("number", wanted, value) for value in charted)
            yield element, is_right or (False if all(_is_far(wanted, value) for value in charted) else None)


def _is_far(labeled: Any, charted: Any) -> bool:
    """Return whether an amount in the same unit is more than a tenth away from the labeled one."""
    wanted, found = quantities(text_of(labeled)), quantities(text_of(charted))
    if len(wanted) != 1 or len(found) != 1 or wanted[0][0] != found[0][0]:
        return False
    one, other = wanted[0][1], found[0][1]
    return abs(one - other) * 10 > max(one, other)
