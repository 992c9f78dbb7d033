"""Write a file or build a folder beside the one it replaces, and put it in place only when it is whole."""

from __future__ import annotations

import atexit
import os
import shutil
from pathlib import Path


class Staging:
    """A folder that will take the place of another; removed at exit if it never does."""

    def __init__(self, target: Path) -> None:
        self.target = target.resolve()
        self.folder = self.target.with_name(f".{self.target.name}-{os.getpid()}")
        self._old = self.target.with_name(f".{self.target.name}-{os.getpid()}-old")
        self._recover()
        atexit.register(self.discard)

    def publish(self) -> None:
        """Put the folder in the target's place; what the old one hides in dot-files is kept.

        Raises OSError where the target cannot be replaced; it is then as it was.
        """
        if self.target.exists():
            for kept in self.target.glob(".*"):
                if not (self.folder / kept.name).exists():
                    _copy(kept, self.folder / kept.name)
            os.rename(self.target, self._old)
        try:
            os.rename(self.folder, self.target)
        except OSError:
            if self._old.exists():
                os.rename(self._old, self.target)
            raise
        shutil.rmtree(self._old, ignore_errors=True)

    def discard(self) -> None:
        """Remove what was built; the target stays as it is."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _recover(self) -> None:
        """Clear what builds that were killed left beside the target, and put back a target they had moved."""
        for left in self.target.parent.glob(f".{self.target.name}-*"):
            pid = left.name.removeprefix(f".{self.target.name}-").removesuffix("-old")
            if not pid.isdecimal() or _is_running(int(pid)):
                continue
            if left.name.endswith("-old") and not self.target.exists():
                os.rename(left, self.target)
            else:
                shutil.rmtree(left, ignore_errors=True)


def replace_text(path: Path, text: str) -> None:
    """Write a text file so that it holds either its old content or the new one, whatever happens."""
    beside = path.with_name(f".{path.name}-{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8", newline="")
        if path.exists():
            shutil.copymode(path, beside)
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    if source.is_dir() and not source.is_symlink():
        shutil.copytree(source, target, symlinks=True)
    else:
        shutil.copy2(source, target, follow_symlinks=False)


def _is_running(pid: int) -> bool:
    if pid == os.getpid():
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
