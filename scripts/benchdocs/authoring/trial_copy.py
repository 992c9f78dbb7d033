"""A scratch copy of a suite, on which changes are tried before the suite itself is touched."""

from __future__ import annotations

import os
import shutil
import stat
from fnmatch import fnmatchcase
from pathlib import Path

from benchdocs.specs.discovery import SUITE_NAMES
from benchdocs.suite.inventory import INVENTORY_FILE

_COPIED = (*SUITE_NAMES, INVENTORY_FILE)


def copy_of_suite(root: Path, copy: Path) -> None:
    """Copy what a suite is read from into an empty folder; all else in the root as links, so that paths hold.

    What may only be read can be written in the copy. Raises OSError where there is no room for it.
    """
    for entry in root.iterdir():
        target = copy / entry.name
        if not any(fnmatchcase(entry.name, name) for name in _COPIED):
            target.symlink_to(entry.absolute(), target_is_directory=entry.is_dir())
        elif entry.is_dir():
            shutil.copytree(entry, target, symlinks=True, ignore=_unfit, copy_function=_copy)
            for folder, _, _ in os.walk(target):
                os.chmod(folder, stat.S_IRWXU)
        elif entry.is_symlink() or entry.is_file():
            _copy(entry, target)


def states(root: Path) -> dict[str, tuple[int, int, int]]:
    """What tells each file that a suite is read from apart from any later one, by paths below the root."""
    found = {}
    for entry in root.iterdir():
        if any(fnmatchcase(entry.name, name) for name in _COPIED):
            for path in (entry, *entry.rglob("*")):
                if (state := state_of(path)) is not None:
                    found[path.relative_to(root).as_posix()] = state
    return found


def state_of(path: Path) -> tuple[int, int, int] | None:
    """Which file stands at a path, when it was written, and how large it is; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_ino, status.st_mtime_ns, status.st_size) if stat.S_ISREG(status.st_mode) else None


def _copy(source: str | Path, target: str | Path) -> None:
    if os.path.islink(source):
        os.symlink(os.readlink(source), target)
    else:
        shutil.copyfile(source, target)


def _unfit(folder: str, names: list[str]) -> list[str]:
    """Names in a folder of what can be neither copied nor mended: pipes, and what may not be read."""
    paths = {name: Path(folder, name) for name in names}
    return [
        name
        for name, path in paths.items()
        if not path.is_symlink() and not ((path.is_dir() or path.is_file()) and os.access(path, os.R_OK))
    ]
