"""`export-evals`: cases, judges and scoring for other harnesses."""

from pathlib import Path

import click

from benchdocs.cli.options import FAILED, root_option, suite_lock, with_specs
from benchdocs.cli.output import show_text
from benchdocs.files.atomic import reason
from benchdocs.reports.evals import export
from benchdocs.reports.evals.evaluators import Evaluators
from benchdocs.specs.numbers import counted


@click.command("export-evals")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(list(export.HARNESSES)),
    required=True,
    help="Harness that will run them.",
)
@root_option
def export_evals(folder: Path, form: str, root: Path) -> None:
    """Write cases, judges, weights, thresholds and gates into FOLDER for a harness.

    Replaces the whole folder, but only if it is empty or unchanged since the last export.
    Exit status: 0 written, 1 errors in the suite or a folder that cannot be written, 2 wrong usage.
    """
    from benchdocs.files import directory_swap
    from benchdocs.rules.check import check
    from benchdocs.rules.finding import Severity

    if refused := directory_swap.export_refusal(folder):
        raise click.UsageError(refused)
    click.get_current_context().with_resource(suite_lock(with_specs(root)))
    report = check(root)
    if report.count(Severity.ERROR):
        show_text(report)
        raise SystemExit(FAILED)
    files = export.files(report.suite, form)
    try:
        directory_swap.write_export(folder, files)
    except OSError as error:
        raise click.ClickException(f"the folder `{folder}` cannot be written: {reason(error)}") from None
    click.echo(f"{folder}: {counted(len(files), 'file')} for {export.HARNESSES[form]}")
    if left_out := Evaluators(report.suite).left_out:
        click.echo(left_out)
