"""Folders, compared as a whole."""

from __future__ import annotations

from pathlib import Path


def listing(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its content."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
