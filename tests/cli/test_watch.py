"""`check --watch` checks again after every change, whatever happens to the files."""

from __future__ import annotations

import math
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchdocs.authoring.file_states import QUIET_PERIOD
from benchdocs.cli import watch
from benchdocs.cli.main import main
from benchdocs.cli.watch import changes
from support.paths import BASE
from support.patience import PATIENCE
from support.suites import suite_with

DEM1 = "a-component/A-DEM1.yaml"
BROKEN = "code: A-DEM1\nlabel: Arrivées 'n'\nweight: 25%\ntresholds: no\n"
GOOD = (BASE / DEM1).read_text()


@pytest.fixture(autouse=True)
def bounded() -> Iterator[None]:
    """A change that nobody notices fails the test instead of holding it up for good."""

    def give_up(*_: object) -> None:
        raise TimeoutError("nothing was noticed")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(int(PATIENCE))
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def session(
    root: Path, *edits: Callable[[], object], monkeypatch: pytest.MonkeyPatch, strict: bool = False
) -> tuple[int, str]:
    """Exit status and output of a watch in which these edits happen one by one, before Ctrl-C."""

    def moments(_: Path) -> Generator[None]:
        yield
        for edit in edits:
            edit()
            yield
        raise KeyboardInterrupt

    monkeypatch.setattr(watch, "changes", moments)
    arguments = ["check", "--watch", "--root", str(root), *(["--strict"] if strict else [])]
    result = CliRunner().invoke(main, arguments)
    return result.exit_code, result.output


def news(output: str) -> list[str]:
    return [line[9:].split(";")[0] for line in output.splitlines() if line.endswith("stop with Ctrl-C)")]


def test_each_check_says_what_is_new_and_what_is_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = suite_with(tmp_path)
    file = root / DEM1
    code, output = session(
        root,
        lambda: file.write_text(GOOD.replace("weight: 0.5", "weight: 25%")),
        lambda: file.write_text("# A remark moves the finding.\n" + file.read_text()),
        lambda: file.write_text(GOOD),
        monkeypatch=monkeypatch,
    )
    assert news(output) == [
        "checked",
        "checked again: 1 new, 0 fixed",
        "checked again: 0 new, 0 fixed",
        "checked again: 0 new, 1 fixed",
    ]
    assert code == 0
    assert "\x1b" not in output


def test_the_exit_status_is_that_of_the_last_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = suite_with(tmp_path)
    code, _ = session(root, lambda: (root / DEM1).write_text(BROKEN), monkeypatch=monkeypatch)
    assert code == 1


def test_a_watch_outlives_broken_files_and_folders_that_are_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = suite_with(tmp_path / "suite")
    code, output = session(
        root,
        lambda: (root / DEM1).write_bytes(b"\xff\x00{["),
        lambda: shutil.rmtree(root / "rubrics"),
        lambda: shutil.rmtree(root),
        lambda: suite_with(root),
        monkeypatch=monkeypatch,
    )
    assert len(news(output)) == 5
    assert news(output)[3].startswith("no specs in")
    assert code == 0


def test_a_watch_is_for_people(tmp_path: Path) -> None:
    arguments = ["check", "--watch", "--format", "json", "--root", str(suite_with(tmp_path))]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "remove `--format`" in result.output


def test_what_is_written_removed_or_comes_back_is_noticed(tmp_path: Path) -> None:
    root = suite_with(tmp_path / "suite")
    seen = changes(root)
    next(seen)
    for edit in (
        lambda: (root / DEM1).write_text(BROKEN),
        lambda: (root / "a-component/A-DEM2.yaml").unlink(),
        lambda: shutil.rmtree(root / "rubrics"),
        lambda: suite_with(root),
        lambda: (root / "rubrics/A-DEM.yaml").write_text("code: A-DEM\n"),
        lambda: (root / "b-component").mkdir(),
        lambda: (root / "b-component/B-NEW1.yaml").write_text("code: B-NEW1\n"),
        lambda: (root / "AGENTS.md").write_text("# Ours\n"),
        lambda: shutil.rmtree(root),
        lambda: suite_with(root),
        lambda: (root / DEM1).write_text(BROKEN),
    ):
        edit()
        next(seen)
    seen.close()


def test_many_changes_in_a_row_are_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = iter(range(100_000))  # files that never rest
    monkeypatch.setattr(watch, "states", lambda root: {root: (next(looks), 0, 0)})
    clock = [0.0]
    monkeypatch.setattr(time, "sleep", lambda pause: clock.append(clock[-1] + pause))
    monkeypatch.setattr(time, "monotonic", lambda: clock[-1])
    seen = changes(tmp_path)
    next(seen)
    next(seen)
    # One look each before the change, at it, and after all; between them one a quiet period.
    assert next(looks) == 3 + math.ceil(watch.LONGEST_WAIT / QUIET_PERIOD)


def test_the_command_ends_on_an_interrupt_with_the_status_of_the_last_check(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    command = [sys.executable, "-m", "benchdocs", "check", "--watch"]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert any("waiting for a change" in line for line in process.stdout)
        (root / DEM1).write_text(BROKEN)
        assert any("checked again: 7 new, 0 fixed" in line for line in process.stdout)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 1
        assert process.stdout.read() == ""
