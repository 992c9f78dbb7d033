"""Programs run as child processes, with what they took; and two of them side by side."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from typing import NamedTuple

from support.paths import REPOSITORY

BIN = Path(sys.executable).parent
PATIENCE = 500
"""Seconds after which a program is given up."""
_MEGABYTE = 1024
"""Kilobytes, in which the system counts memory."""


class Usage(NamedTuple):
    """What a program took, together with the programs that it started and waited for."""

    processor: float
    """Seconds of processor time, its own and the system's."""
    wall: float
    """Seconds from its start to its end."""
    memory: float
    """Megabytes that the largest of its processes held at its peak."""


def run(*command: str | Path, folder: Path = REPOSITORY, variables: Mapping[str, str] | None = None) -> Usage:
    """Run a program to its end. Raises RuntimeError with what it printed where it fails."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment(variables),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout
    timer = threading.Timer(PATIENCE, process.kill)
    timer.start()
    with process.stdout:
        told = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{Path(command[0]).name} ended with {process.returncode}:\n{told[-2000:]}")
    wall = time.perf_counter() - start
    return Usage(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / _MEGABYTE)


def environment(variables: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a measured program: that of this one, without banners."""
    return {**os.environ, "NO_MKDOCS_2_WARNING": "1", **(variables or {})}


def side_by_side(
    ours: Callable[[], Usage], theirs: Callable[[], Usage], rounds: int
) -> tuple[float, float, float]:
    """Median processor times of two programs that take turns, and the median of each turn's ratio."""
    turns = [(ours().processor, theirs().processor) for _ in range(rounds)]
    ratio = median(own / other for own, other in turns)
    return median(own for own, _ in turns), median(other for _, other in turns), ratio
