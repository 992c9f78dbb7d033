"""What several commands share: their common options, exit codes and answers to wrong usage."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import click

from benchdocs.files import undo_log
from benchdocs.files.lock import BusyError
from benchdocs.specs.discovery import has_specs
from benchdocs.suite.suite import Suite

CLEAN, FAILED = 0, 1  # wrong usage is 2, which click exits with


def root_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--root DIR`."""
    return click.option(
        "--root",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        default=Path(),
        help="Folder that holds the specs (default: the current one).",
    )(command)


def with_specs(root: Path) -> Path:
    """The root itself; wrong usage where it holds no specs."""
    if not has_specs(root):
        needed = "it holds neither `rubrics/` nor a `...-component/` folder"
        raise click.UsageError(f"no specs in `{root}`: {needed}; {_where_else(root)}")
    return root


def _where_else(root: Path) -> str:
    """Where the specs are that somebody looked for in a folder without any, or how to start with them."""
    for parent in root.absolute().parents:
        try:
            if has_specs(parent):
                return f"a suite is in a folder above: `--root {os.path.relpath(parent)}`"
        except OSError:  # it may not be read
            break
    there = "" if root == Path() else f" --root {root}"
    start = f"`mkdir {root / 'rubrics'}`, then `benchdocs new rubric A-XYZ{there}`"
    return f"to start a suite here: {start}, where A is its component"


@contextmanager
def turn_in(root: Path, *, to_change: bool = False) -> Iterator[None]:
    """Keep others from changing a suite; from reading it too, where it is to be changed.

    The command ends with a sentence where others do not let go of it, or what a stopped command left half-way
    cannot be undone.
    """
    try:
        with undo_log.changing(root) if to_change else undo_log.reading(root) as undone:
            if undone:
                click.echo(undone, err=True)
            yield
    except (BusyError, undo_log.UnsettledError) as error:
        raise click.ClickException(str(error)) from None


def suite_at(name: str, root: Path) -> Suite:
    """The suite at a git revision or in a folder; wrong usage where the name is neither."""
    # Not for a plain `check`, whose start it would slow down.
    from benchdocs.history import revisions

    folder = Path(name) if Path(name).is_dir() and has_specs(Path(name)) else None
    try:
        with turn_in(folder) if folder else nullcontext():
            return revisions.suite_at(name, root)
    except revisions.RevisionError as error:
        raise click.UsageError(str(error)) from None
