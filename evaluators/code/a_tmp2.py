"""A-TMP2, first half: whether readings with times run in the labeled order; code settles little here.

Changes in words, and readings without a time of their own, are left to the judge.
"""

from collections.abc import Iterator
from typing import Any

from comparison import at, listed, mappings, same, seconds, text_of
from element_checks import Element, Outcome, in_order, settled
from record_view import RecordView

ELEMENTS = {"pre_post_changes": (Element("before", "rounded"), Element("after", "rounded"))}
_KEYS = {
    "spo2": ("spo2",),
    "blood pressure": ("bp", "blood_pressure"),
    "heart rate": ("heart_rate", "pulse"),
    "etco2": ("etco2",),
    "respiratory rate": ("respiratory_rate", "respirations"),
    "pain": ("pain", "pain_score"),
    "blood glucose": ("blood_glucose", "glucose"),
    "gcs": ("gcs", "gcs_total"),
}
"""Keys of the record, by what the name of a finding contains."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, _outcomes(view, listed(labels, "pre_post_changes")), "the changes")


def _outcomes(view: RecordView, labeled: list[Any]) -> Iterator[Outcome]:
    """Yield whether the reading before is earlier, where each is charted once with a time."""
    for change in labeled:
        finding = text_of(at(change, "finding"))
        keys = next((keys for name, keys in _KEYS.items() if name in finding), ())
        before, after = at(change, "before"), at(change, "after")
        first, second = _times(view, keys, before, after), _times(view, keys, after, before)
        if len(first) == len(second) == 1:
            yield Element(finding, labeled=f"{before}, then {after}"), in_order(first[0], second[0])


def _times(view: RecordView, keys: tuple[str, ...], reading: Any, other: Any) -> list[Any]:
    """Return the times of the rows that hold a reading and not the other one."""
    rows = [(row, at(row, key)) for row in mappings(view.record) for key in keys if at(row, key) is not None]
    right = [
        row
        for row, value in rows
        if same("rounded", text_of(reading), value) and not same("rounded", text_of(other), value)
    ]
    return [at(row, "time") for row in right if seconds(at(row, "time")) is not None]
