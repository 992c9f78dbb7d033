"""The checker stays fast: a bound on its time relative to what it cannot do without."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from conftest import REPOSITORY

ROUNDS = 40
"""Most measurements that are taken: the least of each command counts, so that a busy machine does not."""
BAR = 3.0
"""Most that a check may take, in times of the least that it needs: the libraries, and the files parsed."""
LEAST = """
import yaml, pydantic, pathlib
for folder in ("a-component", "rubrics"):
    for path in pathlib.Path(folder).glob("*.yaml"):
        yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
"""


def processor_seconds(*command: str | Path) -> float:
    """Processor time that a command takes, its own and the system's."""
    process = subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_utime + usage.ru_stime


def test_a_check_takes_at_most_three_times_its_libraries_and_the_parsing() -> None:
    check: list[float] = []
    least: list[float] = []
    for _ in range(ROUNDS):
        check.append(processor_seconds(Path(sys.executable).with_name("benchdocs"), "check"))
        least.append(processor_seconds(sys.executable, "-c", LEAST))
        if len(check) >= 5 and min(check) <= BAR * min(least):
            return
    raise AssertionError(f"{min(check):.3f} s against {min(least):.3f} s")
