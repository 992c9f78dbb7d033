"""Full builds of this repository, beside those of plain MkDocs with Material from the finished pages."""

from __future__ import annotations

from collections.abc import Iterator

from quality.promises.finished_pages import write_finished
from quality.promises.measure import BIN, run, side_by_side
from quality.promises.results import Promise, Result, shown
from quality.promises.works import Works
from support.paths import REPOSITORY

BUILD = Promise(
    "Full build of this repository with its git history, divided by plain MkDocs with the same pages", 0.9
)
PROMISES = (BUILD,)
ROUNDS = 3


def measure(works: Works) -> Iterator[Result]:
    """Build ours and theirs in turns."""
    site, project = works.folder / "shipped", write_finished(REPOSITORY, works.folder / "finished")
    ours, theirs, ratio = side_by_side(
        lambda: run(BIN / "mkdocs", "build", "--quiet", "-d", site),
        lambda: run(BIN / "mkdocs", "build", "--quiet", folder=project),
        ROUNDS,
    )
    yield Result(BUILD, ratio, f"{shown(ours, 's')}, {shown(theirs, 's')}")
