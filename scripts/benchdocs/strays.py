"""Files that are not read because of their name or folder, looked for where what they hold is missed."""

from __future__ import annotations

import os
import re
from collections.abc import Container
from pathlib import Path

from benchdocs.load import PROMPT_FOLDER, RUBRIC_FOLDER

_MOST_FILES = 10_000
"""Entries of folders that are looked at."""


def strays(root: Path, read: Container[str]) -> dict[str, list[str]]:
    """Paths of files in and around the folders of a suite that are not among those read, by `plain_name`."""
    found = dict[str, list[str]]()
    left = _MOST_FILES
    for folder in _folders(root):
        for name in _names(root / folder)[:left]:
            left -= 1
            path = f"{folder}/{name}" if folder else name
            if path not in read and (root / path).is_file():
                found.setdefault(plain_name(name), []).append(path)
    return found


def plain_name(name: str) -> str:
    """What a file is called but for capitals, spaces, and what stands behind a dot."""
    return re.sub(r"[\s_-]+", "_", name.partition(".")[0].strip().casefold())


def _folders(root: Path) -> list[str]:
    """The root, the folders that specs and prompts are read from, and those that are called like them."""
    inner = [name for name in _names(root) if re.search(r"component|rubric|evaluator", name, re.IGNORECASE)]
    below = [f"{name}/{child}" for name in inner for child in _names(root / name) if "." not in child]
    return ["", *dict.fromkeys((RUBRIC_FOLDER, PROMPT_FOLDER, *inner, *below))]


def _names(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []
