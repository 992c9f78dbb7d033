"""`deprecate`: take a benchmark out of use, and hand on what was left to it."""

from pathlib import Path

import click

from benchdocs.cli.completion import complete_benchmarks
from benchdocs.cli.options import dry_run_option, root_option
from benchdocs.cli.output import change


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
    from benchdocs.rules.check import check

    parts = list(dict.fromkeys(filter(None, map(str.strip, (split or "").split(",")))))
    if split is not None and replaced_by is not None:
        raise click.UsageError("use `--replaced-by` or `--split`, not both")
    if split is not None and len(parts) < 2:
        raise click.UsageError("a benchmark is split into two or more others; for one, use `--replaced-by`")
    change(root, lambda: deprecation.deprecate(check(root), code, replaced_by, parts), dry_run=dry_run)
