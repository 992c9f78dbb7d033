"""`deprecate`: take a benchmark out of use, and hand on what was left to it."""

from pathlib import Path

import click

from benchdocs.cli.completion import complete_benchmarks
from benchdocs.cli.options import dry_run_option, root_option, suite_lock, with_specs
from benchdocs.cli.output import carry_out, show_git_add
from benchdocs.files.atomic import reason


@click.command()
@click.argument("code", shell_complete=complete_benchmarks)
@click.option("--replaced-by", metavar="CODE", help="The benchmark that takes its place.")
@click.option("--split", metavar="CODE,CODE", help="The benchmarks that it was split into.")
@dry_run_option
@root_option
def deprecate(code: str, replaced_by: str | None, split: str | None, dry_run: bool, root: Path) -> None:
    """Take the benchmark CODE out of use: its page and its code stay, and it counts no more.

    Its status, its rubric's list and the inventory follow. Criteria and prompts that hand scope over to it
    name the benchmark that replaces it, where the sentence then says the same; all others are listed, and so
    is what the weights lack, which the command leaves to you. A run that was stopped half-way is finished by
    the same command. Exit status: 0 deprecated, 1 a file cannot be written, 2 wrong usage.
    """
    from benchdocs.authoring import deprecation
    from benchdocs.authoring.available_codes import CodeError
    from benchdocs.authoring.file_states import states
    from benchdocs.reports import text
    from benchdocs.rules.check import check

    parts = list(dict.fromkeys(filter(None, map(str.strip, (split or "").split(",")))))
    if split is not None and replaced_by is not None:
        raise click.UsageError("write `--replaced-by` or `--split`, not both")
    if split is not None and len(parts) < 2:
        raise click.UsageError("a benchmark is split into two or more others; for one write `--replaced-by`")
    click.get_current_context().with_resource(suite_lock(with_specs(root), for_writing=not dry_run))
    before = states(root)
    try:
        found = deprecation.deprecate(check(root), code, replaced_by, parts)
    except CodeError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise click.UsageError(reason(error)) from None
    carry_out(root, found.steps, before, dry_run=dry_run)
    if not found.steps:
        click.echo(f"nothing is left to write: {code} is deprecated")
    if found.inventory_left_out:
        click.echo(found.inventory_left_out)
    for place in found.mentions:
        click.echo(f"{place} names {code}: look whether it still says what it should")
    if found.findings:
        click.echo("What is left to you:")
    for line in text.findings_text(found.findings):
        click.echo(line)
    if found.weight:
        click.echo(f"The weight {found.weight} of {code} is for the suite's owners to share out.")
    if not dry_run:
        show_git_add(root, found.steps)
