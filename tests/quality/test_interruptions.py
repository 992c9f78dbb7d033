"""A command that is stopped leaves every file old or new, and is finished by running it again."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchdocs.authoring import file_states
from benchdocs.cli.main import main
from benchdocs.files import lock
from benchdocs.files.lock import LOCK_FILE, changing, undisturbed
from support.interrupted_commands import COMMANDS, KILLED, Command, copied, leftovers, state
from support.paths import REPOSITORY
from support.patience import PATIENCE
from support.suites import suite_with
from support.tables import table

MKDOCS = Path(sys.executable).with_name("mkdocs")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_a_command_that_is_killed_leaves_whole_files_and_is_finished_by_a_second_run(
    tmp_path: Path, command: Command
) -> None:
    pristine, root = tmp_path / "pristine", tmp_path / "suite"
    command.lay_out(pristine)
    before = state(pristine)
    assert command.run(copied(pristine, root)) == 0
    after = state(root)
    written = [path for path, held in after.items() if before.get(path) != held]
    assert command.run(copied(pristine, root), len(written) // 2) == KILLED
    assert state(root) != after
    for path, held in state(root).items():
        assert held in (before.get(path), after.get(path)), path
    assert command.run(root) == 0
    assert state(root) == after
    assert leftovers(root) == []


@table
def test_what_an_author_saves_meanwhile_is_never_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    """As if an editor had saved every file of the suite once the command had read them."""
    root = suite_with(tmp_path, {"AGENTS.md": "# Notes\n"})
    taken = file_states.states

    def then_saved(where: Path) -> file_states.States:
        before = taken(where)
        for path in where.rglob("*.*"):
            if path.suffix in (".yaml", ".md", ".toml"):
                path.write_text(path.read_text() + "# mine\n")
        return before

    monkeypatch.setattr(file_states, "states", then_saved)
    result = CliRunner().invoke(main, [*arguments, "--root", str(root)])
    assert result.exit_code == 1
    assert "it was changed by someone else in the meantime" in result.output
    assert {path.read_text().endswith("# mine\n") for path in root.rglob("*.yaml")} == {True}
    assert not list(root.glob("a-component/*7*"))


@pytest.mark.parametrize("arguments", [("check", "--fix"), ("check",)])
def test_a_command_says_that_another_is_at_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 0.05)
    root = suite_with(tmp_path)
    with changing(root):
        result = CliRunner().invoke(main, [*arguments, "--root", str(root)])
    assert result.exit_code == 1
    assert result.output == (
        f"Error: another command is using `{root}`; run this one again when it has finished\n"
    )
    assert CliRunner().invoke(main, [*arguments, "--root", str(root)]).exit_code == 0


def test_what_is_read_while_a_change_begins_is_read_again(tmp_path: Path) -> None:
    seen: list[int] = []

    def read() -> int:
        if not seen:
            with changing(tmp_path):
                pass
        seen.append(len(seen))
        return len(seen)

    assert undisturbed(tmp_path, read) == 2
    assert undisturbed(tmp_path, read) == 3


def test_a_folder_that_takes_no_lock_is_changed_without_one(tmp_path: Path) -> None:
    (tmp_path / LOCK_FILE).mkdir()
    with changing(tmp_path):
        pass
    assert undisturbed(tmp_path, lambda: "read") == "read"


def test_two_builds_at_once_do_not_disturb_each_other_and_print_no_warning(
    tmp_path: Path, small_site: Path
) -> None:
    """Each in a fresh interpreter, whose site equals that of another one."""
    root, site = suite_with(tmp_path / "suite"), tmp_path / "site"
    shutil.copytree(small_site, site)
    before = state(site)
    command = (str(MKDOCS), "build", "-d", str(site))
    started = [
        subprocess.Popen(
            command,
            cwd=REPOSITORY,
            env={**os.environ, "BENCHDOCS_ROOT": str(root)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for _ in range(2)
    ]
    missing, end = 0, time.monotonic() + PATIENCE
    while any(process.poll() is None for process in started) and time.monotonic() < end:
        try:
            assert (site / "index.html").read_bytes() == before["index.html"][0]
        except FileNotFoundError:
            missing += 1
        time.sleep(0.002)
    for process in started:
        output, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert not re.search("WARNING|MkDocs 2|end of life|ProperDocs", output), output
    assert missing == 0
    assert state(site) == before
    assert leftovers(tmp_path) == []


def test_an_inventory_keeps_the_line_ends_and_the_byte_order_mark_of_its_file(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    notes = root / "AGENTS.md"
    assert CliRunner().invoke(main, ["inventory", "--write", "--root", str(root)]).exit_code == 0
    stale = notes.read_text().replace("A-DEM1", "A-GONE1")
    notes.write_bytes(b"\xef\xbb\xbf" + stale.replace("\n", "\r\n").encode())
    assert CliRunner().invoke(main, ["inventory", "--write", "--root", str(root)]).exit_code == 0
    written = notes.read_bytes()
    assert written.startswith(b"\xef\xbb\xbf")
    assert written.count(b"\n") == written.count(b"\r\n") > 5
    assert b"A-GONE1" not in written
