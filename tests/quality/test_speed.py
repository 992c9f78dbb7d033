"""The checker stays fast: bounds on its time relative to what it cannot do without."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.paths import BASE, REPOSITORY

ROUNDS = 40
"""Most measurements that are taken: the two commands take turns, and the least time of each counts, since
other work on the machine only ever adds to it."""
LEAST = """
import yaml, pydantic, pathlib
for folder in ("a-component", "rubrics", "evaluators", "evaluators/cases"):
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


# The shipped specs state more than the small ones: measurement, labels and decisions of every benchmark.
@pytest.mark.parametrize(("root", "bar"), [(BASE, 2.8), (REPOSITORY, 3.0)], ids=["small", "shipped"])
def test_a_check_takes_a_few_times_its_libraries_and_the_parsing(root: Path, bar: float) -> None:
    checks: list[float] = []
    leasts: list[float] = []
    for measured in range(1, ROUNDS + 1):
        checks.append(processor_seconds(root, Path(sys.executable).with_name("benchdocs"), "check"))
        leasts.append(processor_seconds(root, sys.executable, "-c", LEAST))
        if measured >= 3 and min(checks) <= bar * min(leasts):
            return
    raise AssertionError(f"{min(checks) / min(leasts):.2f} times as long")
