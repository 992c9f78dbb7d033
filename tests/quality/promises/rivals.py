"""Full builds beside those of plain MkDocs with Material, of the same pages written out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from quality.promises.measure import BIN, Usage, run, side_by_side
from quality.promises.results import Promise, Result, shown
from quality.promises.works import Works

LARGE = Promise("Full build at 2,000 benchmarks, divided by plain MkDocs with the same pages", 1.0)
SMALL = Promise("Full build at 52 benchmarks, divided by plain MkDocs with the same pages", 1.1)
PROMISES = (LARGE, SMALL)
_SMALL_ROUNDS = 5


def measure(works: Works) -> Iterator[Result]:
    """Build ours and theirs in turns."""
    yield _beside(works, SMALL, 52, _SMALL_ROUNDS)
    yield _beside(works, LARGE, 2000, 1)


def _beside(works: Works, promise: Promise, size: int, rounds: int) -> Result:
    project = works.finished(size)
    ours = (lambda: works.build(size).usage) if rounds > 1 else (lambda: works.site(size).usage)
    own, other, ratio = side_by_side(ours, lambda: plain(project), rounds)
    return Result(promise, ratio, f"{shown(own, 's')}, {shown(other, 's')}")


def plain(project: Path) -> Usage:
    """A build of finished pages with MkDocs and Material alone."""
    return run(BIN / "mkdocs", "build", "--quiet", folder=project)
