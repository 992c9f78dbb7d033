"""A-PRT2: the share of labeled pairs of events whose charted times run in the labeled order."""

from itertools import combinations
from typing import Any, NamedTuple

from comparison import at, entries, item, listed, of_records, reply, same, stamped
from readings import DAY, clock, seconds
from texts import shown

COMPARE = {"event_order": {"event": "words", "names": "words"}}
"""Kinds of comparison, by label and field."""


class Event(NamedTuple):
    """A labeled event of the call."""

    group: int
    name: str
    names: list[Any]
    key: str
    time: int
    """Seconds since the midnight before the call began."""


@of_records
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    events = _events(labels)
    crosses_midnight = any(event.time >= DAY for event in events)
    timed = [(event, _charted(output, event, crosses_midnight)) for event in events]
    items = [
        item(
            f"{a.name} before {b.name}",
            f"{clock(a.time)}, {clock(b.time)}",
            ", ".join(clock(time) for time in (at_a, at_b) if time is not None),
            at_a is not None and at_b is not None and at_a < at_b,
        )
        for (a, at_a), (b, at_b) in combinations(timed, 2)
        if a.group != b.group and a.time != b.time
    ]
    return reply(
        items,
        "The charted times of each labeled pair of events run in the labeled order.",
        "These pairs lack a charted time or do not run in the labeled order",
        shares=True,
    )


def _events(labels: Any) -> list[Event]:
    """Return the labeled events that have a time; one earlier on the clock than the last is a day later."""
    found: list[Event] = []
    for group, entry in enumerate(listed(labels, "event_order")):
        last = max((event.time for event in found), default=0)
        for one in entry if isinstance(entry, list) else [entry]:
            time = seconds(at(one, "time"))
            if time is not None:
                time += DAY * (last // DAY + (time < last % DAY))
                names = [at(one, "event"), *listed(one, "names")]
                found.append(Event(group, shown(names[0]), names, shown(at(one, "key")), time))
    return found


def _charted(record: Any, event: Event, crosses_midnight: bool) -> int | None:
    """Return the charted time of an event, the one closest to its labeled time; None if there is none."""
    exact, loose = (
        [time for name, time in stamped(record) if same(kind, event.names, name)]
        for kind in ("exact", "words")
    )
    under_key = [time for value in entries(record, event.key) if (time := seconds(value)) is not None]
    possible = (exact or loose) + under_key
    if crosses_midnight:
        possible += [time + DAY for time in possible]
    return min(possible, key=lambda time: abs(time - event.time), default=None)
