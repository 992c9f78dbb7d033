"""A-TMP3, first half: whether the charted times of protocol steps run in the labeled sequence.

Steps without a time, and time windows, are left to the judge.
"""

from itertools import combinations
from typing import Any

from comparison import at, item, of_records, reply, same, stamped
from readings import clock, is_later
from texts import shown

COMPARE = {"protocol_sequence": {"steps": "words"}}
"""Kinds of comparison, by label and field."""


@of_records
def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on what the times settle of one case."""
    timed = _timed(_steps(labels), stamped(output))
    items = [
        item(f"{a} before {b}", f"{clock(time_a)}, {clock(time_b)}", "", not is_later(time_a, time_b))
        for (group_a, a, time_a), (group_b, b, time_b) in combinations(timed, 2)
        if group_a != group_b
    ]
    return reply(
        items,
        "The charted times of the labeled steps run in the labeled sequence.",
        "The charted times of these steps are turned around",
    )


def _steps(labels: Any) -> list[tuple[int, str]]:
    """Return the labeled steps, each with its place; steps whose order is open share one."""
    steps = at(at(labels, "protocol_sequence"), "steps")
    return [
        (place, shown(step))
        for place, entry in enumerate(steps if isinstance(steps, list) else [])
        for step in (entry if isinstance(entry, list) else [entry])
    ]


def _timed(steps: list[tuple[int, str]], charted: list[tuple[Any, int]]) -> list[tuple[int, str, int]]:
    """Return the steps that have exactly one charted entry of their own, with its time."""
    found = []
    for place, step in steps:
        own = [time for name, time in charted if same("exact", step, name)]
        if not own:
            others = [other for _, other in steps if other != step]
            own = [
                time
                for name, time in charted
                if same("words", step, name) and not any(same("words", each, name) for each in others)
            ]
        if len(own) == 1:
            found.append((place, step, own[0]))
    return found
