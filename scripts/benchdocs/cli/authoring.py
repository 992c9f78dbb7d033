"""`new` and `rename`: files that are written or renamed together with everything that refers to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchdocs.cli.completion import complete_benchmarks, complete_free_codes, complete_without_prompt
from benchdocs.cli.options import FAILED, root_option, turn_in, with_specs
from benchdocs.files.atomic import reason
from benchdocs.specs.loading import load
from benchdocs.specs.models import Category, EvaluatorType
from benchdocs.suite.suite import Suite

if TYPE_CHECKING:
    from benchdocs.authoring.changeset import Step
    from benchdocs.authoring.scaffold import Scaffold

dry_run_option = click.option(
    "--dry-run", is_flag=True, help="Show what would be written, and write nothing."
)
label_option = click.option("--label", metavar="TEXT", help="Short name for headings and tables.")
evaluator_option = click.option(
    "--evaluator",
    type=click.Choice([str(kind) for kind in EvaluatorType]),
    help="Who judges (default: as most benchmarks of the rubric, else `code`).",
)


@click.group()
def new() -> None:
    """Start a benchmark, a rubric or a prompt, whole but for blanks marked TODO.

    What can be worked out is worked out; `benchdocs check` lists the blanks that are left (TXT507).
    """


@new.command("benchmark")
@click.argument("code", shell_complete=complete_free_codes)
@evaluator_option
@label_option
@dry_run_option
@root_option
def new_benchmark(code: str, evaluator: str | None, label: str | None, dry_run: bool, root: Path) -> None:
    """Write a draft benchmark with this CODE and its prompt, and enter it in its rubric."""
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
    help="What kind of question it asks.",
)
@dry_run_option
@root_option
def new_rubric(
    code: str, evaluator: str | None, label: str | None, category: str | None, dry_run: bool, root: Path
) -> None:
    """Write a rubric with this CODE and its first benchmark, and enter it in its component's composite."""
    from benchdocs.authoring import scaffold

    kind = EvaluatorType(evaluator) if evaluator else None
    group = Category(category) if category else None
    _start(root, dry_run, lambda suite: scaffold.new_rubric(suite, code, kind, label, group))


@new.command("prompt")
@click.argument("name", shell_complete=complete_without_prompt)
@dry_run_option
@root_option
def new_prompt(name: str, dry_run: bool, root: Path) -> None:
    """Write the judge's prompt of the benchmark with the code NAME, or one of that name for a later one."""
    from benchdocs.authoring import scaffold

    _start(root, dry_run, lambda suite: scaffold.new_prompt(suite, name))


@click.command()
@click.argument("old", shell_complete=complete_benchmarks)
@click.argument("new")
@dry_run_option
@root_option
def rename(old: str, new: str, dry_run: bool, root: Path) -> None:
    """Give the benchmark OLD the code NEW, in every file that names it, and keep OLD as an alias.

    Criteria, concepts, rubrics, prompts, waivers and the inventory follow; pages written by hand are listed,
    and so are ranges of codes that OLD was in. The other way round takes it back, and NEW becomes the alias.
    A renaming is done in all files or in none. Exit status: 0 renamed, 1 the renamed suite would have new
    findings or a file cannot be written, 2 wrong usage.
    """
    with turn_in(with_specs(root), to_change=not dry_run):
        _rename(root, old, new, dry_run)


def _rename(root: Path, old: str, new: str, dry_run: bool) -> None:
    from benchdocs.authoring import rename as renaming
    from benchdocs.authoring.available_codes import CodeError
    from benchdocs.authoring.trial_copy import states
    from benchdocs.reports import text
    from benchdocs.rules.check import check

    before = states(root)
    try:
        found = renaming.rename(check(root), old, new)
    except CodeError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise click.UsageError(reason(error)) from None
    except renaming.FindingsError as error:
        for line in text.findings_text(error.findings):
            click.echo(line)
        click.echo(f"{old} is not renamed: under the code {new} the suite would have these findings")
        raise SystemExit(FAILED) from None
    _carry_out(root, found.steps, before, dry_run)
    if not found.steps:
        click.echo(f"nothing is left to do: {new} has the former code {old}")
    for code in found.restamped:
        click.echo(
            f"The review stamp of {code} is carried over: nothing that was reviewed differs but the code."
        )
    if found.inventory_left_out:
        click.echo(found.inventory_left_out)
    for place in found.documents:
        click.echo(f"{place} is written by hand and still names {old}")
    for place in found.ranges:
        click.echo(f"{place}, which {old} was in: look whether it still says what it should")


def _start(root: Path, dry_run: bool, scaffolded: Callable[[Suite], Scaffold]) -> None:
    """Write what a scaffold holds, the inventory with it, and say what is left to the author."""
    with turn_in(with_specs(root), to_change=not dry_run):
        _write(root, dry_run, scaffolded)


def _write(root: Path, dry_run: bool, scaffolded: Callable[[Suite], Scaffold]) -> None:
    from benchdocs.authoring.available_codes import CodeError
    from benchdocs.authoring.changeset import inventory_left_out, inventory_step, rehearsed
    from benchdocs.authoring.trial_copy import states

    before = states(root)
    try:
        scaffold = scaffolded(Suite(load(root)))
        after = rehearsed(root, scaffold.steps)
    except CodeError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise click.UsageError(reason(error)) from None
    refreshed = inventory_step(root, after)
    _carry_out(root, [*scaffold.steps, *([refreshed] if refreshed else [])], before, dry_run)
    for line in scaffold.told:
        click.echo(line)
    if left_out := inventory_left_out(root, after):
        click.echo(left_out)
    written = {step.path for step in scaffold.steps}
    blanks = Counter(
        finding.path for finding in after.findings if finding.rule == "TXT507" and finding.path in written
    )
    left = ", ".join(f"{count} in {path}" for path, count in blanks.items())
    click.echo(f"Blanks to fill in: {left}.")
    click.echo("`benchdocs check --strict` lists what is left to do.")


def _carry_out(root: Path, steps: Sequence[Step], before: Mapping[str, object], dry_run: bool) -> None:
    """Do all the steps, or show them; `before` are the states of the files that they were worked out from."""
    from benchdocs.authoring.changeset import carry_out

    told = [step.told(root) for step in steps]
    if not dry_run:
        try:
            carry_out(root, steps, before)
        except OSError as error:
            click.echo(f"nothing is changed: {reason(error)}; run the same command again when that is mended")
            raise SystemExit(FAILED) from None
    for step, line in zip(steps, told, strict=True):
        click.echo(f"{'dry run: ' if dry_run else ''}{line}")
        if dry_run and (shown := step.shown(root)):
            click.echo(shown)
