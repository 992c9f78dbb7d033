"""`deprecate`: take a benchmark out of use, and hand on what was left to it."""

from pathlib import Path

import click

from benchdocs.cli.completion import complete_benchmarks
from benchdocs.cli.options import dry_run_option, root_option
from benchdocs.cli.output import Change


@click.command()
@click.argument("code", shell_complete=complete_benchmarks)
@click.option("--replaced-by", metavar="CODE", help="Benchmark that replaces it.")
@click.option("--split", metavar="CODE,CODE", help="Benchmarks that it was split into.")
@dry_run_option
@root_option
def deprecate(code: str, replaced_by: str | None, split: str | None, dry_run: bool, root: Path) -> None:
    """Deprecate the benchmark CODE: it keeps its page and code but no longer counts.

    Updates its status, its rubric's list and the inventory. Criteria and prompts that leave cases to it
    then name the benchmark that replaces it, if the sentence stays true. The command lists all others, and
    the weight that is now missing; both are left to you. To finish an interrupted run, run the same command
    again. Exit status: 0 deprecated, 1 a file cannot be written, 2 wrong usage.
    """
    from benchdocs.authoring import deprecation
    from benchdocs.reports import text
    from benchdocs.rules.check import check

    parts = list(dict.fromkeys(filter(None, map(str.strip, (split or "").split(",")))))
    if split is not None and replaced_by is not None:
        raise click.UsageError("use `--replaced-by` or `--split`, not both")
    if split is not None and len(parts) < 2:
        raise click.UsageError("a benchmark is split into two or more others; for one, use `--replaced-by`")
    change = Change(root, dry_run=dry_run)
    found = change.planned(lambda: deprecation.deprecate(check(root), code, replaced_by, parts))
    change.carry_out(found.steps)
    if not found.steps:
        click.echo(f"nothing to do: {code} is already deprecated")
    if found.inventory_left_out:
        click.echo(found.inventory_left_out)
    for place in found.mentions:
        click.echo(f"{place} names {code}: check that it is still right")
    if found.findings:
        click.echo("What you still have to do:")
    for line in text.findings_text(found.findings):
        click.echo(line)
    if found.weight:
        click.echo(
            f"The weight {found.weight} of {code} has to be divided among the others by the suite's owners."
        )
    change.show_git_add()
