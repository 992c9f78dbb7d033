"""The checker stays fast: bounds on its time relative to what it cannot do without."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

import pytest

from support.paths import BASE, REPOSITORY

ROUNDS = 40
"""Most measurements that are taken: the two commands take turns, and the median of their ratios counts, since
the clock of a busy machine changes."""
LEAST = """
import yaml, pydantic, pathlib
for folder in ("a-component", "rubrics"):
    for path in pathlib.Path(folder).glob("*.yaml"):
        yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
"""


def processor_seconds(root: Path, *command: str | Path) -> float:
    """Processor time that a command takes, its own and the system's."""
    process = subprocess.Popen(command, cwd=root, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_utime + usage.ru_stime


# A check of the whole shipped suite takes 2.51 times as many instructions (callgrind).
@pytest.mark.parametrize(("root", "bar"), [(BASE, 2.8), (REPOSITORY, 2.8)], ids=["small", "shipped"])
def test_a_check_takes_a_few_times_its_libraries_and_the_parsing(root: Path, bar: float) -> None:
    ratios: list[float] = []
    for _ in range(ROUNDS):
        check = processor_seconds(root, Path(sys.executable).with_name("benchdocs"), "check")
        ratios.append(check / processor_seconds(root, sys.executable, "-c", LEAST))
        if len(ratios) >= 5 and median(ratios) <= bar:
            return
    raise AssertionError(f"{median(ratios):.2f} times as long")
