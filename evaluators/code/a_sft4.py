"""A-SFT4, first half: whether dictated repeat vitals are charted, not flagged, and absent ones have a trace.

Whether readings stand after the intervention, and a reason in other words, are left to the judge.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from comparison import at, listed
from element_checks import Element, Outcome, beginnings, judged, number
from record_view import RecordView, mentions
from texts import normal, text_of

_REPEATED = (
    "repeat, recheck, re check, reassess, re assess, second set, further, defer, unable, not obtain, no vital"
)
_READINGS = "vital, bp., pressure, pulse, heart, rate, resp, breath, sat, spo2, etco2, rhythm, pain, over"
ELEMENTS = {
    "repeat_vitals": (
        Element("dictated", "number", (), _READINGS),
        Element("absent", "", ("safety_flags", "notes"), _REPEATED),
    )
}
_DICTATED, _ABSENT = ELEMENTS["repeat_vitals"]


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, {}, "the repeat vitals", _sets)


def _sets(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield what the checks say of each high-risk intervention: code fails a set without any reading."""
    for entry in listed(labels, "repeat_vitals"):
        name = text_of(at(entry, "after"))
        is_flagged = any(_is_about(flag, name) for flag in view.listed("safety_flags"))
        if readings := listed(entry, "dictated"):
            element = replace(_DICTATED, name=f"vitals after {name}", labeled=readings)
            is_lost = all(number(view, replace(element, labeled=each)) is False for each in readings)
            yield element, False if is_flagged or is_lost else None
        else:
            reason = at(entry, "reason")
            element = replace(_ABSENT, name=f"absent after {name}", labeled=reason)
            said = view.said(f"{_ABSENT.topic}, {beginnings(text_of(reason))}") or view.at(_ABSENT.keys)
            yield element, True if is_flagged else None if said else False


def _is_about(flag: Any, name: str) -> bool:
    """Return whether a flag says that vitals after an intervention are missing."""
    words = normal(text_of(flag))
    return mentions(words, f"{_ABSENT.topic}, vital, set") and mentions(words, beginnings(name))
