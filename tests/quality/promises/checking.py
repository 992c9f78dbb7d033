"""`benchdocs check` of this repository, beside what no check can do without."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from quality.promises.measure import BIN, run, side_by_side
from quality.promises.results import Promise, Result, shown
from quality.promises.works import Works

ROUNDS = 5
CHECK = Promise("`check` of this repository, divided by loading its libraries and the same files", 3.0)
PROMISES = (CHECK,)
LEAST = """
import yaml, pydantic, pathlib
for folder in ("a-component", "rubrics", "evaluators", "evaluators/cases", "evaluators/calls"):
    for path in pathlib.Path(folder).glob("*.yaml"):
        yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
"""


def measure(works: Works) -> Iterator[Result]:
    """Check and load in turns."""
    check, least, ratio = side_by_side(
        lambda: run(BIN / "benchdocs", "check"), lambda: run(sys.executable, "-c", LEAST), ROUNDS
    )
    yield Result(CHECK, ratio, f"{shown(check, 's')}, {shown(least, 's')}")
