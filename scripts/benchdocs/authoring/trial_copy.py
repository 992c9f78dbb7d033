"""Copy a suite to a scratch folder, on which changes are tried before the suite itself is touched."""

import os
import shutil
import stat
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from benchdocs.files.tree import entries
from benchdocs.specs.discovery import MAX_FOLDERS, SUITE_NAMES
from benchdocs.suite.inventory import INVENTORY_FILE


def copy_of_suite(root: Path, copy: Path) -> None:
    """Copy what a suite is read from into an empty folder; link what else is not hidden in the root.

    What is read-only can be written in the copy; pipes and what may not be read are left out.
    Raises OSError where there is no room for it.
    """
    for path in root.iterdir():
        if not (_is_read(path.name) or path.name.startswith(".")):
            _link(path.absolute(), copy / path.name, is_folder=path.is_dir())
    for entry in suite_entries(root):
        target = copy / os.path.relpath(entry.path, root)
        if entry.is_symlink():
            _link(Path(os.readlink(entry.path)), target, is_folder=os.path.isdir(entry.path))
        elif not os.access(entry.path, os.R_OK):
            continue
        elif entry.is_dir():
            target.mkdir()
        elif entry.is_file():
            shutil.copyfile(entry.path, target)


def states(root: Path) -> dict[str, tuple[int, int, int]]:
    """Return the `state_of` each file that a suite is read from, by paths below the root."""
    found = {}
    for entry in suite_entries(root):
        path = Path(entry.path)
        if (state := state_of(path)) is not None:
            found[path.relative_to(root).as_posix()] = state
    return found


def state_of(path: Path) -> tuple[int, int, int] | None:
    """Return what changes when a file is replaced or written; None where there is no regular file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_ino, status.st_mtime_ns, status.st_size) if stat.S_ISREG(status.st_mode) else None


def suite_entries(root: Path) -> Iterator[os.DirEntry[str]]:
    """Yield the files and folders of a suite, an outer folder first, as deep as checks look."""
    for entry in os.scandir(root):
        if _is_read(entry.name):
            yield entry
            if entry.is_dir(follow_symlinks=False):
                yield from entries(Path(entry.path), MAX_FOLDERS + 1)


def _is_read(name: str) -> bool:
    """Return whether a suite is read from what has this name in its root."""
    return any(fnmatchcase(name, pattern) for pattern in (*SUITE_NAMES, INVENTORY_FILE))


def _link(source: Path, target: Path, *, is_folder: bool) -> None:
    """Make a link, or an empty folder or file of that name where the user may make none, as on Windows."""
    try:
        target.symlink_to(source, target_is_directory=is_folder)
    except OSError:
        target.mkdir() if is_folder else target.touch()
