"""`rename`: give a benchmark another code in every file that names it."""

from pathlib import Path

import click

from benchdocs.cli.completion import complete_benchmarks
from benchdocs.cli.options import FAILED, dry_run_option, root_option
from benchdocs.cli.output import Change


@click.command()
@click.argument("old", shell_complete=complete_benchmarks)
@click.argument("new")
@dry_run_option
@root_option
def rename(old: str, new: str, dry_run: bool, root: Path) -> None:
    """Rename the benchmark OLD to NEW in every file that names it, and keep OLD as an alias.

    Updates criteria, concepts, rubrics, prompts, waivers and the inventory. Lists hand-written pages, and
    ranges of codes that included OLD. To undo a renaming, swap the codes; NEW then becomes the alias. To
    finish an interrupted renaming, run the same command again. Exit status: 0 renamed, 1 the renamed suite
    would have new findings or a file cannot be written, 2 wrong usage.
    """
    from benchdocs.authoring import rename as renaming
    from benchdocs.reports import text
    from benchdocs.rules.check import check

    change = Change(root, dry_run=dry_run)
    try:
        found = change.planned(lambda: renaming.rename(check(root), old, new))
    except renaming.FindingsError as error:
        for line in text.findings_text(error.args):
            click.echo(line)
        click.echo(f"{old} was not renamed: with the code {new} the suite would have these findings")
        raise SystemExit(FAILED) from None
    change.carry_out(found.steps)
    if not found.steps:
        click.echo(f"nothing to do: {new} already has the former code {old}")
    for path in found.suspect:
        click.echo(f"{path} has to be reviewed again: the reviewed text names {old}")
    if found.inventory_left_out:
        click.echo(found.inventory_left_out)
    for place in found.documents:
        click.echo(f"{place} is a hand-written page that still names {old}")
    for place in found.ranges:
        click.echo(f"{place}, which included {old}: check that it is still right")
    change.show_git_add()
