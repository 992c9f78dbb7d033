"""Decide whether a path that comes from elsewhere may be written below a folder."""

import re
from pathlib import Path

_RESERVED = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\..*)?", re.IGNORECASE)
"""Names that Windows gives to devices, whatever extension follows."""
_DRIVE = re.compile("[A-Za-z]:")
_UNSEEN = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_GIT = re.compile(r"\.git|git~1", re.IGNORECASE)
_MOST_BYTES, _MOST_BYTES_OF_A_NAME = 1000, 255
"""Sizes that every file system accepts for a relative path and for a name in it."""


def refusal(path: str) -> str:
    """Return why no file may be written at a relative path, as a clause; an empty text where it may.

    The same paths are refused on every system, so a file that one accepts can be written by all.
    """
    names = path.split("/")
    if not all(name.strip(". ") for name in names) or _DRIVE.match(path):
        return "the path leads out of its folder"
    if "\\" in path:
        return "the path contains a backslash, which separates folders on Windows"
    if "\0" in path or any(name.endswith((".", " ")) or _DRIVE.match(name) for name in names):
        return "the path contains a name that Windows reads differently"
    if any(_GIT.fullmatch(_UNSEEN.sub("", name)) for name in names):
        return "the path leads into git's own folder"
    if any(_RESERVED.fullmatch(name) for name in names):
        return "the path contains a name that Windows reserves for a device"
    sizes = [len(name.encode("utf-8", "surrogateescape")) for name in names]
    if max(sizes) > _MOST_BYTES_OF_A_NAME or sum(sizes) > _MOST_BYTES:
        return "the path is longer than file systems allow"
    return ""


def safe_path(folder: Path, path: str) -> Path:
    """Return where a file at a relative path is to be written below a folder.

    Raises OSError, which names the path and why, where it may not be written.
    """
    if reason := refusal(path):
        raise OSError(None, reason, path)
    return folder / path
