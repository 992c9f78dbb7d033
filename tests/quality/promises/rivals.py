"""Full builds beside those of plain MkDocs with Material, and of Zensical, of the same pages written out."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from quality.promises.measure import BIN, Usage, run, side_by_side
from quality.promises.results import Promise, Result, shown
from quality.promises.works import Works

LARGE = Promise("Full build at 2,000 benchmarks, divided by plain MkDocs with the same pages", 1.0)
SMALL = Promise("Full build at 52 benchmarks, divided by plain MkDocs with the same pages", 1.1)
ZENSICAL = Promise("Full build at 500 benchmarks, divided by Zensical with the same pages")
PROMISES = (LARGE, SMALL, ZENSICAL)
_SMALL_ROUNDS = 5


def measure(works: Works) -> Iterator[Result]:
    """Build ours and theirs in turns."""
    yield _beside(works, SMALL, 52, plain, _SMALL_ROUNDS)
    yield _beside(works, ZENSICAL, 500, zensical, 1)
    yield _beside(works, LARGE, 2000, plain, 1)


def _beside(
    works: Works, promise: Promise, size: int, theirs: Callable[[Path], Usage], rounds: int
) -> Result:
    project = works.export(size)
    ours = (lambda: works.build(size).usage) if rounds > 1 else (lambda: works.site(size).usage)
    own, other, ratio = side_by_side(ours, lambda: theirs(project), rounds)
    return Result(promise, ratio, f"{shown(own, 's')}, {shown(other, 's')}")


def plain(project: Path) -> Usage:
    """A build of an export with MkDocs and Material alone."""
    return run(BIN / "mkdocs", "build", "--quiet", folder=project)


def zensical(project: Path) -> Usage:
    """A build of an export with Zensical, which remembers nothing of an earlier one."""
    shutil.rmtree(project / ".cache", ignore_errors=True)
    return run(BIN / "zensical", "build", folder=project)
