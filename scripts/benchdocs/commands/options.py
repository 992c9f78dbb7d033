"""What several commands share: their common options, exit codes and answers to wrong usage."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from benchdocs.load import has_specs
from benchdocs.suite import Suite

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
        raise click.UsageError(f"no specs in `{root}`: {needed}")
    return root


def suite_at(name: str, root: Path) -> Suite:
    """The suite at a git revision or in a folder; wrong usage where the name is neither."""
    # Not for a plain `check`, whose start it would slow down.
    from benchdocs import revisions

    try:
        return revisions.suite_at(name, root)
    except revisions.RevisionError as error:
        raise click.UsageError(str(error)) from None
