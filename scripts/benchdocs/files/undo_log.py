"""What a command changes in several files is changed in all of them or in none, however it ends.

Before the first change, the journal, a hidden file in the root, lists every file that will be touched, and a
copy of each is laid beside it. To give the journal another name is what makes the change good. Whoever finds
it under the first name puts the copies back, which takes no room on the disk: the command itself where a step
fails, else the next command of any kind, when the one that was at work is gone.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator
from glob import escape
from pathlib import Path
from typing import NamedTuple

from benchdocs.files.atomic import BESIDE
from benchdocs.files.lock import turn

JOURNAL = ".benchdocs-undo"
DONE = ".benchdocs-done"
"""The journal of a change that is good; only its copies are still to be removed."""
_UNFINISHED = ".benchdocs-note"


class UnsettledError(Exception):
    """A change was stopped half-way, and cannot be undone from here."""


class _Record(NamedTuple):
    """What a journal says; paths are relative to the root."""

    files: dict[str, str | None]
    """Digest of what each file holds before the change; None where there is no file."""
    written: list[str]
    """Digests of what the change writes."""
    folders: list[str]
    """Folders that the change makes, an outer one first."""


@contextlib.contextmanager
def changing(root: Path) -> Iterator[str]:
    """A turn in which a suite may be changed; what a stopped command left half-way is undone first.

    Gives a sentence where something was, else an empty text. Raises BusyError, UnsettledError, and OSError
    where there is no such folder.
    """
    with turn(root):
        yield _settle(root)


@contextlib.contextmanager
def reading(root: Path) -> Iterator[str]:
    """A turn in which nobody changes a suite; gives and raises what `changing` does."""
    if _is_unsettled(root):
        with changing(root) as undone:
            yield undone
        return
    with turn(root, shared=True):
        yield ""


@contextlib.contextmanager
def undoing(root: Path, paths: Iterable[str], texts: Iterable[str]) -> Iterator[None]:
    """Whatever ends the block but its own end leaves these files as they were; `texts` is what it writes.

    Within `changing`. Raises OSError where there is no room for the copies, or a folder may not be written,
    and UnsettledError where what was changed cannot be undone.
    """
    record = _recorded(root, paths, texts)
    try:
        with _naming(str(root)):
            (root / _UNFINISHED).write_text(json.dumps(record._asdict()), encoding="utf-8")
            os.replace(root / _UNFINISHED, root / JOURNAL)
        for path in record.files:
            if (root / path).exists():
                with _naming(path):
                    shutil.copy2(root / path, _copy_of(root / path), follow_symlinks=False)
        yield
        os.replace(root / JOURNAL, root / DONE)
    except BaseException:
        _settle(root)
        raise
    with contextlib.suppress(OSError):  # what is left is removed by the next command
        _clear(root, record)


@contextlib.contextmanager
def _naming(path: str) -> Iterator[None]:
    """Let an error of the file system name what its reader knows, not a hidden file beside it."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def _is_unsettled(root: Path) -> bool:
    return any(os.path.lexists(root / name) for name in (_UNFINISHED, JOURNAL, DONE))


def _settle(root: Path) -> str:
    """Undo what was stopped half-way, and remove what was left by a change that is good."""
    told = ""
    try:
        _remove(root / _UNFINISHED)
        for name in (JOURNAL, DONE):
            if os.path.lexists(root / name):
                record = _read(root, name)
                if name == JOURNAL:
                    told = "A change that was stopped half-way is undone."
                    edited, lost = _undo(root, record)
                    if edited:
                        told += f" Edited since, and left as it is: {', '.join(edited)}."
                    if lost:
                        told += f" Still changed, because its copy is gone: {', '.join(lost)}."
                _clear(root, record)
    except OSError as error:
        raise UnsettledError(
            f"a change of `{root}` was stopped half-way and cannot be undone now: {error.filename}: "
            f"{error.strerror}; the next command that may write there undoes it"
        ) from None
    return told


def _undo(root: Path, record: _Record) -> tuple[list[str], list[str]]:
    """Put the files back; gives those that were edited since, and those whose copies somebody has removed."""
    edited, lost = [], []
    known = {None, *record.files.values(), *record.written}
    for path, old in record.files.items():
        now = _digest(root / path)
        if now == old:
            continue
        if now not in known:
            edited.append(path)
        elif old is None:
            (root / path).unlink()
        elif _digest(_copy_of(root / path)) == old:
            os.replace(_copy_of(root / path), root / path)
        else:
            lost.append(path)
    _clear_copies(root, record)
    for folder in reversed(record.folders):
        with contextlib.suppress(OSError):  # it was not made, or somebody has put something into it
            (root / folder).rmdir()
    return edited, lost


def _clear(root: Path, record: _Record) -> None:
    """Remove the copies, then the journal."""
    _clear_copies(root, record)
    for name in (JOURNAL, DONE):
        _remove(root / name)


def _clear_copies(root: Path, record: _Record) -> None:
    for path in map(root.joinpath, record.files):
        for left in path.parent.glob(f".{escape(path.name)}{BESIDE}*"):
            left.unlink()


def _remove(path: Path) -> None:
    if os.path.lexists(path):  # what may only be read refuses to remove even what is not there
        path.unlink()


def _recorded(root: Path, paths: Iterable[str], texts: Iterable[str]) -> _Record:
    files = {path: _digest(root / path) for path in paths}
    folders = {str(above) for path in files for above in Path(path).parents if not (root / above).exists()}
    written = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    return _Record(files, written, sorted(folders))


def _read(root: Path, name: str) -> _Record:
    """A journal. Raises UnsettledError where it is none, or names a file or folder outside of the root."""
    from pydantic import TypeAdapter  # not for a plain `check`, whose start it would slow down

    try:
        text = (root / name).read_bytes() if (root / name).is_file() else b""
        record = TypeAdapter(_Record).validate_json(text)
        if all(_is_within(root / path, root) for path in (*record.files, *record.folders)):
            return record
    except ValueError:
        pass
    raise UnsettledError(f"`{root / name}` is no journal of a change of this suite; delete it")


def _is_within(path: Path, root: Path) -> bool:
    """Whether a path stands below the root, whatever links and `..` it leads through."""
    if path == root or path.name == ".." or "\0" in str(path):
        return False
    return path.parent.resolve().is_relative_to(root.resolve())


def _copy_of(path: Path) -> Path:
    return path.with_name(f".{path.name}{BESIDE}old")


def _digest(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except (FileNotFoundError, NotADirectoryError):
        return None
