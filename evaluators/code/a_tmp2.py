"""A-TMP2, first half: whether readings with times run in the labeled order; code settles little here.

Changes in words, and readings without a time of their own, are left to the judge.
"""

from collections.abc import Iterator
from typing import Any

from comparison import at, listed, mappings, same, text_of
from element_checks import Element, Outcome, in_order, judged
from record_view import RecordView

COMPARE = {"pre_post_changes": {"before": "rounded", "after": "rounded"}}
"""Kinds of comparison, by label and field."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, {}, "the changes", _changes)


def _changes(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield whether the reading before is earlier, where each is charted once with a time."""
    for change in listed(labels, "pre_post_changes"):
        before, after = text_of(at(change, "before")), text_of(at(change, "after"))
        finding = text_of(at(change, "finding"))
        readings = [
            (at(row, "time"), row[key])
            for row in mappings(view.record)
            for key in row
            if _is_of(key, finding)
        ]
        first, second = (
            [clock for clock, value in readings if same("rounded", each, value)] for each in (before, after)
        )
        if len(first) == len(second) == 1 and not same("rounded", before, after):
            yield Element(finding, labeled=f"{before}, then {after}"), in_order(first[0], second[0])


def _is_of(key: str, finding: str) -> bool:
    """Return whether a key of the record holds readings of a finding."""
    name = {"bp": "blood pressure", "pain_score": "pain"}.get(key, key.replace("_", " "))
    return len(name) > 2 and name in finding
