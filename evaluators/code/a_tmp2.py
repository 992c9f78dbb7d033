"""A-TMP2, first half: whether readings with times run in order, and texts on a change fit its direction.

Whether a change in other words is the labeled one, and readings without a time, are left to the judge.
"""

import re
from collections.abc import Iterator
from typing import Any

from comparison import at, listed, mappings, same
from element_checks import Element, Outcome, beginnings, class_of, judged, number
from readings import is_later, quantities, seconds
from record_view import RecordView, mentions
from texts import text_of

COMPARE = {"pre_post_changes": {"before": "rounded", "after": "rounded", "direction": "class"}}
"""Kinds of comparison, by label and field."""
_DIRECTIONS = {
    "none": "unchang, no. change, not. chang, no. effect",
    "": "no., not., never, without, denie",
    "change": "improv, better, relie, eas, wors, decreas, increas, down, up., less, resolv, return, gone",
}
"""Words on a change, by whether there was one; a denial may be either."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, {}, "the changes", _changes)


def _changes(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield whether each change has its order, its direction, and the reading before it."""
    for change in listed(labels, "pre_post_changes"):
        finding, before, after = (text_of(at(change, key)) for key in ("finding", "before", "after"))
        first, second = (_times(view, finding, value) for value in (before, after))
        if len(first) == len(second) == 1 and not same("rounded", before, after):
            yield Element(finding, labeled=f"{before}, then {after}"), not is_later(first[0], second[0])
        direction = "none" if at(change, "direction") == "none" else "change"
        said = _directions(view, finding)
        if said:
            yield Element(f"{finding}: {direction}", labeled=direction), direction in said
        is_lost = quantities(before) and number(view, Element(finding, "number", labeled=before)) is False
        if is_lost and not view.said(",".join(_DIRECTIONS.values())):
            yield Element(f"{finding} before", labeled=before), False


def _directions(view: RecordView, finding: str) -> set[str]:
    """Return what the sentences about a finding that hold no number say of its change."""
    topic = beginnings(re.sub("left|right", "", finding))
    sentences = [sentence for passage in view.passages for sentence in re.split("[.;,]", passage.text)]
    about = [text for text in sentences if mentions(text, topic) and not re.search("[0-9]", text)]
    return {direction for text in about if (direction := class_of(text, _DIRECTIONS))}


def _times(view: RecordView, finding: str, value: str) -> list[int]:
    """Return the times of the readings of a finding that have a value."""
    rows = [(row, time) for row in mappings(view.record) if (time := seconds(at(row, "time"))) is not None]
    readings = [(row[key], time) for row, time in rows for key in row if _is_of(key, finding)]
    return [time for reading, time in readings if same("rounded", value, reading)]


def _is_of(key: str, finding: str) -> bool:
    """Return whether a key of the record holds readings of a finding."""
    name = {"bp": "blood pressure", "pain_score": "pain"}.get(key, key.replace("_", " "))
    return len(name) > 2 and name in finding
