"""Build a folder beside the one it replaces, and put it in place only when it is complete."""

import atexit
import contextlib
import glob
import hashlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from benchdocs.files.atomic import write_files

MARKER = ".benchdocs-staging"
"""File in every folder that this module made or moved aside; a folder without it is someone else's."""
MANIFEST = "export.sha256"
"""List of the files of an export with their digests for `sha256sum -c`; it marks a folder as an export."""
_AT_FDCWD, _RENAME_EXCHANGE = -100, 2
_BUILT = ("sitemap.xml", "404.html")


def refusal(target: Path) -> str:
    """Return why a site must not replace this target, as a sentence; an empty text where it may."""

    def foreign(names: set[str]) -> str:
        is_free = names.intersection(_BUILT) or all(name.startswith(".") for name in names)
        return "" if is_free else "the folder contains files that no build of the site wrote"

    return _refusal(target, "site", foreign)


def export_refusal(target: Path) -> str:
    """Return why an export must not replace this target, as a sentence; empty if it may.

    It may if there is nothing, or an unaltered export.
    """

    def foreign(names: set[str]) -> str:
        if all(name.startswith(".") for name in names):
            return ""
        if MANIFEST not in names:
            return "the folder contains files that no export wrote"
        altered = next(_altered_files(target), None)
        if not altered:
            return ""
        return f"`{altered}` was added or changed since the last one; move it away, or name another folder"

    return _refusal(target, "export", foreign)


def _refusal(target: Path, noun: str, foreign: Callable[[set[str]], str]) -> str:
    """Return why a target must not be replaced; `foreign` says of the names in a folder what is someone's."""
    if not target.exists():
        return ""
    try:
        names = {path.name for path in target.iterdir()} if target.is_dir() else set[str]()
        why = foreign(names) if target.is_dir() else "that is not a folder"
    except OSError as error:
        return f"The folder `{target}` cannot be read: {error.strerror}."
    return f"The {noun} cannot be put at `{target}`: {why}." if why else ""


def _altered_files(folder: Path) -> Iterator[str]:
    """Yield the files of an export that were added or altered, except hidden and compiled ones."""
    lines = (folder / MANIFEST).read_text(encoding="utf-8").splitlines()
    digests = {path: digest for digest, _, path in (line.partition("  ") for line in lines)}
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        is_hidden = any(part.startswith(".") or part == "__pycache__" for part in parts)
        if path.is_dir() or is_hidden or parts[0] == MANIFEST:
            continue
        name = "/".join(parts)
        digest = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None
        if digests.get(name) != digest or digest is None:
            yield name


def write_export(target: Path, files: Mapping[str, bytes]) -> None:
    """Put an export at a target, whole or not at all. Raises OSError if that fails."""
    staging = Staging(target, export_refusal)
    try:
        write_files(staging.folder, files.items())
        staging.publish()
        staging.sweep()
    finally:
        staging.discard()


class Staging:
    """Folder that will replace another; removed at exit if it never does.

    `refusal` returns why a target must not be replaced. Raises OSError where no folder can be made beside
    the target.
    """

    def __init__(self, target: Path, refusal: Callable[[Path], str] = refusal) -> None:
        self.refusal = refusal
        self.target = Path(os.path.realpath(target))
        self.folder = self.target.with_name(f".{self.target.name}-{os.getpid()}")
        self._old = self.target.with_name(f".{self.target.name}-{os.getpid()}-old")
        self._recover()
        self.folder.mkdir(parents=True)
        atexit.register(self.discard)
        _mark(self.folder)

    def publish(self) -> None:
        """Replace the target by the folder, which takes over the target's hidden files.

        The old folder stays beside it until `sweep`. Raises OSError where the target cannot be replaced, and
        then leaves it as it was.
        """
        if replacing := self.target.exists():
            for kept in self.target.glob(".*"):
                copy = self.folder / kept.name
                if kept.is_dir() and not kept.is_symlink() and not copy.exists():
                    shutil.copytree(kept, copy, symlinks=True)
                elif not copy.exists():
                    shutil.copy2(kept, copy, follow_symlinks=False)
            _mark(self.target)
        try:
            self._swap(replacing)
        finally:
            with contextlib.suppress(OSError):  # the next build takes a mark away that stays
                _unmark(self.target)

    def sweep(self) -> None:
        """Remove the folder that was replaced."""
        _remove(self._old)
        _remove(self.folder)

    def _swap(self, replacing: bool) -> None:
        """Exchange both at once; where that is impossible, move the target aside first."""
        if replacing and _exchange(self.folder, self.target):
            with contextlib.suppress(OSError):  # the new site is in place, whatever becomes of the old one
                _mark(self.folder)  # its mark is gone where another build came in between
            return
        if replacing:
            os.rename(self.target, self._old)
        try:
            os.rename(self.folder, self.target)
        except OSError:
            if replacing:
                os.rename(self._old, self.target)
            raise

    def discard(self) -> None:
        """Remove what was built; the target stays as it is."""
        _remove(self.folder)

    def _recover(self) -> None:
        """Remove what killed builds left beside the target, and put back a target they had moved aside."""
        for left in self.target.parent.glob(f".{glob.escape(self.target.name)}-*"):
            pid = left.name.removeprefix(f".{self.target.name}-").removesuffix("-old")
            if not pid.isdecimal() or _is_running(int(pid)):
                continue
            if left.is_symlink() or not (left / MARKER).is_file():
                with contextlib.suppress(OSError):
                    left.rmdir()  # hardly made, or all but removed; what holds something stays
                continue
            is_old = left.name.endswith("-old")
            if is_old and not self.target.exists():
                with contextlib.suppress(OSError):  # another build was quicker
                    os.rename(left, self.target)
                _unmark(self.target)
            elif not is_old or not self.refusal(left):
                _remove(left)


def _mark(folder: Path) -> None:
    (folder / MARKER).write_text("Left by a build of the site; the next one removes it.\n", encoding="utf-8")


def _unmark(folder: Path) -> None:
    (folder / MARKER).unlink(missing_ok=True)


def _remove(folder: Path) -> None:
    """Remove a marked folder as far as possible, its marker last, so that the rest is still recognized."""
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            elif path.name != MARKER:
                path.unlink()
        _unmark(folder)
        folder.rmdir()


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two folders at once, so that neither is ever missing; return False where that is impossible.

    See renameat2(2) of Linux.
    """
    import ctypes  # only builds need it

    try:
        rename = getattr(ctypes.CDLL(None), "renameat2", None)  # some C libraries lack it
    except TypeError:  # Windows names each of its libraries
        return False
    paths = _AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other)
    return rename is not None and not rename(*paths, _RENAME_EXCHANGE)


def _is_running(pid: int) -> bool:
    """Return whether another process with this number runs."""
    if pid == os.getpid():
        return False
    if sys.platform == "win32":  # where signal 0 is Ctrl-C
        import ctypes

        query_limited_information = 0x1000
        handle = ctypes.windll.kernel32.OpenProcess(query_limited_information, False, pid)
        return bool(handle and ctypes.windll.kernel32.CloseHandle(handle))
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):  # a number that no process can have
        return False
    except OSError:
        return True
    return True
