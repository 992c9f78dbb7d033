"""A-SFT4, first half: whether dictated repeat vitals are charted, not flagged, and absent ones have a trace.

Whether readings stand after the intervention, and a reason in other words, are left to the judge.
"""

import re
from collections.abc import Iterator
from typing import Any

from comparison import at, listed, normal, text_of
from element_checks import Element, Outcome, beginnings, judged
from record_view import RecordView, mentions, spells_time

_REPEATED = (
    "repeat, recheck, re check, reassess, re assess, second set, further, defer, unable, not obtain, no vital"
)
ELEMENTS = {"repeat_vitals": (Element("absent", "", ("safety_flags", "notes"), _REPEATED),)}
[_ABSENT] = ELEMENTS["repeat_vitals"]
_READING = re.compile(r"[0-9]+/[0-9]+|(?<![0-9:/.])[0-9]+(?:\.[0-9]+)?(?![0-9:])")


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    return judged(labels, output, narrative, {}, "the repeat vitals", _sets)


def _sets(view: RecordView, labels: Any) -> Iterator[Outcome]:
    """Yield what the checks say of each high-risk intervention."""
    for entry in listed(labels, "repeat_vitals"):
        name = text_of(at(entry, "after"))
        flags = [flag for flag in view.listed("safety_flags") if _is_about(flag, name)]
        if dictated := at(entry, "dictated"):
            element = Element(f"vitals after {name}", keys=("vitals",), labeled=dictated)
            yield element, False if flags else _is_charted(view, text_of(dictated))
        else:
            reason = beginnings(text_of(at(entry, "reason")))
            said = view.said(f"{_ABSENT.topic}, {reason}")
            element = Element(f"absent after {name}", keys=_ABSENT.keys, labeled=at(entry, "reason"))
            yield element, True if flags else None if said or view.at(_ABSENT.keys) else False


def _is_about(flag: Any, name: str) -> bool:
    """Return whether a flag says that vitals after an intervention are missing."""
    words = normal(text_of(flag))
    return mentions(words, f"{_ABSENT.topic}, vital, set") and mentions(words, beginnings(name))


def _is_charted(view: RecordView, dictated: str) -> bool | None:
    """Return False where none of the dictated readings is anywhere in the record, in digits or words."""
    readings = set(_READING.findall(re.sub(r"[0-9]+ min\w*|[0-9]{1,2}:[0-9]{2}", "", dictated)))
    found = {reading for passage in view.passages for reading in _READING.findall(passage.text)}
    is_spelled = any(spells_time(passage.text) for passage in view.passages)
    return None if readings & found or is_spelled or not readings else False
