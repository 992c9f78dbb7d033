"""A script whose names are changed."""

import math
import re
from collections.abc import Iterator
from typing import Any

import words
from texts import Passage, plain, shown

_LIMIT = 3
_STOP = {"a", "the"}
_NUMBER = re.compile("[0-9]+")


def evaluate(labels: Any, output: Any, narrative: str) -> dict[str, Any]:
    """Return the verdict on one case."""
    wanted = _parts(labels["stated"], limit=2)
    held = [shown(entry) for entry in output if entry not in _STOP]
    best = max(held, key=lambda value: len(value), default="")
    missing = {entry for entry in wanted if entry not in held}
    try:
        number = int(plain(best))
    except ValueError as error:
        number = len(str(error)) - len(best)
    least, most = sorted(map(len, held))[:2]
    met = number - least > _LIMIT and math.floor(most) and words.same(best, wanted[0])
    match output:
        case {"name": name, **others}:
            met = met and name not in others
    return {"pass": met and not missing, "reason": _reason(met, yes="It agrees.", no="It differs.")}


def _parts(given: list[str], low: int = 0, limit: int = 1) -> list[Any]:
    first, *others = given
    for entry in others:
        first = _joined(first, entry)
    return [first, *_numbers(first), low - limit]


def _numbers(text: str) -> Iterator[str]:
    yield from _NUMBER.findall(text)


def _joined(one: str, other: str) -> str:
    def turned(text: str) -> str:
        return text + one

    return turned(Passage(other).value)


def _reason(met: bool, *, yes: str, no: str) -> str:
    return yes if met else no
