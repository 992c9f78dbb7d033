"""List what is below a folder, however deeply folders are nested there."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

_LEFTOVER = re.compile(
    r"""\.\#.* | \#.*\# | .*~ | \.~lock\..*\#      # Emacs, many, LibreOffice
    | ~\$.*\.(?:do[ct]|xl|pp|od|rt)\w*            # Microsoft Office
    | \..*\.sw[a-p] | 4913 | \.goutputstream-\w+ # Vim, GNOME
    | \.DS_Store | \._.* | Thumbs\.db | desktop\.ini   # macOS, Windows
    """,
    re.VERBOSE | re.IGNORECASE,
)


def is_leftover(name: str) -> bool:
    """Return whether an editor or a desktop leaves files of this name beside those that people write."""
    return bool(_LEFTOVER.fullmatch(name))


def without_leftovers(folder: str | Path) -> list[os.DirEntry[str]]:
    """Return what is in a folder, sorted, without leftovers; a link that leads somewhere is none.

    Raises OSError where the folder cannot be read.
    """
    found = sorted(os.scandir(folder), key=lambda entry: entry.name)
    return [
        entry
        for entry in found
        if not is_leftover(entry.name) or (entry.is_symlink() and os.path.exists(entry.path))
    ]


def entries(folder: Path, levels: int, *, hidden: bool = False) -> Iterator[os.DirEntry[str]]:
    """Yield everything below a folder, an outer folder first, so many levels deep; if asked, what is hidden.

    Links are not followed, leftovers and folders that cannot be read are passed over.
    """
    waiting = [(str(folder), levels)]
    while waiting:
        path, left = waiting.pop()
        try:
            found = without_leftovers(path)
        except OSError:
            continue
        for entry in found:
            if hidden or not entry.name.startswith("."):
                yield entry
                if left > 1 and entry.is_dir(follow_symlinks=False):
                    waiting.append((entry.path, left - 1))
