"""`rename`: give a benchmark another code in every file that names it."""

from pathlib import Path

import click

from benchdocs.cli.completion import complete_benchmarks
from benchdocs.cli.options import FAILED, dry_run_option, root_option, suite_lock, with_specs
from benchdocs.cli.output import carry_out, show_git_add
from benchdocs.files.atomic import reason


@click.command()
@click.argument("old", shell_complete=complete_benchmarks)
@click.argument("new")
@dry_run_option
@root_option
def rename(old: str, new: str, dry_run: bool, root: Path) -> None:
    """Give the benchmark OLD the code NEW, in every file that names it, and keep OLD as an alias.

    Criteria, concepts, rubrics, prompts, waivers and the inventory follow; pages written by hand are listed,
    and so are ranges of codes that OLD was in. The other way round takes it back, and NEW becomes the alias.
    A renaming that was stopped half-way is finished by the same command. Exit status: 0 renamed, 1 the
    renamed suite would have new findings or a file cannot be written, 2 wrong usage.
    """
    from benchdocs.authoring import rename as renaming
    from benchdocs.authoring.available_codes import CodeError
    from benchdocs.authoring.file_states import states
    from benchdocs.reports import text
    from benchdocs.rules.check import check

    click.get_current_context().with_resource(suite_lock(with_specs(root), for_writing=not dry_run))
    before = states(root)
    try:
        found = renaming.rename(check(root), old, new)
    except CodeError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise click.UsageError(reason(error)) from None
    except renaming.FindingsError as error:
        for line in text.findings_text(error.args):
            click.echo(line)
        click.echo(f"{old} is not renamed: under the code {new} the suite would have these findings")
        raise SystemExit(FAILED) from None
    carry_out(root, found.steps, before, dry_run=dry_run)
    if not found.steps:
        click.echo(f"nothing is left to do: {new} has the former code {old}")
    for path in found.suspect:
        click.echo(f"{path} has to be reviewed again: what was reviewed names {old}")
    if found.inventory_left_out:
        click.echo(found.inventory_left_out)
    for place in found.documents:
        click.echo(f"{place} is written by hand and still names {old}")
    for place in found.ranges:
        click.echo(f"{place}, which {old} was in: look whether it still says what it should")
    if not dry_run:
        show_git_add(root, found.steps)
