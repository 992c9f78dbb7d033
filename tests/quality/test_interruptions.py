"""A command that is stopped leaves every file old or new, and is finished by running it again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchdocs.authoring import file_states
from benchdocs.cli.main import main
from benchdocs.files import lock
from benchdocs.files.lock import LOCK_FILE, changing, undisturbed
from support.interrupted_builds import Builds
from support.interrupted_commands import COMMANDS, Command, Interruptions, leftovers, state
from support.interrupted_runs import HOWS, KILL, run
from support.paths import REPOSITORY
from support.suites import suite_with

BENCHDOCS = Path(sys.executable).with_name("benchdocs")
RENAME = next(command for command in COMMANDS if command.name == "rename")


@pytest.fixture
def half(tmp_path: Path) -> Interruptions:
    """A renaming that was killed before it removed the prompt under its old name."""
    case = Interruptions(RENAME, tmp_path)
    assert case.lay().run(KILL, "os.remove evaluators/llm-judge/a_dem1_prompt.md").status < 0
    assert state(case.root) not in (case.old, case.new)
    return case


@pytest.mark.sweep(4)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_a_command_that_is_stopped_leaves_whole_files_and_is_finished_by_a_second_run(
    tmp_path: Path, command: Command
) -> None:
    case = Interruptions(command, tmp_path)
    assert case.old != case.new
    steps = max(1, len(case.moments) // 4)
    for at, turn in zip(range(0, len(case.moments), steps), count(COMMANDS.index(command)), strict=False):
        case.stop(HOWS[turn % len(HOWS)], at)


def test_the_check_names_what_a_killed_renaming_left_unfinished(half: Interruptions) -> None:
    found = CliRunner().invoke(main, ["check", "--root", str(half.root)]).output
    assert "a-component/A-DEM1.yaml:1:7: warning YML005: " in found
    assert leftovers(half.root) == set()


def test_what_was_edited_since_is_kept_by_the_second_run(half: Interruptions) -> None:
    path = half.root / "a-component/A-DEM2.yaml"
    path.write_text(path.read_text() + "# mine\n")
    assert half.run().status == 0
    content, mode = half.new["a-component/A-DEM2.yaml"]
    assert state(half.root) == {**half.new, "a-component/A-DEM2.yaml": (content + b"# mine\n", mode)}


def test_a_second_run_passes_over_findings_that_the_unfinished_one_hid(tmp_path: Path) -> None:
    """As long as the rubric lists a code that no file holds, its weights are not summed."""
    case = Interruptions(RENAME, tmp_path)
    other = case.pristine / "a-component/A-DEM2.yaml"
    other.write_text(other.read_text().replace("weight: 0.5", "weight: 0.4"))
    assert case.lay().run(KILL, "os.rename a-component/.A-DEM1.yaml.benchdocs-new").status < 0
    assert not any("WGT301" in line for line in case.findings())
    assert case.run().status == 0
    assert any("WGT301" in line for line in case.findings())
    assert (case.root / "a-component/A-DEM7.yaml").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("rename", "A-DEM1", "A-DEM7"),
        ("new", "benchmark", "A-DEM7"),
        ("inventory", "--write"),
    ],
    ids=" ".join,
)
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


@pytest.mark.parametrize(
    ("path", "mode"),
    [("rubrics", 0o555), ("rubrics/A-DEM.yaml", 0o444), (".", 0o555), ("a-component", 0o555)],
)
def test_what_may_only_be_read_is_named_in_a_sentence_and_nothing_is_changed(
    tmp_path: Path, path: str, mode: int
) -> None:
    case = Interruptions(RENAME, tmp_path)
    (case.pristine / path).chmod(mode)
    case.lay()
    before = state(case.root)
    result = run("benchdocs", *RENAME.arguments, "--root", case.root, below=case.root, without_rights=True)
    assert result.status == 1
    assert result.output.startswith("nothing was changed: ")
    assert "Permission denied; fix that, then run the same command again\n" in result.output
    assert result.output.count("\n") == 1
    assert state(case.root) == before
    assert leftovers(case.root) == set()


def test_who_may_only_read_can_check_what_a_killed_command_left(half: Interruptions) -> None:
    (half.root / LOCK_FILE).touch(0o444)
    half.root.chmod(0o555)
    arguments = ("check", "--root", half.root)
    result = run("benchdocs", *arguments, below=half.root, without_rights=True)
    assert "warning YML005" in result.output
    assert (half.root / LOCK_FILE).exists()


def test_two_renamings_at_once_are_both_done(tmp_path: Path) -> None:
    root = tmp_path / "suite"
    RENAME.lay_out(root)
    started = [
        subprocess.Popen([BENCHDOCS, "rename", old, new, "--root", root], stdout=subprocess.PIPE, text=True)
        for old, new in (("A-DEM1", "A-DEM7"), ("A-DEM2", "A-DEM8"))
    ]
    told = [process.communicate(timeout=60)[0] for process in started]
    assert [process.returncode for process in started] == [0, 0], told
    names = {path.name for path in (root / "a-component").iterdir()}
    assert names == {"A-AUX1.yaml", "A-DEM7.yaml", "A-DEM8.yaml"}
    checked = CliRunner().invoke(main, ["check", "--strict", "--root", str(root)])
    assert "WVR902" in checked.output
    assert checked.output.count(": error ") == 0
    assert leftovers(root) == set()


@pytest.mark.parametrize("arguments", [("check", "--fix"), ("rename", "A-DEM1", "A-DEM7"), ("check",)])
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


@pytest.mark.nightly
def test_builds_that_are_killed_one_after_the_other_leave_a_whole_site(
    tmp_path: Path, small_site: Path
) -> None:
    builds = Builds(tmp_path, small_site)
    builds.lay(is_known=True)
    moments = (
        ("os.rename .", builds.old),
        ("os.remove site/.benchdocs-staging", builds.new),
    )
    for at, left in moments:
        assert builds.build(KILL, at).status < 0
        assert builds.seen() == left
    assert builds.build().status == 0
    assert builds.seen() == builds.new
    assert leftovers(builds.place) == set()


def test_two_builds_at_once_do_not_disturb_each_other(tmp_path: Path, small_site: Path) -> None:
    root, site = suite_with(tmp_path / "suite"), tmp_path / "site"
    shutil.copytree(small_site, site)
    before = state(site)
    command = (str(BENCHDOCS.with_name("mkdocs")), "build", "-q", "-d", str(site))
    started = [
        subprocess.Popen(
            command,
            cwd=REPOSITORY,
            env={**os.environ, "BENCHDOCS_ROOT": str(root)},
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    missing, end = 0, time.monotonic() + 120
    while any(process.poll() is None for process in started) and time.monotonic() < end:
        try:
            assert (site / "index.html").read_bytes() == before["index.html"][0]
        except FileNotFoundError:
            missing += 1
        time.sleep(0.0005)
    assert [(process.wait(1), process.communicate()[1]) for process in started] == [(0, "")] * 2
    assert missing == 0
    assert state(site) == before
    assert leftovers(tmp_path) == set()


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
