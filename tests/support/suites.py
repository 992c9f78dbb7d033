"""Scratch roots for tests: the demonstration suite, with files laid over it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchdocs.rules.rule import Sample
from benchdocs.specs.loading import load
from benchdocs.specs.prompt_file import HEADINGS
from benchdocs.suite.suite import Suite
from support.paths import BASE

Pairs = tuple[tuple[str, str], ...]
"""Pieces of a text, each with what is to stand in its place."""


_BASE: dict[str, str | bytes] = {
    path.relative_to(BASE).as_posix(): path.read_bytes() for path in BASE.rglob("*") if path.is_file()
}


def suite_with(target: Path, files: Mapping[str, str | bytes] | None = None) -> Path:
    """The demonstration suite copied to `target`, with these files written over it."""
    write(target, {**_BASE, **(files or {})})
    return target


def suite_in(root: Path) -> Suite:
    """The suite of a folder as it is now."""
    suite = Suite(load(root))
    _ = suite.norms  # else they are read when they are asked for
    return suite


def write(target: Path, files: Mapping[str, str | bytes]) -> None:
    """Write these files, with the folders that they are in."""
    for name, content in files.items():
        path = f"{target}/{name}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())


def with_changes(target: Path, changes: Mapping[str, Pairs]) -> Path:
    """The demonstration suite with pieces of its files replaced."""
    return suite_with(target, {path: base_with(path, *pairs) for path, pairs in changes.items()})


def base_with(path: str, *changes: tuple[str, str], end: str = "") -> str:
    """A file of the demonstration suite with pieces replaced and lines added."""
    text = (BASE / path).read_text("utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text + end


def crlf(file: Path) -> None:
    """End the lines of a file as Windows does."""
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))


def overlay_folder(target: Path, folder: Path) -> Path:
    """The demonstration suite with all files of a case folder over it, but for its `expected`."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "expected"]
    return suite_with(target, {path.relative_to(folder).as_posix(): path.read_bytes() for path in files})


def overlay_samples(target: Path, samples: tuple[Sample, ...]) -> Path:
    """The demonstration suite with a rule's documentation samples merged into it."""
    suite_with(target)
    for sample in samples:
        path = target / sample.path
        if sample.whole or not path.exists():
            write(target, {sample.path: sample.text})
        elif path.suffix == ".md":
            path.write_text(_merge_sections(path.read_text(), sample.text))
        else:
            path.write_text(_merge_fields(path.read_text(), sample.text))
    return target


def _merge_fields(base: str, fragment: str) -> str:
    """YAML whose top-level fields are replaced by those of the fragment."""
    keys = set(re.findall(r"^(\w+):", fragment, re.MULTILINE))
    blocks = re.split(r"^(?=\w+:)", base, flags=re.MULTILINE)
    return "".join(block for block in blocks if block.split(":")[0] not in keys) + fragment


def _merge_sections(base: str, fragment: str) -> str:
    """A prompt whose sections are replaced, in their place, by those of the fragment; new ones are added."""
    names = "|".join(re.escape(heading.text) for heading in HEADINGS)
    pieces = re.split(rf"^(?=(?:{names}))", fragment, flags=re.MULTILINE)
    blocks = re.split(rf"^(?=(?:{names}))", base, flags=re.MULTILINE)
    for piece in filter(str.strip, pieces):
        rank = next(rank for rank, heading in enumerate(HEADINGS) if piece.startswith(heading.text))
        if not any(block.startswith(HEADINGS[rank].text) for block in blocks):
            later = tuple(heading.text for heading in HEADINGS[rank:])
            blocks.insert(
                next(n for n, block in enumerate(blocks) if block.startswith(later)), HEADINGS[rank].text
            )
        blocks = [piece + "\n" if block.startswith(HEADINGS[rank].text) else block for block in blocks]
    return "".join(blocks)


def link(path: Path, target: str | Path) -> None:
    """Make a link; skip the test where the user may make none, as on Windows."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        path.symlink_to(target)
    except OSError:
        pytest.skip("no links can be made here")
