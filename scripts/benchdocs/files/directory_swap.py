"""Build a folder beside the one it replaces, and put it in place only when it is complete."""

import atexit
import contextlib
import glob
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

MARKER = ".benchdocs-staging"
"""File in every folder that this module made or moved aside; a folder without it is someone else's."""
_AT_FDCWD, _RENAME_EXCHANGE = -100, 2
_BUILT = ("sitemap.xml", "404.html")


def refusal(target: Path) -> str:
    """Return why a site must not replace this target, as a sentence; an empty text where it may."""
    if not target.exists():
        return ""
    if not target.is_dir():
        return f"The site cannot be put at `{target}`: that is not a folder."
    try:
        names = {path.name for path in target.iterdir()}
    except OSError as error:
        return f"The site's folder `{target}` cannot be read: {error.strerror}."
    if names.intersection(_BUILT) or all(name.startswith(".") for name in names):
        return ""
    return f"The site cannot be put at `{target}`: the folder contains files that no build of the site wrote."


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
        replacing = self.target.exists()
        if replacing:
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
