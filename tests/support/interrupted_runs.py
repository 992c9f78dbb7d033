"""Run a command of the project as often as it is asked for, each time stopped at another moment.

This program has loaded the project once, and forks for every run; `Runs` speaks to it. A moment is a call
that changes the file system; the interpreter's audit events tell of each before it happens.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple

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


class Runs:
    """The forking program, for as long as it is needed."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Runs:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def run(
        self,
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
        assert self._process.stdin
        assert self._process.stdout
        asked = {
            "command": list(map(str, command)),
            "below": str(below),
            "how": how,
            "at": at,
            "without_rights": without_rights,
            "environment": environment or {},
        }
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        return Run(**json.loads(self._process.stdout.readline()))


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


def _serve() -> None:
    import filelock  # noqa: F401
    import mkdocs.__main__

    import benchdocs.authoring.rename
    import benchdocs.authoring.scaffold
    import benchdocs.cli.main
    import benchdocs.mkdocs_adapter.build
    import benchdocs.schemas.build

    programs = {"benchdocs": benchdocs.cli.main.main, "mkdocs": mkdocs.__main__.cli}
    for line in sys.stdin:
        asked = json.loads(line)
        with tempfile.TemporaryDirectory() as scratch:
            os.chmod(scratch, 0o777)
            print(json.dumps(_forked(programs, asked, scratch)._asdict()), flush=True)


def _forked(programs: dict[str, Any], asked: dict[str, Any], scratch: str) -> Run:
    reading, writing = os.pipe()
    with tempfile.TemporaryFile(
        "w+", encoding="utf-8"
    ) as moments:  # a second pipe would block once it is full
        pid = os.fork()
        if not pid:
            for handle in (1, 2):
                os.dup2(writing, handle)
            status = 70
            try:
                status = _run(programs, asked, scratch, moments)
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(status)
        os.close(writing)
        with open(reading, encoding="utf-8", errors="replace") as output:
            shown = output.read()
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        moments.seek(0)
        return Run(status, shown, json.loads(moments.read() or "[]"))


def _run(programs: dict[str, Any], asked: dict[str, Any], scratch: str, moments: IO[str]) -> int:
    import atexit

    tempfile.tempdir = scratch
    os.environ |= asked["environment"]
    name, *arguments = asked["command"]
    if asked["without_rights"]:
        _give_up_rights()
    interruption = _Interruption(asked["below"], asked["how"], asked["at"])
    sys.addaudithook(interruption)
    status = 0
    try:
        programs[name](arguments, prog_name=name)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
        status = 1
    atexit._run_exitfuncs()
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    json.dump(interruption.moments, moments)
    moments.flush()
    return status


def _give_up_rights() -> None:
    """Drop the capabilities by which root passes over modes; see capset(2)."""
    nothing = (ctypes.c_uint32 * 6)()
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    if ctypes.CDLL(None, use_errno=True).capset(header, nothing):
        raise OSError(ctypes.get_errno(), "capset")


if __name__ == "__main__":
    _serve()
