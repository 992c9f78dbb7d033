"""Bad files of every class that a suite can meet, as `tests/data/hostile.yaml` describes them."""

from __future__ import annotations

import gzip
import os
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from benchdocs.documents.text_file import MAX_BYTES
from support.paths import BASE, DATA
from support.tables import Pieces, text

SPEC = "a-component/A-DEM2.yaml"
PROMPT = "evaluators/llm-judge/arrival_prompt.md"
LONG = MAX_BYTES - sum(len((BASE / path).read_text("utf-8")) for path in (SPEC, PROMPT))
"""Characters that can be added to any file of the suite before it is too large."""
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


def _corpus() -> Iterator[Hostile]:
    for group in yaml.load((DATA / "hostile.yaml").read_text("utf-8"), yaml.CSafeLoader):
        for row in group["files"]:
            path = _text(row.get("file", SPEC))
            lay = _laid(row["lay"]) if "lay" in row else _written(_content(group, row, path))
            found = tuple(row.get("found", ()))
            yield Hostile(group["group"], row["name"], path, lay, found, row.get("shown", path))


def _text(pieces: Pieces) -> str:
    """A text of the table."""
    return text(pieces, LONG)


def _content(group: dict[str, Any], row: dict[str, Any], path: str) -> bytes:
    """What stands in a file of the table."""
    if "text" in row:
        content = _text(row["text"])
    else:
        content = (BASE / row.get("from", path)).read_text("utf-8")
        for old, new in row.get("edit", {}).items():
            assert old in content, old
            content = content.replace(old, _text(new), 1)
        end = _text(row.get("append", group.get("append", "")))
        for name, usual in {"low": "0", "high": "1", "formula": ""}.items():
            end = end.replace(f"{{{name}}}", _text(row.get(name, usual)))
        content = _text(row.get("prepend", "")) + content + end
    encoding = row.get("encoding", "utf-8")
    return gzip.compress(content.encode(), mtime=0) if encoding == "gzip" else content.encode(encoding)


def _written(content: bytes) -> Lay:
    """A file with this content."""

    def lay(target: Path) -> None:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)

    return lay


def _laid(how: str | dict[str, Pieces]) -> Lay:
    """What is no file with a content: a pipe, a link, a folder, more bytes than git should hold."""
    if isinstance(how, str):
        return LAID[how]
    [(name, values)] = how.items()
    arguments = values if isinstance(values, list) else [values]
    lay: Lay = LAID[name](*(value if isinstance(value, int) else _text(value) for value in arguments))
    return lay


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


def closed(target: Path) -> None:
    """A file that nobody may read."""
    target.touch()
    target.chmod(0)


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


LAID: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        *(chain_of_links, closed, closed_folder, folder_holding, hollow, link_to, listening, moved_away),
        *(nested_folders, of_lines, pipe, pipe_for_folder),
    )
}
CORPUS = tuple(_corpus())
