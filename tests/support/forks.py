"""Programs run in forks of one process that has loaded what they import, so that no run pays for imports.

Each run has a process, an environment and a working directory of its own. Only the seed of hashes is shared.
This file needs nothing but the standard library: other environments than that of the project run it too.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import runpy
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from support.paths import TESTS
from support.patience import PATIENCE

TIMEOUT = int(PATIENCE)
"""Seconds after which a run is killed."""
Program = Callable[[list[str]], object]


class ForkServer:
    """The process that forks for every run, for as long as the tests run."""

    def __init__(self, *command: str | Path) -> None:
        """Start it by a command that calls `serve`."""
        self._process = subprocess.Popen(
            command, cwd=TESTS, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        atexit.register(self._close)

    def _close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()

    def run(
        self, program: str, *arguments: str, folder: Path, environment: Mapping[str, str]
    ) -> subprocess.CompletedProcess[str]:
        """Run a program that the server knows, a Python file, or with `-c` a text of Python, in a folder."""
        assert self._process.stdin
        assert self._process.stdout
        with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
            request = {
                "command": [program, *arguments],
                "folder": str(folder),
                "environment": dict(environment),
                "streams": [f"/proc/{os.getpid()}/fd/{stream.fileno()}" for stream in (output, errors)],
            }
            print(json.dumps(request), file=self._process.stdin, flush=True)
            status = int(self._process.stdout.readline())
            output.seek(0)
            errors.seek(0)
            return subprocess.CompletedProcess([program, *arguments], status, output.read(), errors.read())


def serve(programs: Mapping[str, Program] | None = None) -> None:
    """Fork for every request; `programs` are those that are no file, by their names."""
    gc.freeze()
    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            _run(json.loads(line), programs or {})
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


def _run(request: dict[str, Any], programs: Mapping[str, Program]) -> None:
    """Run a command in this process, which ends with it."""
    signal.alarm(TIMEOUT)
    os.close(0)
    for number, path in zip((1, 2), request["streams"], strict=True):
        os.dup2(os.open(path, os.O_WRONLY | os.O_APPEND), number)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    program, *arguments = request["command"]
    status = 0
    try:
        if program == "-c":
            _run_text(*arguments)
        elif program in programs:
            programs[program](arguments)
        else:
            sys.argv = request["command"]
            sys.path.insert(0, str(Path(program).parent))
            runpy.run_path(program, run_name="__main__")
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
        status = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _run_text(source: str, *arguments: str) -> None:
    sys.argv = ["-c", *arguments]
    main = sys.modules["__main__"] = ModuleType("__main__")
    exec(compile(source, "<string>", "exec"), vars(main))
