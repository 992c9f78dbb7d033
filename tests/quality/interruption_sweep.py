"""`make interruptions`: every command stopped at every moment, and a build at moments spread over all of it.

Prints a line a way of stopping: the moments tried, and what the user was left with. Fails at the end where a
promise was broken, and says which.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from support.interrupted_builds import Builds
from support.interrupted_commands import COMMANDS, Interruptions
from support.interrupted_runs import HOWS, KILL, run
from support.suites import suite_with

KILLS, OTHERS = 150, 8
"""Moments at which a build is killed, and at which it is stopped in each of the other ways."""


def spread(moments: int, count: int) -> list[int]:
    """That many moments, evenly spread; the last one among them."""
    return sorted({(number + 1) * moments // count - 1 for number in range(min(count, moments))})


def tried(name: str, stop: Callable[[int], str], moments: Iterable[int]) -> list[str]:
    """Stop something at these moments; prints what became of it, and gives the broken promises."""
    left: Counter[str] = Counter()
    broken = []
    for at in moments:
        try:
            left[stop(at)] += 1
        except AssertionError as error:
            left["BROKEN"] += 1
            broken.append(f"{name}: {error}")
    outcome = ", ".join(f"{count} {state}" for state, count in sorted(left.items()))
    print(f"{name:<55} {left.total():>4} moments: {outcome}", flush=True)
    return broken


def commands(folder: Path) -> Iterator[str]:
    """Every command at every moment; gives the broken promises."""
    for command in COMMANDS:
        case = Interruptions(command, folder / command.name)
        for how in HOWS:
            name = f"benchdocs {command.name}, {how}"
            yield from tried(name, partial(case.stop, how), range(len(case.moments)))


def builds(folder: Path) -> Iterator[str]:
    """A build over an old site and one without, at some of their moments; gives the broken promises."""
    suite, old = suite_with(folder / "before"), folder / "old"
    done = run("mkdocs", "build", "-d", old, below=folder, environment={"BENCHDOCS_ROOT": str(suite)})
    assert done.status == 0, done.output
    case = Builds(folder, old)
    for is_known in (True, False):
        for how in HOWS:
            count = (KILLS if how == KILL else OTHERS) * (3 if is_known else 1) // 4
            name = f"mkdocs build{' over an old site' if is_known else ''}, {how}"
            moments = {
                *spread(len(case.moments(is_known=is_known)), count),
                *case.exchange(is_known=is_known),
            }
            yield from tried(name, partial(case.stop, how, is_known=is_known), sorted(moments))


def main() -> int:
    with tempfile.TemporaryDirectory() as scratch:
        broken = [*builds(Path(scratch, "builds")), *commands(Path(scratch))]
    print(*broken, sep="\n\n", file=sys.stderr)
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
