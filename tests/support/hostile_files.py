"""Bad files of every class that a suite can meet, each with what the checker has to say of it.

An entry lays one file (a pipe, a link, 20 MB) over the demonstration suite. `found` opens the list of what is
found in that file, as `line:column RULE`; an entry without it is a file that has to be left alone.
"""

from __future__ import annotations

import gzip
import os
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from benchdocs.documents.text_file import MAX_BYTES
from support.paths import BASE

SPEC = "a-component/A-DEM2.yaml"
RUBRIC = "rubrics/A-DEM.yaml"
PROMPT = "evaluators/llm-judge/arrival_prompt.md"
SETTINGS = "pyproject.toml"
INVENTORY = "AGENTS.md"
NEW_SPEC = "a-component/A-AB1.yaml"
NEW_PROMPT = "evaluators/llm-judge/other_prompt.md"
DEM2 = (BASE / SPEC).read_text()
DEM = (BASE / RUBRIC).read_text()
ARRIVAL = (BASE / PROMPT).read_text()
LONG = MAX_BYTES - len(ARRIVAL) - len(DEM2)
"""Characters that can be added to any of these files before it is too large."""
Lay = Callable[[Path], None]


class Hostile(NamedTuple):
    """A bad file: its class and name, where it lies, how it is laid there, and what is found in it."""

    group: str
    name: str
    path: str
    lay: Lay
    found: tuple[str, ...]
    shown: str
    """The path as findings show it."""


def file(group: str, name: str, path: str, content: str | bytes, *found: str, shown: str = "") -> Hostile:
    """A file with this content."""

    def lay(target: Path) -> None:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(
            content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content
        )

    return Hostile(group, name, path, lay, found, shown or path)


def spec(group: str, name: str, content: str | bytes, *found: str) -> Hostile:
    """This content in place of a benchmark's."""
    return file(group, name, SPEC, content, *found)


def line(group: str, name: str, added: str, *found: str) -> Hostile:
    """A benchmark's spec with more lines at its end, from line 16 on."""
    return file(group, name, SPEC, DEM2 + added + "\n", *found)


def edit(group: str, name: str, old: str, new: str, *found: str) -> Hostile:
    """A benchmark's spec with a text in another's place."""
    assert old in DEM2, old
    return file(group, name, SPEC, DEM2.replace(old, new, 1), *found)


def prompt(group: str, name: str, old: str, new: str, *found: str) -> Hostile:
    """A judge's prompt with a text in another's place."""
    assert old in ARRIVAL, old
    return file(group, name, PROMPT, ARRIVAL.replace(old, new, 1), *found)


def settings(group: str, name: str, content: str | bytes, *found: str) -> Hostile:
    """This content as the suite's settings."""
    return file(group, name, SETTINGS, content, *found)


def gzipped(text: str) -> bytes:
    """A text as a compressed file, the same bytes every time."""
    return gzip.compress(text.encode(), mtime=0)


def built(group: str, name: str, path: str, lay: Lay, *found: str, shown: str = "") -> Hostile:
    """What is no file with a content: a pipe, a link, a folder, more bytes than git should hold."""
    return Hostile(group, name, path, lay, found, shown or path)


# How such things are laid --------------------------------------------------------------------------


def link_to(leads_to: str) -> Lay:
    """A link, dangling or not."""

    def lay(target: Path) -> None:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        target.symlink_to(leads_to)

    return lay


def chain_of_links(target: Path) -> None:
    """More links in a row than a system follows."""
    for number in range(50):
        target.with_name(f"link-{number}").symlink_to(f"link-{number + 1}")
    target.symlink_to("link-0")


def pipe(target: Path) -> None:
    """A pipe that nobody writes to."""
    target.unlink(missing_ok=True)
    os.mkfifo(target)


def pipe_for_folder(target: Path) -> None:
    """A pipe where a folder belongs."""
    shutil.rmtree(target, ignore_errors=True)
    os.mkfifo(target)


@contextmanager
def within(folder: Path) -> Iterator[None]:
    """A folder as the current one, for paths that are too long to be given in full."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def listening(target: Path) -> None:
    """A socket, of which only the name stays."""
    with within(target.parent), socket.socket(socket.AF_UNIX) as server:
        server.bind(target.name)


def folder_holding(name: str) -> Lay:
    """A folder with one file in it."""

    def lay(target: Path) -> None:
        target.unlink(missing_ok=True)
        target.mkdir()
        (target / name).write_text("- a list")

    return lay


def nested_folders(levels: int) -> Lay:
    """Folders in folders, with a spec in the last."""

    def lay(target: Path) -> None:
        target.mkdir()
        with within(target):
            for _ in range(levels):
                os.mkdir("d")
                os.chdir("d")
            Path("A-AB1.yaml").write_text("- a list")

    return lay


def closed(content: str) -> Lay:
    """A file that nobody may read."""

    def lay(target: Path) -> None:
        target.write_text(content)
        target.chmod(0)

    return lay


def closed_folder(target: Path) -> None:
    """A folder that nobody may look into."""
    target.mkdir()
    (target / "B-AB1.yaml").write_text("- a list")
    target.chmod(0)


def hollow(size: int) -> Lay:
    """A file of this many bytes that takes no room on the disk."""

    def lay(target: Path) -> None:
        with target.open("ab") as stream:
            stream.truncate(size)

    return lay


def of_lines(line: str, size: int) -> Lay:
    """A file with so many bytes of the same line behind its own."""

    def lay(target: Path) -> None:
        with target.open("a") as stream:
            stream.write(line * (size // len(line)))

    return lay


def moved_away(other: str, size: int) -> Lay:
    """The suite's file under another name, grown to this size, and a link to it in its place."""

    def lay(target: Path) -> None:
        target.rename(target.with_name(other))
        of_lines("# a line\n", size)(target.with_name(other))
        target.symlink_to(other)

    return lay
