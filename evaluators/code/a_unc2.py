"""A-UNC2, first half: whether each labeled gap is marked, and no field that was dictated is called unknown.

A gap of which a remark may tell, and a value that stands in a gap, are left to the judge.
"""

from collections.abc import Iterator
from typing import Any

from comparison import listed, shown
from element_checks import Element, Outcome, is_called_unknown, is_flagged, judged
from record_view import RecordView


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, {}, "the gaps", _gaps)


def _gaps(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield each labeled gap, and each supplied field that is called unknown."""
    for gap in map(shown, listed(labels, "critical_gaps")):
        element = Element(gap, keys=(gap,), labeled="not dictated")
        yield element, is_flagged(view, gap)
    for supplied in map(shown, listed(labels, "critical_supplied")):
        if is_called_unknown(view, supplied):
            yield Element(supplied, keys=(supplied,), labeled="dictated"), False
