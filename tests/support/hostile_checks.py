"""`benchdocs check` of one root after another, each in a process of its own: what it says and what it takes.

The processes are split off from one that has loaded the program, so that a check costs no start. Their
memory is the system's own account, which no other process of a busy machine changes.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import resource
import signal
import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple, NoReturn

MOST_SECONDS = 20
"""Processor time after which a check is ended by force."""
LONGEST_WAIT = 300
"""Seconds after which a check that waits for something is ended by force."""
MOST_MEMORY = 2 * 2**30
"""Bytes of addresses beyond which a check gets no more."""
_FINDING = re.compile(r"^(\S.*:\d+:\d+): (?:error|warning|note) ([A-Z]+\d+):", re.MULTILINE)


class Outcome(NamedTuple):
    """What one check said and took."""

    status: int
    """Exit status; negative where a signal ended it."""
    megabytes: float
    """Most memory that it held at one time."""
    output: str

    @property
    def found(self) -> list[str]:
        """Place and rule of each finding: `a-component/A-DEM2.yaml:7:9 FLD104`."""
        return [f"{match[1]} {match[2]}" for match in _FINDING.finditer(self.output)]


class Checks:
    """The process that checks are split off from."""

    def __init__(self) -> None:
        command = [sys.executable, __file__]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def check(self, root: Path) -> Outcome:
        """The outcome of `benchdocs check --root ROOT`."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(str(root)) + "\n")
        self._process.stdin.flush()
        return Outcome(*json.loads(self._process.stdout.readline()))

    def end(self) -> None:
        """End the process and wait for it."""
        self._process.communicate()


def _answer(root: str) -> Outcome:
    """Check a root in a process of its own."""
    with tempfile.TemporaryFile() as output:
        child = os.fork()
        if not child:
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
            _check(root)
        _, status, usage = os.wait4(child, 0)
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    code = os.waitstatus_to_exitcode(status)
    return Outcome(code, usage.ru_maxrss / 1024, text)


def _check(root: str) -> NoReturn:
    from benchdocs.cli.main import main

    signal.alarm(LONGEST_WAIT)
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    _give_up_privileges()
    status = 70
    try:
        main(["check", "--notes", "--root", root])
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else status
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        os._exit(status)


def _give_up_privileges() -> None:
    """Let the system's administrator, too, read only what permissions allow (Linux)."""
    if sys.platform == "linux" and os.geteuid() == 0:
        version_3 = struct.pack("Ii", 0x20080522, 0)
        ctypes.CDLL(None).capset(version_3, bytes(24))


if __name__ == "__main__":
    import benchdocs.cli.check
    import benchdocs.rules.check  # noqa: F401

    for line in sys.stdin:
        print(json.dumps(_answer(json.loads(line))), flush=True)
