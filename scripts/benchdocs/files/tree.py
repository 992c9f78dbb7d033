"""List what is below a folder, however deeply folders are nested there."""

import os
from collections.abc import Iterator
from pathlib import Path


def entries(folder: Path, levels: int, *, hidden: bool = False) -> Iterator[os.DirEntry[str]]:
    """Yield everything below a folder, an outer folder first, so many levels deep; if asked, what is hidden.

    Links are not followed, and folders that cannot be read are passed over.
    """
    waiting = [(str(folder), levels)]
    while waiting:
        path, left = waiting.pop()
        try:
            found = sorted(os.scandir(path), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in found:
            if hidden or not entry.name.startswith("."):
                yield entry
                if left > 1 and entry.is_dir(follow_symlinks=False):
                    waiting.append((entry.path, left - 1))
