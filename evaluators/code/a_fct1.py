"""A-FCT1, first half: whether the fields of vital signs hold the labeled readings.

Readings that no field holds, and that may be in free text, are left to the judge.
"""

import re
from typing import Any

from comparison import at, item, leaves, listed, mappings, of_records, reply, same, shown
from record_view import SPELLED_NUMBER

COMPARE = {"vital_signs": {"sign": "exact", "value": "rounded"}, "pain_scores": {"value": "number"}}
"""Kinds of comparison, by label and field."""
_PAIN = "pain score"
_KEYS = {
    "blood pressure": ("bp", "blood_pressure"),
    "heart rate": ("heart_rate", "pulse"),
    "respiratory rate": ("respiratory_rate",),
    "SpO2": ("spo2",),
    "EtCO2": ("etco2",),
    "temperature": ("temperature",),
    "blood glucose": ("blood_glucose", "glucose"),
    _PAIN: ("pain", "pain_score"),
}
"""Keys of the record, by sign."""
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")


@of_records
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the fields settle of one case."""
    items = []
    for sign, keys in _KEYS.items():
        readings, kind = _labeled(labels, sign)
        charted = [*_charted(output, keys)]
        is_stray = any(not any(same(kind, reading, value) for reading in readings) for value in charted)
        for reading in readings:
            if any(same(kind, reading, value) for value in charted):
                items.append(item(f"{sign} {reading}", reading, charted, met=True))
            elif is_stray and not _may_be_in_text(output, reading, keys):
                items.append(item(f"{sign} {reading}", reading, charted, met=False))
    return reply(
        items,
        "Each labeled reading of a sign that has a field is charted there, or left to the judge.",
        "The fields of these signs hold other readings than the labeled ones",
    )


def _labeled(labels: Any, sign: str) -> tuple[list[str], str]:
    """Return the labeled readings of a sign, with their units, and how to compare them."""
    if sign == _PAIN:
        scores = [at(score, "value") for score in listed(labels, "pain_scores")]
        return [shown(score) for score in scores if score is not None], "number"
    readings = [each for each in listed(labels, "vital_signs") if same("exact", sign, at(each, "sign"))]
    return [f"{shown(at(each, 'value'))} {shown(at(each, 'unit'))}".strip() for each in readings], "rounded"


def _charted(record: Any, keys: tuple[str, ...]) -> list[str]:
    """Return the readings in the fields of a sign, each with its unit, and scores without their scale."""
    found = []
    for part in mappings(record):
        for key in keys:
            text = f"{shown(at(part, key))} {shown(at(part, f'{key}_unit'))}".strip()
            if key.startswith("pain"):
                text = re.split(r"/| of | out ", text)[0]
            if _NUMBER.search(text):
                found.append(text)
    return found


def _may_be_in_text(record: Any, reading: str, keys: tuple[str, ...]) -> bool:
    """Return whether a text outside the fields of a sign holds the numbers of a reading, or spelled ones."""
    wanted = set(_NUMBER.findall(reading))
    texts = [shown(text).casefold() for path, text in leaves(record) if path[-1] not in keys]
    return any(wanted <= set(_NUMBER.findall(text)) or SPELLED_NUMBER.search(text) for text in texts)
