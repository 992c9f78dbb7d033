"""Programs of the project run in forks of one process that has loaded them, so that no run pays for imports.

Each run has a process, an environment and a working directory of its own. Only the seed of hashes is shared,
and templates are compiled: what may depend on that runs in a fresh interpreter instead.
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
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from mkdocs.__main__ import cli
from mkdocs.commands.build import build
from mkdocs.config import load_config

from support.paths import BASE, REPOSITORY, TESTS
from support.patience import PATIENCE

TIMEOUT = int(PATIENCE)
"""Seconds after which a run is killed."""


class ForkServer:
    """The process that forks for every run, for as long as the tests run."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "support.fork_server"],
            cwd=TESTS,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        atexit.register(self._close)

    def _close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()

    def run(
        self, program: str, *arguments: str, folder: Path, environment: dict[str, str]
    ) -> subprocess.CompletedProcess[str]:
        """Run `mkdocs`, or the Python file of this path, in a folder."""
        assert self._process.stdin
        assert self._process.stdout
        with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
            request = {
                "command": [program, *arguments],
                "folder": str(folder),
                "environment": environment,
                "streams": [f"/proc/{os.getpid()}/fd/{stream.fileno()}" for stream in (output, errors)],
            }
            print(json.dumps(request), file=self._process.stdin, flush=True)
            status = int(self._process.stdout.readline())
            output.seek(0)
            errors.seek(0)
            return subprocess.CompletedProcess([program, *arguments], status, output.read(), errors.read())


@cache
def fork_server() -> ForkServer:
    """Return the server of this process, started when it is first needed."""
    return ForkServer()


def _serve() -> None:
    """Fork for every request, after a build that loads all modules and templates."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BENCHDOCS_ROOT"] = str(BASE)
        os.chdir(REPOSITORY)
        config = load_config("mkdocs.yml", site_dir=f"{folder}/site")
        config.plugins.on_startup(command="build", dirty=False)
        build(config)
    for module in ("support.suites", *(f"benchdocs.cli.{command}" for command in ("check", "new", "init"))):
        import_module(module)
    gc.freeze()
    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            _run(json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


def _run(request: dict[str, Any]) -> None:
    """Run a command in this process, which ends with it."""
    signal.alarm(TIMEOUT)
    os.close(0)
    for number, path in zip((1, 2), request["streams"], strict=True):
        os.dup2(os.open(path, os.O_WRONLY | os.O_APPEND), number)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    sys.argv = request["command"]
    status = 0
    try:
        if sys.argv[0] == "mkdocs":
            cli(sys.argv[1:], prog_name="mkdocs")
        else:
            runpy.run_path(sys.argv[0], run_name="__main__")
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


if __name__ == "__main__":
    _serve()
