"""`benchdocs check` of a large suite, beside what no check can do without, and beside a plain YAML linter."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from quality.promises.measure import BIN, TOOLS, run, side_by_side
from quality.promises.results import Promise, Result, shown
from quality.promises.works import Works

SIZE = 10_000
ROUNDS = 3
LOADING = Promise(
    "`check` of 10,000 benchmarks, divided by loading the same files with PyYAML's C loader", 2.5
)
YAMLLINT = Promise("`check` of 10,000 benchmarks, divided by yamllint of the same specs", 1.0)
MEMORY = Promise("Peak memory of `check`, for each 1,000 benchmarks", None, "MB")
PROMISES = (LOADING, YAMLLINT, MEMORY)
LOAD = """
import pathlib, yaml
for folder in ("a-component", "rubrics"):
    for path in pathlib.Path(folder).glob("*.yaml"):
        yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
for path in pathlib.Path("evaluators").rglob("*.md"):
    path.read_text(encoding="utf-8")
"""


def measure(works: Works) -> Iterator[Result]:
    """Check and load in turns; the linter, which takes far longer, has one."""
    suite = works.suite(SIZE)
    check, load, ratio = side_by_side(
        lambda: run(BIN / "benchdocs", "check", folder=suite),
        lambda: run(sys.executable, "-c", LOAD, folder=suite),
        ROUNDS,
    )
    yield Result(LOADING, ratio, f"{shown(check, 's')}, {shown(load, 's')}")
    # No rules but those of its own relaxed set, and no finding fails it.
    lint = run(TOOLS / "yamllint", "-d", "relaxed", "a-component", "rubrics", folder=suite)
    yield Result(YAMLLINT, check / lint.processor, f"{shown(check, 's')}, {shown(lint.processor, 's')}")
    memory = run(BIN / "benchdocs", "check", folder=suite).memory
    yield Result(MEMORY, memory * 1000 / SIZE, f"{shown(memory, 'MB')} at 10,000")
