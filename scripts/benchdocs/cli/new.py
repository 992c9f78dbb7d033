"""`new`: start a benchmark or a rubric, and enter it wherever it has to be named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchdocs.cli.options import root_option
from benchdocs.cli.output import change
from benchdocs.specs.choices import EvaluatorType
from benchdocs.specs.loading import load
from benchdocs.suite.suite import Suite

if TYPE_CHECKING:
    from benchdocs.authoring.changeset import ChangeSet

label_option = click.option("--label", metavar="TEXT", help="Short name for headings and tables.")
evaluator_option = click.option(
    "--evaluator",
    type=click.Choice([str(kind) for kind in EvaluatorType]),
    help="Evaluator type (default: the most common one in the rubric, or `code`).",
)


@click.group()
def new() -> None:
    """Start a benchmark or a rubric, complete except for blanks marked TODO.

    `benchdocs check` lists the blanks that are left (TXT507).
    """


@new.command("benchmark")
@click.argument("code")
@evaluator_option
@label_option
@root_option
def new_benchmark(code: str, evaluator: str | None, label: str | None, root: Path) -> None:
    """Write a draft benchmark with this CODE, its prompt and case file, and add it to its rubric."""
    from benchdocs.authoring import scaffold

    kind = EvaluatorType(evaluator) if evaluator else None
    _start(root, lambda suite: scaffold.new_benchmark(suite, code, kind, label))


@new.command("rubric")
@click.argument("code")
@evaluator_option
@label_option
@root_option
def new_rubric(code: str, evaluator: str | None, label: str | None, root: Path) -> None:
    """Write a rubric with this CODE and its first benchmark, and add it to its component."""
    from benchdocs.authoring import scaffold

    kind = EvaluatorType(evaluator) if evaluator else None
    _start(root, lambda suite: scaffold.new_rubric(suite, code, kind, label))


def _start(root: Path, drafted: Callable[[Suite], ChangeSet]) -> None:
    """Write a draft."""
    from benchdocs.authoring.scaffold import with_next_steps

    change(root, lambda: with_next_steps(drafted(Suite(load(root)))))
