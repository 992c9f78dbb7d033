"""`new`: start a benchmark, a rubric or a prompt, and enter it wherever it has to be named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchdocs.cli.completion import complete_benchmarks
from benchdocs.cli.options import dry_run_option, root_option
from benchdocs.cli.output import Change
from benchdocs.specs.choices import Category, EvaluatorType
from benchdocs.specs.loading import load
from benchdocs.suite.suite import Suite

if TYPE_CHECKING:
    from benchdocs.authoring.scaffold import Scaffold

label_option = click.option("--label", metavar="TEXT", help="Short name for headings and tables.")
evaluator_option = click.option(
    "--evaluator",
    type=click.Choice([str(kind) for kind in EvaluatorType]),
    help="Evaluator type (default: the most common one in the rubric, or `code`).",
)


@click.group()
def new() -> None:
    """Start a benchmark, a rubric or a prompt, complete except for blanks marked TODO.

    `benchdocs check` lists the blanks that are left (TXT507).
    """


@new.command("benchmark")
@click.argument("code")
@evaluator_option
@label_option
@dry_run_option
@root_option
def new_benchmark(code: str, evaluator: str | None, label: str | None, dry_run: bool, root: Path) -> None:
    """Write a draft benchmark with this CODE and its prompt, and add it to its rubric."""
    from benchdocs.authoring import scaffold

    kind = EvaluatorType(evaluator) if evaluator else None
    _start(root, dry_run, lambda suite: scaffold.new_benchmark(suite, code, kind, label))


@new.command("rubric")
@click.argument("code")
@evaluator_option
@label_option
@click.option(
    "--category",
    type=click.Choice([str(kind) for kind in Category]),
    help="Kind of question that the rubric asks.",
)
@dry_run_option
@root_option
def new_rubric(
    code: str, evaluator: str | None, label: str | None, category: str | None, dry_run: bool, root: Path
) -> None:
    """Write a rubric with this CODE and its first benchmark, and add it to its component."""
    from benchdocs.authoring import scaffold

    kind = EvaluatorType(evaluator) if evaluator else None
    group = Category(category) if category else None
    _start(root, dry_run, lambda suite: scaffold.new_rubric(suite, code, kind, label, group))


@new.command("prompt")
@click.argument("name", shell_complete=complete_benchmarks)
@dry_run_option
@root_option
def new_prompt(name: str, dry_run: bool, root: Path) -> None:
    """Write the judge's prompt of the benchmark NAME, or a prompt called NAME for a later benchmark."""
    from benchdocs.authoring import scaffold

    _start(root, dry_run, lambda suite: scaffold.new_prompt(suite, name))


def _start(root: Path, dry_run: bool, scaffolded: Callable[[Suite], Scaffold]) -> None:
    """Write what a scaffold holds, the inventory with it, and say what is left to the author."""
    from benchdocs.authoring.changeset import inventory_left_out, inventory_step, rehearsed

    change = Change(root, dry_run=dry_run)
    scaffold = change.planned(lambda: scaffolded(Suite(load(root))))
    after = change.planned(lambda: rehearsed(root, scaffold.steps))
    *others, last = scaffold.steps
    change.carry_out([*others, *inventory_step(root, after), last])
    for line in scaffold.notes:
        click.echo(line)
    if left_out := inventory_left_out(root, after):
        click.echo(left_out)
    written = {step.path for step in scaffold.steps}
    blanks = Counter(
        finding.path for finding in after.findings if finding.rule == "TXT507" and finding.path in written
    )
    left = ", ".join(f"{count} in {path}" for path, count in blanks.items())
    click.echo(f"Blanks to fill in: {left}.")
    click.echo("Run `benchdocs check --strict` to list what is left to do.")
    change.show_git_add()
