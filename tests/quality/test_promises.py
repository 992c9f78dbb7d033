"""What is promised of speed and size: the pages say what `make bench` holds, and it holds what they say."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchdocs.rules.check import check
from quality import bench
from quality.promises import results
from quality.promises.measure import Usage, run
from quality.promises.results import PAGE, RESULTS, Promise, Result, bar_of
from support.generated_suites import generate
from support.paths import REPOSITORY

PROMISES = [promise for part in bench.PARTS.values() for promise in part.PROMISES]


def listed(opening: str) -> list[list[str]]:
    """The cells of a table of the results, without its head."""
    table = RESULTS.read_text().partition(f"\n| {opening} |")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()[2:]]


def test_the_results_show_every_promise_with_its_bar() -> None:
    shown = {what: bar for what, _, bar, _ in listed("What")}
    assert shown == {promise.what: bar_of(promise) for promise in PROMISES}


def test_the_results_list_every_part() -> None:
    assert [name for name, _ in listed("Part")] == [f"`{name}`" for name in bench.PARTS]


def test_the_page_of_the_site_shows_the_builds_that_the_results_have() -> None:
    (builds,) = re.findall(r"edit -->\n(.*?)<!-- end of bench", PAGE.read_text(), re.DOTALL)
    assert builds.strip().startswith("| Benchmarks | Pages |")
    assert builds in RESULTS.read_text()


def test_a_number_over_its_bar_fails_and_is_shown_as_missed() -> None:
    promise = Promise("Something", 1.5, "s")
    kept, missed = Result(promise, 1.5), Result(promise, 1.51, "from this")
    assert (kept.is_kept, missed.is_kept) == (True, False)
    assert kept.cells == ("Something", "1.50 s", "at most 1.50 s", "")
    assert missed.cells == ("Something", "**1.51 s, missed**", "at most 1.50 s", "from this")
    assert Result(Promise("Told"), 1e9).is_kept


def test_a_generated_suite_passes_every_rule(tmp_path: Path) -> None:
    report = check(generate(tmp_path, 60))
    assert (report.findings, len(report.suite.benchmarks)) == ((), 60)


@pytest.mark.parametrize("page", [PAGE, RESULTS], ids=lambda page: page.stem)
def test_a_whole_run_replaces_what_a_page_shows_and_nothing_else(page: Path, tmp_path: Path) -> None:
    copy = tmp_path / "page.md"
    copy.write_text(page.read_text())
    results.write(copy, "first \\1\n")
    results.write(copy, "second\n")
    before, between, behind = re.split(r"(?<=edit -->\n)|(?=<!-- end of bench -->)", copy.read_text())
    assert between == "\nsecond\n\n"
    assert page.read_text().startswith(before)
    assert page.read_text().endswith(behind)


MEASURE = """
import json, sys
from quality.promises.measure import run
print(json.dumps(run(sys.executable, "-c", *sys.argv[1:])))
"""


def measured_from_a_small_process(*arguments: str) -> Usage:
    """Return what Python code took; a process starts out as large as its parent."""
    result = subprocess.run(
        [sys.executable, "-c", MEASURE, *arguments],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY / "tests")},
        capture_output=True,
        check=True,
    )
    return Usage(*json.loads(result.stdout))


def test_a_program_is_measured_with_the_programs_that_it_starts() -> None:
    burn = "import time\nwhile time.process_time() < 0.2: pass"
    hold = (
        "import sys, subprocess; x = b'x' * 80_000_000; subprocess.run([sys.executable, '-c', sys.argv[1]])"
    )
    usage = measured_from_a_small_process(hold, burn)
    assert 0.2 <= usage.processor < 2
    assert 80 < usage.memory < 300
    with pytest.raises(RuntimeError, match="ended with 3:\nwhy"):
        run(sys.executable, "-c", "print('why'); raise SystemExit(3)")
