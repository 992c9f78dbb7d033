"""Whatever becomes of its output, a command does its work, exits with the truth and shows no traceback."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from support.patience import PATIENCE
from support.suites import suite_with
from support.tables import table

BENCHDOCS = shlex.join([sys.executable, "-m", "benchdocs"])
FULL = Path("/dev/full")
BROKEN = {"a-component/A-DEM2.yaml": "code: A-DEM2\n"}
LOST = "The command did all else, but not all output could be written: No space left on device."

pytestmark = pytest.mark.skipif(not FULL.exists(), reason="this system has no full device")


def run(root: Path, line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of a shell; `benchdocs` in it is the program."""
    command = ["bash", "-o", "pipefail", "-c", line.replace("benchdocs ", f"{BENCHDOCS} ")]
    result = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert "Traceback" not in result.stdout + result.stderr
    assert "Exception ignored" not in result.stderr
    return result


@pytest.mark.sweep(3)
@pytest.mark.parametrize("streams", [">/dev/full", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", "| head -n 1"])
def test_findings_fail_whatever_becomes_of_their_report(tmp_path: Path, streams: str) -> None:
    result = run(suite_with(tmp_path, BROKEN), f"benchdocs check {streams}")
    assert result.returncode == 1
    assert (LOST in result.stderr) == (streams == ">/dev/full")


@table
@pytest.mark.sweep(4)
def test_the_exit_code_tells_what_the_output_could_not(
    tmp_path: Path, line: str, code: int, said: str
) -> None:
    result = run(suite_with(tmp_path), line)
    assert (result.returncode, said in result.stderr) == (code, True), result


@pytest.mark.sweep(2)
@pytest.mark.parametrize(("streams", "code"), [(">/dev/full", 4), (">&-", 0), (">&- 2>&-", 0), ("| true", 0)])
def test_a_command_that_writes_has_written_all_of_it(tmp_path: Path, streams: str, code: int) -> None:
    root = suite_with(tmp_path)
    result = run(root, f"benchdocs new benchmark A-DEM3 --evaluator code {streams}")
    assert (result.returncode, LOST in result.stderr) == (code, code == 4)
    assert (root / "a-component/A-DEM3.yaml").read_text().endswith("this threshold.\n")
    assert "- A-DEM3\n" in (root / "rubrics/A-DEM.yaml").read_text()


def test_output_is_utf_8_whatever_the_encoding_of_the_system(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    (root / "run.jsonl").write_text('{"about": {"product": "\u041f \u2248 1"}}\n')
    result = run(root, "PYTHONIOENCODING=cp1252 benchdocs score run.jsonl")
    assert (result.returncode, "\u041f \u2248 1" in result.stdout) == (3, True)


@table
def test_the_words_of_a_suite_are_written_as_utf_8(tmp_path: Path, system: str, command: str) -> None:
    settings = {"benchdocs.toml": "[[categories]]\nname = 'a'\nlabel = 'Größe Ω'\nmeaning = 'Größe Ω'\n"}
    broken = {"rubrics/A-AUX.yaml": "code: A-AUX\ncategory: Größe Ω\n"}
    result = run(suite_with(tmp_path, settings | broken), f"{system} benchdocs {command}")
    assert "Größe Ω" in result.stdout, result.stderr


def test_no_file_gets_what_is_meant_for_a_closed_stream(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    result = run(root, "benchdocs export-evals pydantic-evals ../out >&- 2>&-; benchdocs check")
    assert result.stdout == "3 rubrics, 3 benchmarks, 2 prompts: no findings\n"


INTERRUPTED = """
import signal, sys
from benchdocs.reports import streams
streams.make_lasting()
is_writing, interrupts = False, 0

def interrupt(*_):
    global interrupts
    if is_writing:
        interrupts += 1
        raise KeyboardInterrupt

signal.signal(signal.SIGALRM, interrupt)
for number in range(20_000):
    try:
        is_writing = True
        signal.setitimer(signal.ITIMER_REAL, 0.000_001 * (1 + number % 40))
        sys.stdout.write(f"{number}\\n")
        sys.stdout.flush()
        is_writing = False
    except KeyboardInterrupt:
        is_writing = False
print(interrupts, file=sys.stderr)
"""
"""Script that writes numbers, and is interrupted at many moments of a write."""


def test_an_interrupt_writes_nothing_twice(tmp_path: Path) -> None:
    command = [sys.executable, "-c", INTERRUPTED]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    numbers = done.stdout.split()
    assert done.returncode == 0, done.stderr
    assert int(done.stderr) > 100
    assert len(numbers) == len(set(numbers))


@pytest.mark.sweep(4)
@pytest.mark.parametrize("streams", ["2>&-", "2>/dev/full", ">/dev/full", ">/dev/full 2>/dev/full"])
def test_a_build_ends_with_its_site(tmp_path: Path, streams: str) -> None:
    root, site = suite_with(tmp_path / "suite"), tmp_path / "site"
    mkdocs = shlex.join([sys.executable, "-m", "mkdocs"])
    result = run(Path.cwd(), f"BENCHDOCS_ROOT={root} {mkdocs} build -d {site} {streams}")
    assert result.returncode == 0
    assert (site / "index.html").is_file()
