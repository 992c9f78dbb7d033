"""Let one command at a time change a folder, and nobody read it while that is going on.

Who changes the folder holds a lock on a hidden file in it. The operating system releases the lock however its
holder ends; a file that a killed command left is removed by the next one.
"""

import contextlib
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

LOCK_FILE = ".benchdocs-lock"
PATIENCE = 10.0
"""Seconds to wait for another command."""
_POLL_INTERVAL = 0.02
_Result = TypeVar("_Result")


class BusyError(Exception):
    """Another command did not finish changing the folder in time."""


@contextlib.contextmanager
def changing(folder: Path) -> Iterator[None]:
    """Keep other commands from changing or reading a folder.

    Where no lock can be had (a read-only folder, a file system without locks), nobody is kept out.
    Raises BusyError.
    """
    with warnings.catch_warnings(action="ignore"):  # that a system or a disk knows no locks but files
        import filelock  # only commands that write pay for this import

    lock = filelock.FileLock(folder / LOCK_FILE)
    try:
        with warnings.catch_warnings(action="ignore"):
            lock.acquire(timeout=PATIENCE, poll_interval=_POLL_INTERVAL)
    except filelock.Timeout:
        message = f"another command is using `{folder}`; run this one again when it has finished"
        raise BusyError(message) from None
    except (OSError, NotImplementedError):
        yield
        return
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # Windows removes it on release; a read-only disk keeps it
            (folder / LOCK_FILE).unlink()
        lock.release()


def await_changes(folder: Path) -> None:
    """Return once no command is changing a folder. Raises BusyError."""
    if (folder / LOCK_FILE).exists():
        with changing(folder):
            pass


def undisturbed(folder: Path, read: Callable[[], _Result]) -> _Result:
    """Return what `read` returns, called again where a command began to change the folder meanwhile.

    Raises BusyError, and OSError where there is no such folder.
    """
    end = time.monotonic() + PATIENCE
    while True:
        await_changes(folder)
        before = folder.stat().st_mtime_ns  # the lock's file appears in the folder
        result = read()
        if folder.stat().st_mtime_ns == before or time.monotonic() > end:
            return result
