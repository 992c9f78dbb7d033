"""What a command writes into a suite, step by step, tried on a scratch copy before the suite is touched.

Each step is whole or not done at all, and so are all the steps of a command together.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import unified_diff
from errno import ENOTDIR
from pathlib import Path
from typing import NamedTuple

from benchdocs.authoring.trial_copy import copy_of_suite, state_of
from benchdocs.documents.text_file import read_text
from benchdocs.files.atomic import read_exactly, replace_text
from benchdocs.files.undo_log import undoing
from benchdocs.rules.check import Report, check
from benchdocs.suite.inventory import INVENTORY_FILE, START, is_current, with_inventory


class Step(NamedTuple):
    """One file written, moved or removed; paths are relative to the root."""

    path: str
    text: str | None = None
    """Its whole text from now on."""
    to: str | None = None
    """Where it is moved."""

    def do(self, root: Path) -> None:
        """Carry it out below a root. Raises OSError, which names the path, where the file system refuses."""
        target = root / self.path
        try:
            if self.text is not None:
                if target.parent.is_file():
                    raise NotADirectoryError(ENOTDIR, "a file stands where the folder belongs")
                target.parent.mkdir(parents=True, exist_ok=True)
                replace_text(target, self.text)
            elif self.to is not None:
                os.replace(target, root / self.to)
            else:
                target.unlink()
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.path) from None

    def told(self, root: Path) -> str:
        """What it does, in a line: `changes rubrics/A-NEG.yaml`."""
        if self.text is not None:
            return f"{'changes' if (root / self.path).exists() else 'writes'} {self.path}"
        return f"moves {self.path} to {self.to}" if self.to is not None else f"removes {self.path}"

    def shown(self, root: Path) -> str:
        """What it changes, as a unified diff; nothing where it only moves or removes."""
        if self.text is None:
            return ""
        target = root / self.path
        old = read_exactly(target) if target.exists() else ""
        names = (self.path if old else "/dev/null", self.path)
        lines = unified_diff(old.splitlines(), self.text.splitlines(), *names, n=1, lineterm="")
        return "\n".join(lines)


def carry_out(root: Path, steps: Sequence[Step], before: Mapping[str, object] | None = None) -> None:
    """Do these steps in a suite, all of them or none, within `journal.changing`.

    `before` are the `states` of the files when the steps were begun to be worked out. Raises OSError where
    a file that is touched has another one now, or the file system refuses a step, and UnsettledError where
    what was done before it cannot be undone at once.
    """
    paths = list(_touched(root, steps))
    for path in paths:
        if before is not None and state_of(root / path) != before.get(path):
            raise OSError(None, "it was changed by somebody else in the meantime", path)
    if len(paths) == len(steps) == 1 and (root / paths[0]).parent.is_dir():
        steps[0].do(root)  # whole by itself
        return
    with undoing(root, paths, [step.text for step in steps if step.text is not None]):
        for step in steps:
            step.do(root)


def _touched(root: Path, steps: Iterable[Step]) -> Iterator[str]:
    """Files that hold something else after the steps; one that only gets other letters is the same."""
    for step in steps:
        yield step.path
        if step.to is not None:
            path, to = root / step.path, root / step.to
            if not (to.exists() and to.samefile(path)):
                yield step.to


def rehearsed(root: Path, steps: Iterable[Step]) -> Report:
    """What the checks say about a suite after these steps. Raises OSError where no copy can be made."""
    with tempfile.TemporaryDirectory(prefix="benchdocs-") as folder:
        copy = Path(folder)
        copy_of_suite(root, copy)
        for step in steps:
            step.do(copy)
        return check(copy)


def inventory_left_out(root: Path, after: Report) -> str | None:
    """Why the inventory cannot be brought up to date, and what to do; None where it can, or none is kept."""
    if not (root / INVENTORY_FILE).exists():
        return None
    file = read_text(root, INVENTORY_FILE)
    later = "when that is mended: `benchdocs inventory --write`"
    if file.problems:
        return f"{INVENTORY_FILE} is not refreshed, since it cannot be read as it stands; {later}"
    if START not in file.text or after.suite.is_whole:
        return None
    specs = (spec.document for spec in after.suite.specs if spec.document.problems or spec.faults)
    broken = next(specs, after.suite.settings.file)
    why = f"since {broken.path} has values that cannot be read (`benchdocs check`)"
    return f"The inventory in {INVENTORY_FILE} is not refreshed, {why}; {later}"


def inventory_step(root: Path, after: Report) -> Step | None:
    """The step that brings the inventory up to date; None where the root keeps none, or it is current."""
    file = read_text(root, INVENTORY_FILE)
    if START not in file.text or file.problems or not after.suite.is_whole or is_current(after.suite, file):
        return None
    return Step(INVENTORY_FILE, with_inventory(after.suite, read_exactly(root / INVENTORY_FILE)))
