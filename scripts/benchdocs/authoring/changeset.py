"""Write a command's changes into a suite, file by file, tried on a scratch copy before the suite is touched.

Each file is written whole. A command that is stopped between two files is finished by running it again, for
which it puts its steps in such an order that `benchdocs check` names what is unfinished after any of them.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Container, Iterable, Iterator, Sequence
from difflib import unified_diff
from errno import ENOTDIR
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from benchdocs.authoring.file_states import States, state_of
from benchdocs.documents.text_file import read_text
from benchdocs.files.atomic import read_exactly, reason, refuse_read_only, replace_text
from benchdocs.files.safe_path import safe_path
from benchdocs.files.tree import entries
from benchdocs.rules.check import Report, check
from benchdocs.rules.finding import Finding
from benchdocs.specs.discovery import HANDWRITTEN, MAX_FOLDERS, SUITE_NAMES, linked_folder
from benchdocs.specs.settings_file import read_settings
from benchdocs.suite.inventory import INVENTORY_FILE, START, is_current, with_inventory


class Step(NamedTuple):
    """One file written; its path is relative to the root, `text` is its whole new text."""

    path: str
    text: str

    def do(self, root: Path) -> None:
        """Carry it out below a root. Raises OSError, which names the path, where the file system refuses."""
        try:
            target = _target(root, self.path)
            target.parent.mkdir(parents=True, exist_ok=True)
            replace_text(target, self.text)
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.path) from None

    def described(self, root: Path) -> str:
        """Return what writing it does, in a line: `changes rubrics/A-LNG.yaml`."""
        return f"{'changes' if (root / self.path).exists() else 'writes'} {self.path}"

    def diff(self, root: Path) -> str:
        """Return what it changes, as a unified diff."""
        target = root / self.path
        old = read_exactly(target) if target.exists() else ""
        return difference(self.path if old else "/dev/null", self.path, old, self.text, context=1)


def _target(root: Path, path: str) -> Path:
    """Return the file at a path below a root. Raises OSError where a folder above it is a file."""
    target = safe_path(root, path)
    if any(folder.is_file() for folder in target.parents):
        raise NotADirectoryError(ENOTDIR, "there is a file where the folder should be")
    return target


def difference(old_name: str, new_name: str, before: str, after: str, context: int = 3) -> str:
    """Return a file's change as a unified diff, with the line ends of the file."""
    old, new = (re.findall(r"[^\n]*\n|[^\n]+", text) for text in (before, after))
    found = unified_diff(old, new, old_name, new_name, n=context)
    ended = (line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in found)
    return "".join(ended)


class Plan(NamedTuple):
    """Steps of a command, in order, and what it says afterwards: lines, and findings that are left."""

    steps: tuple[Step, ...]
    notes: tuple[str | Finding, ...] = ()


class RefusedError(Exception):
    """A change that is not made; the arguments are lines and findings that say why."""


class StoppedError(Exception):
    """A step that could not be carried out; the message says as a clause which, why, and what is done."""

    def __init__(self, done: int, steps: Sequence[Step], error: OSError) -> None:
        changed = f"stopped after {done} of {len(steps)} changes" if done else "nothing was changed"
        super().__init__(f"{changed}: {reason(error)}")
        self.reason = reason(error)


def carry_out(root: Path, steps: Sequence[Step], before: States | None = None) -> None:
    """Carry out steps in a suite, one after the other, within `lock.changing`.

    `before` are the `states` of the files when the steps were begun to be worked out. Raises StoppedError
    where a file has another state now, and where the file system refuses a step.
    """
    done = 0
    try:
        for step in steps:
            _refuse(root, step.path, before)
        for step in steps:
            step.do(root)
            done += 1
    except OSError as error:
        raise StoppedError(done, steps, error) from None


def _refuse(root: Path, path: str, before: States | None) -> None:
    """Raise OSError, which names the path, where it may not be written, or was since its state `before`."""
    try:
        refuse_read_only(_target(root, path))
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None
    if link := linked_folder(root, path.rpartition("/")[0]):
        raise OSError(None, "the folder is a link, and benchdocs does not write through links", link)
    if before is not None and state_of(root / path) != before.get(root / path):
        raise OSError(None, "it was changed by someone else in the meantime", path)


def rehearsed(root: Path, steps: Iterable[Step]) -> Report:
    """Check a copy of a suite after these steps. Raises OSError where no copy can be made."""
    with tempfile.TemporaryDirectory(prefix="benchdocs-") as folder:
        copy = Path(folder)
        copy_of_suite(root, copy)
        for step in steps:
            step.do(copy)
        return check(copy)


def copy_of_suite(root: Path, copy: Path) -> None:
    """Copy what a suite is read from into an empty folder, also the top folders that its settings name; link
    what else is not hidden in the root.

    What is read-only can be written in the copy; pipes and what may not be read are left out.
    Raises OSError where there is no room for it.
    """
    settings = read_settings(root)
    named = (settings.prompts.reply.split("/")[0], settings.benchmarks)
    for path in root.iterdir():
        if not (_is_read(path.name, named) or path.name.startswith(".")):
            _link(path.absolute(), copy / path.name, is_folder=path.is_dir())
    for entry in _suite_entries(root, named):
        target = copy / os.path.relpath(entry.path, root)
        if entry.is_symlink():
            _link(Path(os.readlink(entry.path)), target, is_folder=os.path.isdir(entry.path))
        elif not os.access(entry.path, os.R_OK):
            continue
        elif entry.is_dir():
            target.mkdir()
        elif entry.is_file():
            shutil.copyfile(entry.path, target)


def _suite_entries(root: Path, named: Container[str]) -> Iterator[os.DirEntry[str]]:
    """Yield the files and folders of a suite, an outer folder first, as deep as checks look."""
    for entry in os.scandir(root):
        if _is_read(entry.name, named):
            yield entry
            if entry.is_dir(follow_symlinks=False):
                yield from entries(Path(entry.path), MAX_FOLDERS + 1, hidden=entry.name in named)


def _is_read(name: str, named: Container[str]) -> bool:
    """Return whether a suite is read from what has this name in its root; its settings may name more."""
    return name in named or any(
        fnmatchcase(name, pattern) for pattern in (*SUITE_NAMES, INVENTORY_FILE, *HANDWRITTEN)
    )


def _link(source: Path, target: Path, *, is_folder: bool) -> None:
    """Make a link, or an empty folder or file of that name where the user may make none, as on Windows."""
    try:
        target.symlink_to(source, target_is_directory=is_folder)
    except OSError:
        target.mkdir() if is_folder else target.touch()


def refreshed_inventory(root: Path, after: Report) -> tuple[tuple[Step, ...], tuple[str, ...]]:
    """Return the step that refreshes an inventory, where it is out of date, or a note why nothing can."""
    if not (root / INVENTORY_FILE).exists():
        return (), ()
    file, suite = read_text(root, INVENTORY_FILE), after.suite
    later = "when that is fixed, run `benchdocs inventory --write`"
    if file.problems:
        return (), (f"{INVENTORY_FILE} was not updated, because it cannot be read; {later}",)
    if START not in file.text or (suite.is_whole and is_current(suite, file)):
        return (), ()
    if suite.is_whole:
        return (Step(INVENTORY_FILE, with_inventory(suite, read_exactly(root / INVENTORY_FILE))),), ()
    specs = (spec.document for spec in suite.specs if spec.document.problems or spec.faults)
    broken = next(specs, suite.settings.file)
    why = f"because {broken.path} has values that cannot be read (run `benchdocs check`)"
    return (), (f"The inventory in {INVENTORY_FILE} was not updated, {why}; {later}",)
