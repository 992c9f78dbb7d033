"""Files written whole: readers see the old content or the new, never a part."""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
from collections.abc import Iterable
from errno import EACCES
from pathlib import Path

BESIDE = ".benchdocs-"
"""Stands in the names of hidden files that lie beside the one they belong to; a number follows, or a word."""


def write_files(folder: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write files by their paths below a folder, with the folders on the way. Raises OSError."""
    for path, content in files:
        put(folder / path, content)


def put(target: Path, content: bytes) -> bool:
    """Let a file hold this, with the folders on the way; false where it did already. Raises OSError.

    Another file takes its place, so that nobody reads a half of it.
    """
    try:
        if target.read_bytes() == content:
            return False
    except FileNotFoundError:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        return True
    _replace(target, content)
    return True


def read_exactly(path: Path) -> str:
    """A file's text with its line ends and its byte order mark, so that it can be written back."""
    return path.read_bytes().decode("utf-8")


def replace_text(path: Path, text: str) -> None:
    """Write a text file so that it holds either its old content or the new one, whatever happens.

    Raises OSError where it cannot be written, or may only be read.
    """
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), str(path))
    _clear_beside(path)
    _replace(path, text.encode("utf-8"))


def _replace(path: Path, content: bytes) -> None:
    """Write a file beside, and let it take the place of the one that is there, whose mode it keeps."""
    beside = path.with_name(f".{path.name}{BESIDE}{os.getpid()}")
    try:
        beside.write_bytes(content)
        if path.exists():
            shutil.copymode(path, beside)
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


def _clear_beside(path: Path) -> None:
    """Remove what commands that were killed left beside a file."""
    for left in path.parent.glob(f".{glob.escape(path.name)}{BESIDE}*"):
        pid = left.name.rpartition(BESIDE)[2]
        if pid.isdecimal() and not is_running(int(pid)):
            left.unlink()


def reason(error: OSError) -> str:
    """What the file system refuses, as a clause: `rubrics/A.yaml: No space left on device`."""
    return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)


def is_running(pid: int) -> bool:
    """Return whether another process of this number runs."""
    if pid == os.getpid():
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
