"""A-FCT1, first half: whether the fields of vital signs hold the labeled readings.

Readings that no field holds, and that may be in free text, are left to the judge.
"""

import re
from collections.abc import Iterator
from typing import Any

from comparison import at, item, listed, mappings, of_records, reply, same
from readings import is_one_reading, quantities
from record_view import SPELLED_NUMBER
from texts import leaves, shown, text_of

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
_ASIDE = {"time", "unit", "scale"}
"""Keys beside a reading that has a key of its own."""


@of_records
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the fields settle of one case."""
    items = []
    for sign, keys in _KEYS.items():
        readings, kind = _labeled(labels, sign)
        charted = [*_charted(output, keys)]
        clear = [value for value in charted if any(is_one_reading(reading, value) for reading in readings)]
        is_stray = any(not any(same(kind, reading, value) for reading in readings) for value in clear)
        others = [value for value in charted if value not in clear]
        for reading in readings:
            if any(same(kind, reading, value) for value in charted):
                items.append(item(f"{sign} {reading}", reading, charted, met=True))
            elif is_stray and not _may_be_in_text(output, reading, keys, others):
                items.append(item(f"{sign} {reading}", reading, charted, met=False))
    return reply(
        items,
        "Each labeled reading of a sign that has a field is charted there, or left to the judge.",
        "The fields of these signs hold other readings than the labeled ones",
    )


def _labeled(labels: Any, sign: str) -> tuple[list[str], str]:
    """Return the labeled readings of a sign, with their units, and how to compare them."""
    if sign == _PAIN:
        return [shown(at(score, "value")) for score in listed(labels, "pain_scores")], "number"
    readings = [each for each in listed(labels, "vital_signs") if same("exact", sign, at(each, "sign"))]
    return [f"{shown(at(each, 'value'))} {shown(at(each, 'unit'))}".strip() for each in readings], "rounded"


def _charted(record: Any, keys: tuple[str, ...]) -> Iterator[str]:
    """Yield the readings in the fields of a sign, each with its unit, and scores without their scale."""
    for part in mappings(record):
        for key in sorted(part.keys() & {*keys}):
            text = f"{_reading(part[key])} {shown(at(part, f'{key}_unit'))}".strip()
            yield re.sub(r"\s*(/|\bof|\bout of)\s*10\b", "", text) if key.startswith("pain") else text


def _reading(value: Any) -> str:
    """Return a reading that may have keys of its own as a text."""
    match value:
        case {"systolic": systolic, "diastolic": diastolic}:
            return f"{shown(systolic)}/{shown(diastolic)}"
        case {"value": reading, **others} | {"score": reading, **others} if others.keys() <= _ASIDE:
            return f"{shown(reading)} {shown(others.get('unit'))}"
    return shown(value)


def _may_be_in_text(record: Any, reading: str, keys: tuple[str, ...], others: list[str]) -> bool:
    """Return whether a text besides the readings of a sign holds the numbers of one, or spelled ones."""
    wanted = {each.number for each in quantities(reading)}
    texts = [text_of(text) for path, text in leaves(record) if {*path}.isdisjoint(keys)] + others
    return any(
        wanted <= {each.number for each in quantities(text)} or SPELLED_NUMBER.search(text) for text in texts
    )
