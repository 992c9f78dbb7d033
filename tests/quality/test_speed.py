"""The checker stays fast: bounds on its time relative to what it cannot do without."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from quality.promises.measure import BIN, run
from support.paths import BASE, REPOSITORY

ROUNDS = 40
"""Most measurements that are taken: the two commands take turns, and the least time of each counts, since
other work on the machine only ever adds to it."""
LEAST = """
import yaml, pydantic, pathlib
for folder in ("a-component", "rubrics", "evaluators", "evaluators/cases", "evaluators/calls"):
    for path in pathlib.Path(folder).glob("*.yaml"):
        yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
"""


# The shipped specs state more than the small ones: measurement, labels and decisions of every benchmark.
@pytest.mark.parametrize(("root", "bar"), [(BASE, 2.8), (REPOSITORY, 3.0)], ids=["small", "shipped"])
def test_a_check_takes_a_few_times_its_libraries_and_the_parsing(root: Path, bar: float) -> None:
    checks: list[float] = []
    leasts: list[float] = []
    for measured in range(1, ROUNDS + 1):
        checks.append(run(BIN / "benchdocs", "check", folder=root).processor)
        leasts.append(run(sys.executable, "-c", LEAST, folder=root).processor)
        if measured >= 3 and min(checks) <= bar * min(leasts):
            return
    raise AssertionError(f"{min(checks) / min(leasts):.2f} times as long")


def test_a_check_reads_no_metadata_of_installed_packages() -> None:
    """pydantic would, to find plugins, and it loads a parser of mail for that."""
    code = "import sys; from benchdocs.cli.main import main; main(['check'], standalone_mode=False)"
    ending = "; print([name for name in ('email', 'importlib.metadata') if name in sys.modules])"
    wrapped = f"try: exec({code!r})\nexcept SystemExit: exec({ending[2:]!r}, {{'sys': __import__('sys')}})"
    done = subprocess.run(
        [sys.executable, "-c", wrapped], cwd=BASE, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
