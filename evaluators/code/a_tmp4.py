"""A-TMP4, first half: whether each stated time is charted, with its event, and the call runs in its order.

Times that differ by two minutes or less, times in words, and durations are left to the judge.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from comparison import at, entries, listed, mappings, same, seconds, shown, text_of
from element_checks import Element, Outcome, check, in_order, settled
from record_view import DAY, RecordView, clocks

ELEMENTS = {"stated_times": (Element("time", "time"), Element("interval", "number", (), "min, sec, hour"))}
_CALL = ("dispatch_time", "contact_time", "departure_time", "arrival_time")
_TOLERANCE = 2
"""Minutes by which a charted time may differ before code fails it."""


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the checks settle of one case."""
    view = RecordView(output, narrative)
    return settled(view, _outcomes(view, listed(labels, "stated_times")), "the stated times")


def _outcomes(view: RecordView, labeled: list[Any]) -> Iterator[Outcome]:
    """Yield each stated time and interval, and the order of the times of the call."""
    time, interval = ELEMENTS["stated_times"]
    for entry in labeled:
        event = shown(at(entry, "event"))
        if at(entry, "time"):
            element = replace(time, name=event, labeled=at(entry, "time"), keys=_keys(entry))
            yield element, _time(view, element, entry)
        elif at(entry, "interval"):
            element = replace(interval, name=event, labeled=at(entry, "interval"))
            yield element, check(view, element)
    known = [
        (key, value) for key in _CALL for value in entries(view.record, key) if seconds(value) is not None
    ]
    for (first, start), (second, end) in pairwise(known) if labeled else ():
        yield Element(f"{first} before {second}", labeled="order of a call"), in_order(start, end)


def _keys(entry: Any) -> tuple[str, ...]:
    return (shown(at(entry, "key")),) if at(entry, "key") else ()


def _time(view: RecordView, element: Element, entry: Any) -> bool | None:
    """Return whether a time is charted: with its event, if exactly one time has its name or key."""
    names = [element.name, *listed(entry, "names")]
    rows = [(at(row, key), at(row, "time")) for row in mappings(view.record) for key in ("event", "name")]
    own = [time for name, time in rows if seconds(time) is not None and same("exact", names, name)]
    own = own or [
        value for key in element.keys for value in entries(view.record, key) if seconds(value) is not None
    ]
    if len(own) == 1 and not _is_near(own, element.labeled):
        return (
            None if any(_is_near([each.text], element.labeled) for each in view.said(element.name)) else False
        )
    near = any(_is_near([passage.text], element.labeled) for passage in view.passages)
    return check(view, element) or (None if near else check(view, element))


def _is_near(texts: list[Any], labeled: Any) -> bool:
    """Return whether a text has a time that differs by no more than what is tolerated."""
    wanted = clocks(text_of(labeled))
    found = [minute for text in texts for minute in clocks(text_of(text))]
    return any((minute - other + _TOLERANCE) % DAY <= 2 * _TOLERANCE for minute in found for other in wanted)
