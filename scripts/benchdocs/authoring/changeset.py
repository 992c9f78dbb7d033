"""Write a command's changes into a suite, file by file.

Each file is written whole. A command that is stopped between two files is finished by running it again, for
which it puts its steps in such an order that `benchdocs check` names what is unfinished after any of them.
"""

from collections.abc import Sequence
from errno import ENOTDIR
from pathlib import Path
from typing import NamedTuple

from benchdocs.authoring.file_states import States, state_of
from benchdocs.documents.text_file import first_link
from benchdocs.files.atomic import reason, refuse_read_only, replace_text
from benchdocs.files.safe_path import safe_path
from benchdocs.rules.finding import Finding


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
        if (root / self.path).exists():
            return f"changes {self.path}"
        return f"writes {self.path}"


def _target(root: Path, path: str) -> Path:
    """Return the file at a path below a root. Raises OSError where a folder above it is a file."""
    target = safe_path(root, path)
    if any(folder.is_file() for folder in target.parents):
        raise NotADirectoryError(ENOTDIR, "there is a file where the folder should be")
    return target


class ChangeSet(NamedTuple):
    """Steps of a command, in order, and what it says afterwards: lines, and findings that are left."""

    steps: tuple[Step, ...]
    notes: tuple[str | Finding, ...] = ()


class RefusedError(Exception):
    """A change that is not made; the arguments are lines and findings that say why."""


def not_recorded(why: str) -> RefusedError:
    """Return that a record was not added, and why."""
    return RefusedError(f"nothing was recorded: {why}")


class StoppedError(Exception):
    """A step that could not be carried out; the message says as a clause which, why, and what is done."""

    def __init__(self, done: int, steps: Sequence[Step], error: OSError) -> None:
        changed = "nothing was changed"
        if done:
            changed = f"stopped after {done} of {len(steps)} changes"
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
    if link := first_link(root, path.rpartition("/")[0]):
        raise OSError(None, "the folder is a link, and benchdocs does not write through links", link)
    if before is not None and state_of(root / path) != before.get(root / path):
        raise OSError(None, "it was changed by someone else in the meantime", path)
