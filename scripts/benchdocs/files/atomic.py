"""Write a file so that readers see the old content or the new, never a part."""

import contextlib
import os
import shutil
from collections.abc import Iterable
from errno import EACCES
from pathlib import Path

from benchdocs.files.safe_path import safe_path

_TEMPORARY = ".{}.benchdocs-new"
"""Hidden file that takes another's place once it is complete; the next write overwrites a leftover."""


def write_files(folder: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write files by their paths below a folder, creating folders as needed. Raises OSError."""
    for path, content in files:
        put(safe_path(folder, path), content)


def put(target: Path, content: bytes) -> bool:
    """Write a file, creating folders as needed; return False where it held this content already.

    An existing file is replaced at once. Raises OSError.
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
    """Return a file's text with its line ends and byte order mark, so that it can be written back."""
    return path.read_bytes().decode("utf-8")


def replace_text(path: Path, text: str) -> None:
    """Write a text file so that it holds either its old content or the new one, whatever happens.

    Raises OSError where it cannot be written, or is read-only.
    """
    refuse_read_only(path)
    _replace(path, text.encode("utf-8"))


def refuse_read_only(path: Path) -> None:
    """Raise PermissionError where a file, or the folder that a new one would be in, is read-only."""
    folder = next(place for place in path.absolute().parents if place.exists())
    for place in (path, folder):
        if place.exists() and not os.access(place, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES), str(path))


def _replace(path: Path, content: bytes) -> None:
    """Write a hidden file beside the target, then move it into place; the target's mode is kept."""
    temporary = path.with_name(_TEMPORARY.format(path.name))
    try:
        temporary.unlink(missing_ok=True)  # a link would be written through
        temporary.write_bytes(content)
        if path.exists():
            shutil.copymode(path, temporary)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def reason(error: OSError) -> str:
    """Return why the file system refused, as a clause: `rubrics/A.yaml: No space left on device`."""
    return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)
