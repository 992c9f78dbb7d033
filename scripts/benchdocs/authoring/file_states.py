"""Notice changes of the files that a suite is read from, whoever makes them."""

import os
import stat
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from benchdocs.files.tree import entries
from benchdocs.specs.discovery import HANDWRITTEN, MAX_FOLDERS, SUITE_NAMES
from benchdocs.specs.settings_file import read_settings

QUIET_PERIOD = 0.15
"""Seconds between two looks; without a change in between a save counts as finished."""
_REST = 9
"""Times as long as a look took, which pass until the next one: looking takes a tenth of a core at most."""

States = Mapping[str | Path, tuple[int, int, int] | None]


def states(root: Path) -> States:
    """Return the `state_of` all files and folders that a suite is read from, one of its settings too."""
    paths: list[Path] = []
    for name in (*SUITE_NAMES, *HANDWRITTEN):
        paths += root.glob(name)
    if schema := read_settings(root).prompts.reply:
        paths.append(root / schema)
    for top in tuple(paths):
        paths += (Path(entry.path) for entry in entries(top, MAX_FOLDERS + 1))
    return {path: state_of(path) for path in paths}


def state_of(path: str | Path) -> tuple[int, int, int] | None:
    """Return what changes when a file is replaced or written; None where there is no regular file."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return (status.st_ino, status.st_mtime_ns, status.st_size) if stat.S_ISREG(status.st_mode) else None


def changed_states(look: Callable[[], States], before: States) -> States:
    """Look until something is different from before, and return what is found then."""
    pause = QUIET_PERIOD
    while True:
        time.sleep(pause)
        start = time.monotonic()
        if (now := look()) != before:
            return now
        pause = max(QUIET_PERIOD, _REST * (time.monotonic() - start))
