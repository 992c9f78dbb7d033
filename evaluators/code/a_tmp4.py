"""A-TMP4, first half: whether each stated time is charted, with its event, and the call runs in its order.

Times that differ by two minutes or less, times in words, and durations are left to the judge.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from comparison import entries, listed, seconds
from element_checks import Element, Outcome, in_order, judged
from record_view import RecordView

_CALL = ("dispatch_time", "contact_time", "departure_time", "arrival_time")
ELEMENTS = {
    "stated_times": (
        Element("time", "time", slack=2),
        Element("interval", "number", (), "min, sec, hour"),
    )
}


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, ELEMENTS, "the stated times", _others)


def _others(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield whether the times of the call run in its order."""
    charted = ((key, value) for key in _CALL for value in entries(view.record, key))
    known = [(key, value) for key, value in charted if seconds(value) is not None]
    for (first, start), (second, end) in pairwise(known) if listed(labels, "stated_times") else ():
        yield Element(f"{first} before {second}", labeled="order of a call"), in_order(start, end)
