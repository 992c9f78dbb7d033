"""A-TMP3, first half: whether the charted times of protocol steps run in the labeled sequence.

Steps without a time, and time windows, are left to the judge.
"""

from itertools import combinations
from typing import Any

from comparison import at, item, mappings, of_records, reply, same, seconds, shown

COMPARE = {"protocol_sequence": {"steps": "words"}}
"""Kinds of comparison, by label and field."""
_DAY = 86_400


@of_records
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the times settle of one case."""
    timed = _timed(_steps(labels), _charted(output))
    items = [
        item(f"{a} before {b}", "labeled sequence", f"{clock_a}, {clock_b}", not _is_later(time_a, time_b))
        for (group_a, a, clock_a, time_a), (group_b, b, clock_b, time_b) in combinations(timed, 2)
        if group_a != group_b
    ]
    return reply(
        items,
        "The charted times of the labeled steps run in the labeled sequence.",
        "The charted times of these steps are turned around",
        "No two labeled steps in sequence have a charted time of their own.",
    )


def _steps(labels: Any) -> list[tuple[int, str]]:
    """Return the labeled steps, each with its place; steps whose order is open share one."""
    steps = at(at(labels, "protocol_sequence"), "steps")
    return [
        (place, shown(step))
        for place, entry in enumerate(steps if isinstance(steps, list) else [])
        for step in (entry if isinstance(entry, list) else [entry])
    ]


def _charted(record: Any) -> list[tuple[str, str, int]]:
    """Return the charted entries that have a name and a time: name, time and its seconds."""
    return [
        (shown(part.get(key)), shown(part.get("time")), time)
        for part in mappings(record)
        for key in ("event", "name")
        if (time := seconds(part.get("time"))) is not None
    ]


def _timed(
    steps: list[tuple[int, str]], charted: list[tuple[str, str, int]]
) -> list[tuple[int, str, str, int]]:
    """Return the steps that have exactly one charted entry of their own, with its time."""
    found = []
    for place, step in steps:
        own = [entry for entry in charted if same("exact", step, entry[0])]
        if not own:
            others = [other for _, other in steps if other != step]
            own = [
                entry
                for entry in charted
                if same("words", step, entry[0]) and not any(same("words", each, entry[0]) for each in others)
            ]
        if len(own) == 1:
            [(_, clock, time)] = own
            found.append((place, step, clock, time))
    return found


def _is_later(first: int, second: int) -> bool:
    """Return whether a time is later than another, by the shorter way around the clock."""
    return 0 < (first - second) % _DAY < _DAY // 2
