"""Run a command of the project as often as it is asked for, each time stopped at another moment.

A moment is a call that changes the file system; the interpreter's audit events tell of it before it happens.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import errno
import io
import json
import os
import resource
import signal
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any, NamedTuple

import mkdocs.__main__

import benchdocs.cli.main
from support.fork_server import fork_server
from support.paths import REPOSITORY

KILL, KILL_WRITING = "killed", "killed while it writes"
FULL, FULL_WRITING, READ_ONLY = "disk full", "disk full while it writes", "read-only"
HOWS = (KILL, KILL_WRITING, FULL, FULL_WRITING, READ_ONLY)
_CREATING = {"open", "os.mkdir", "os.link", "os.symlink"}
_CHANGING = {
    *_CREATING,
    *("os.rename", "os.remove", "os.rmdir", "os.truncate", "os.chmod", "os.chown", "os.utime", "os.setxattr"),
}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_HALF = 30
"""Bytes of a file that are written before the rest is refused."""


class Run(NamedTuple):
    """What became of a run."""

    status: int
    """Exit status; below 0 the signal that ended it."""
    output: str
    moments: list[str]
    """What it was about to change, as far as it came to its end."""


def run(
    *command: str | Path,
    below: Path,
    how: str = "",
    at: int | str = 0,
    without_rights: bool = False,
    environment: dict[str, str] | None = None,
) -> Run:
    """Run `benchdocs` or `mkdocs`, stopped at a moment: the first that ends so, or that of this number.

    Moments are counted from 0, below a folder.

    `without_rights`: as a user to whom the modes of files and folders apply.
    """
    with tempfile.TemporaryDirectory() as scratch:
        os.chmod(scratch, 0o777)
        moments = Path(scratch, "moments.json")
        asked = (scratch, str(below), how, at, without_rights, list(map(str, command)))
        surroundings = os.environ | (environment or {})
        done = fork_server().run(__file__, json.dumps(asked), folder=REPOSITORY, environment=surroundings)
        found = json.loads(moments.read_text("utf-8")) if moments.exists() else []
        return Run(done.returncode, done.stdout + done.stderr, found)


class _Interruption:
    """Counts moments, and ends the run at one of them."""

    def __init__(self, below: str, how: str, at: int | str) -> None:
        self.below, self.how, self.at = os.path.realpath(below), how, at
        self.moments: list[str] = []
        self.struck = False

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "ctypes.dlsym" and arguments[1] == "renameat2":
            event, arguments = "os.rename", (self.below,)  # the site and what takes its place
        if event not in _CHANGING or (event == "open" and not (arguments[2] or 0) & _WRITING):
            return
        if isinstance(arguments[0], int):
            return
        path = os.fsdecode(arguments[0])
        if event in ("os.remove", "os.rmdir") and arguments[1] >= 0:
            path = os.path.join(os.readlink(f"/proc/self/fd/{arguments[1]}"), path)
        if not self._is_below(path):
            return
        self.moments.append(f"{event} {os.path.relpath(path, self.below)}")
        at = self.at
        now = self.moments[-1].endswith(at) if isinstance(at, str) else len(self.moments) - 1 == at
        if self.how and (now or self.struck):
            self._strike(event)
            self.struck = True

    def _is_below(self, path: str) -> bool:
        folder, name = os.path.split(os.path.abspath(path))
        return f"{os.path.realpath(folder)}/{name}".startswith(self.below)

    def _strike(self, event: str) -> None:
        if self.how == KILL:
            os.kill(os.getpid(), signal.SIGKILL)
        if self.how in (KILL_WRITING, FULL_WRITING) and not self.struck:
            if self.how == KILL_WRITING:
                signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_FSIZE, (_HALF, resource.RLIM_INFINITY))
        if self.how == READ_ONLY:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        if self.how == FULL and event in _CREATING:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _main(scratch: str, below: str, how: str, at: int | str, without_rights: bool, command: list[str]) -> int:
    """Run a command in this process, and write down its moments."""
    programs = {"benchdocs": benchdocs.cli.main.main, "mkdocs": mkdocs.__main__.cli}
    tempfile.tempdir = scratch
    name, *arguments = command
    if without_rights:
        _give_up_rights()
    interruption = _Interruption(below, how, at)
    sys.addaudithook(interruption)
    status, output = 0, io.StringIO()  # a limit on the size of files would apply to what it prints
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        try:
            programs[name](arguments, prog_name=name)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
            if isinstance(end.code, str):
                print(end.code)
        except BaseException:
            traceback.print_exc()
            status = 1
        atexit._run_exitfuncs()
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    Path(scratch, "moments.json").write_text(json.dumps(interruption.moments), "utf-8")
    sys.stdout.write(output.getvalue())
    return status


def _give_up_rights() -> None:
    """Drop the capabilities by which root passes over modes; see capset(2)."""
    nothing = (ctypes.c_uint32 * 6)()
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    if ctypes.CDLL(None, use_errno=True).capset(header, nothing):
        raise OSError(ctypes.get_errno(), "capset")


if __name__ == "__main__":
    sys.exit(_main(*json.loads(sys.argv[1])))
