"""Commands and builds run where there is nothing that only POSIX systems have."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.paths import REPOSITORY
from support.patience import PATIENCE
from support.suites import suite_with

WITHOUT_POSIX = '''
"""Take away what Windows has not, before anything else is imported."""

import ctypes
import importlib.abc
import os
import shutil
import sys

MODULES = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "readline", "curses"}
FUNCTIONS = (
    *("chown", "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getgroups", "getpgid"),
    *("getuid", "killpg", "lchown", "mkfifo", "mknod", "nice", "openpty", "posix_spawn", "setsid", "setuid"),
    *("statvfs", "sysconf", "uname", "wait4", "getloadavg", "sched_getaffinity", "register_at_fork"),
)


class Refusing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r} (only POSIX systems have it)", name=name)


def refuse(*arguments, **options):
    raise OSError(1314, "A required privilege is not held by the client")


def kill(pid, signal):
    raise AssertionError(f"signal {signal} to {pid}: on Windows 0 is Ctrl-C, and all others end the process")


def open_file(path, *arguments, _open=os.open, **options):
    if isinstance(path, (str, bytes, os.PathLike)) and os.path.isdir(path):
        raise PermissionError(13, "Permission denied", path)
    return _open(path, *arguments, **options)


class Library(ctypes.CDLL):
    def __init__(self, name, *arguments, **options):
        if name is None and "watchdog" not in sys._getframe(1).f_code.co_filename:  # it asks for Linux
            raise TypeError("argument of type 'NoneType' is not iterable")
        super().__init__(name, *arguments, **options)


sys.meta_path.insert(0, Refusing())
for name in MODULES:
    sys.modules.pop(name, None)
for name in FUNCTIONS:
    vars(os).pop(name, None)
shutil._use_fd_functions = False
os.symlink, os.link, os.kill, os.open, ctypes.CDLL = refuse, refuse, kill, open_file, Library
'''
"""A `sitecustomize`, which Python imports first of all."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return suite_with(tmp_path / "suite", {"AGENTS.md": "# Ours\n", "beside/notes.txt": "notes"})


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """What lets Python start without anything that only POSIX systems have."""
    (tmp_path / "start").mkdir()
    (tmp_path / "start/sitecustomize.py").write_text(WITHOUT_POSIX)
    path = os.pathsep.join([str(tmp_path / "start"), str(REPOSITORY / "scripts")])
    return {**os.environ, "PYTHONPATH": path}


COMMANDS = """
import sys
from benchdocs.cli.main import main

root, before = sys.argv[1:]
for line in (
    "inventory --write",
    "check --strict",
    "check --fix",
    "review A-DEM1 --reviewer ems-1",
    "new benchmark A-DEM3",
    "new rubric A-NEW",
    f"diff {before}",
    "schema --write",
    "rules",
):
    where = [] if line == "rules" else ["--root", root]
    try:
        main([*line.split(), *where])
    except SystemExit as end:
        assert not end.code, line
"""
"""Program that runs every command, one after the other."""


def run(environment: dict[str, str], *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *map(str, arguments)],
        cwd=REPOSITORY,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_what_only_posix_has_is_taken_away(environment: dict[str, str]) -> None:
    assert "only POSIX systems have it" in run(environment, "fcntl").stderr


def test_every_command_runs(environment: dict[str, str], root: Path, tmp_path: Path) -> None:
    reviewer = "{id: ems-1, role: Paramedic, qualification: Ten years on ambulances, conflicts: None known}"
    (root / "reviewers.yaml").write_text(f"reviewers:\n  - {reviewer}\n")
    (tmp_path / "start/commands.py").write_text(COMMANDS)
    done = run(environment, "commands", root, suite_with(tmp_path / "before"))
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert (root / "a-component/A-DEM3.yaml").exists()
    assert not list(root.rglob(".*"))


@pytest.mark.nightly
def test_a_strict_build_runs_and_replaces_an_older_site(environment: dict[str, str], tmp_path: Path) -> None:
    environment["BENCHDOCS_ROOT"] = str(suite_with(tmp_path / "clean"))
    for _ in range(2):
        done = run(environment, "mkdocs", "build", "--strict", "-q", "-d", tmp_path / "site")
        assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "site/benchmarks/a-dem1/index.html").is_file()
    assert not list(tmp_path.glob(".*"))
