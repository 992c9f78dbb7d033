"""A suite that is ten times as large takes ten times as long, and not a hundred times."""

from __future__ import annotations

import time
from pathlib import Path

from benchdocs.rules.check import check
from benchdocs.site.views.suite import Views
from support.generated_suites import generate

SMALL, LARGE = 120, 1200
BAR = 1.5
"""Times as long that a benchmark of the large suite may take; looking at all others for each comes to 10."""


def views_of(root: Path, count: int) -> tuple[Views, float]:
    """What the pages of a suite of this size show, and the processor time for each benchmark."""
    report = check(generate(root, count))
    assert report.findings == ()
    views = Views(report)
    start = time.process_time()
    assert sum(len(rubric.members) for rubric in views.rubrics if rubric.code != "A") == count
    assert len(views.benchmarks) == count
    return views, (time.process_time() - start) / count


def test_views_grow_with_the_suite(tmp_path: Path) -> None:
    ratios = []
    for number in range(3):
        each = [views_of(tmp_path / f"{number}-{count}", count)[1] for count in (SMALL, LARGE)]
        ratios.append(each[1] / each[0])
        if ratios[-1] <= BAR:
            return
    raise AssertionError(ratios)
