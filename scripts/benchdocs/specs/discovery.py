"""Where the files of a suite are, and which files near them are not read because of their name."""

from __future__ import annotations

import os
import re
from collections.abc import Container, Iterator
from pathlib import Path

from benchdocs.documents.locations import Place, printable
from benchdocs.documents.text_file import Problem, ProblemKind, TextFile

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


PROMPT_FOLDER = "evaluators/llm-judge"


RUBRIC_FOLDER = "rubrics"


COMPONENT_FOLDER = re.compile(r"[^.].*-component")


SUITE_NAMES = ("*-component", "rubrics", "evaluators", "pyproject.toml")
"""Names in a root of what a suite is read from."""


MAX_FOLDERS = 32
"""Levels of folders below a component's that are looked into."""


def has_specs(root: Path) -> bool:
    """Whether a folder looks like the root of a suite."""
    return root.is_dir() and any(
        entry.name == RUBRIC_FOLDER or COMPONENT_FOLDER.fullmatch(entry.name) for entry in root.iterdir()
    )


def walk(root: Path, folder: str, unlisted: list[TextFile]) -> Iterator[str]:
    """Paths of everything that looks like a file below a folder, sorted; dot-files are left out."""
    try:
        entries = sorted(os.scandir(root / folder), key=lambda entry: entry.name)
    except OSError as error:
        if isinstance(error, FileNotFoundError) and not (root / folder).is_symlink():
            return
        problem = Problem.unreadable(f"the folder cannot be read: {error.strerror}")
        unlisted.append(unreadable_entry(folder, problem))
        return
    for entry in entries:
        path = f"{folder}/{entry.name}"
        if entry.name.startswith("."):
            continue
        is_folder = os.path.isdir(entry.path) if entry.is_symlink() else entry.is_dir(follow_symlinks=False)
        if entry.name.lower().endswith((".yaml", ".yml", "_prompt.md")) or not is_folder:
            yield path
        elif unfit := _unfit_folder(entry, path):
            unlisted.append(unreadable_entry(path, unfit))
        else:
            yield from walk(root, path, unlisted)


def _unfit_folder(entry: os.DirEntry[str], path: str) -> Problem | None:
    """Refuse a folder that may lead round in a circle, or down without an end."""
    if entry.is_symlink():
        message = "the folder is a link, and the files of a linked folder are not read"
        return Problem.unreadable(message, "put the folder itself here")
    if path.count("/") > MAX_FOLDERS:
        message = f"the folders are nested deeper than {MAX_FOLDERS} levels"
        hint = "move the folder further up; a component needs one level"
        return Problem(ProblemKind.LIMIT, Place(), message, hint)
    return None


def unreadable_entry(path: str, problem: Problem) -> TextFile:
    """Stand in for what cannot be read; its path is shown as far as it can be."""
    return TextFile(printable(path), "", (problem,))
