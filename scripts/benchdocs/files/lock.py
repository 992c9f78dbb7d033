"""Turns: whoever changes a folder does so alone, and whoever reads it meanwhile waits.

The operating system keeps the lock, and lets go of it however its holder ends; nothing is left in the folder.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

PATIENCE = 10.0
"""Seconds that are waited for others."""
_MOMENT = 0.02


class BusyError(Exception):
    """Another command did not let go of the folder in time."""


@contextlib.contextmanager
def turn(folder: Path, *, shared: bool = False) -> Iterator[None]:
    """Keep everybody else from changing a folder; from reading it too, unless the turn is shared.

    A file system without locks gives every turn at once. Raises BusyError, and OSError where there is no
    such folder.
    """
    handle = os.open(folder, os.O_RDONLY)
    try:
        end = time.monotonic() + PATIENCE
        while not _taken(handle, fcntl.LOCK_SH if shared else fcntl.LOCK_EX):
            if time.monotonic() > end:
                raise BusyError(
                    f"another command is at work in `{folder}`; run this one again when it has ended"
                )
            time.sleep(_MOMENT)
        yield
    finally:
        os.close(handle)


def _taken(handle: int, kind: int) -> bool:
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
