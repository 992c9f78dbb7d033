"""`rename`: give a benchmark another code in every file that names it."""

from pathlib import Path

import click

from benchdocs.cli.completion import complete_benchmarks
from benchdocs.cli.options import dry_run_option, root_option
from benchdocs.cli.output import change


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
    from benchdocs.rules.check import check

    change(root, lambda: renaming.rename(check(root), old, new), dry_run=dry_run)
