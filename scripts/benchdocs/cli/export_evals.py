"""`export-evals`: cases, judges and scoring as a program of Python, or for other harnesses."""

from collections.abc import Mapping
from pathlib import Path

import click

from benchdocs.cli.options import FAILED, root_option, suite_lock, with_specs
from benchdocs.cli.output import show_text
from benchdocs.documents.locations import printable
from benchdocs.files.atomic import reason
from benchdocs.reports.evals import export
from benchdocs.reports.evals.evaluators import Evaluators
from benchdocs.reports.evals.runs import calibration_run, limits, planned_run
from benchdocs.scoring.plan import MOST_RUNS
from benchdocs.scoring.planned_cases import own_cases
from benchdocs.specs.numbers import counted
from benchdocs.suite.cases import NamedCase
from benchdocs.suite.suite import Suite

_MOST_LISTED = 10


@click.command("export-evals")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(list(export.HARNESSES)),
    required=True,
    help="Harness that will run them.",
)
@click.option("--runs", type=click.IntRange(1, MOST_RUNS), default=1, help="How often each case is run.")
@click.option("--tag", "tags", multiple=True, help="Only the suite's cases with this tag.")
@click.option(
    "--cases",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Your own cases instead of the suite's, as JSON lines.",
)
@click.option("--calibration", is_flag=True, help="Confirmed cases that measure judges; no product is run.")
@root_option
def export_evals(
    folder: Path,
    form: str,
    runs: int,
    tags: tuple[str, ...],
    cases: Path | None,
    calibration: bool,
    root: Path,
) -> None:
    """Write cases, scripts, judges and scoring into FOLDER, as a program that runs a product.

    Its `plan.json` says what a whole run has. Anyone who runs the program runs the scripts of the suite.

    Replaces the whole folder, but only if it is empty or unchanged since the last export.
    Exit status: 0 written, 1 errors in the suite or a folder that cannot be written, 2 wrong usage.
    """
    from benchdocs.files import directory_swap
    from benchdocs.rules.check import check
    from benchdocs.rules.finding import Severity

    if calibration and (form != "python" or cases or tags or runs > 1):
        why = "measures a judge once on all confirmed cases, with `--format python` alone"
        raise click.UsageError(f"`--calibration` {why}")
    if refused := directory_swap.export_refusal(folder):
        raise click.UsageError(refused)
    click.get_current_context().with_resource(suite_lock(with_specs(root)))
    report = check(root)
    if report.count(Severity.ERROR):
        show_text(report)
        raise SystemExit(FAILED)
    if tags and cases:
        raise click.UsageError("`--tag` chooses among the suite's cases: leave it out with `--cases`")
    try:
        if calibration:
            run = calibration_run(report.suite)
        else:
            run = planned_run(report.suite, _own(cases, report.suite), runs, tags)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    files = export.files(report.suite, form, run)
    try:
        directory_swap.write_export(folder, files)
    except OSError as error:
        raise click.ClickException(f"the folder `{folder}` cannot be written: {reason(error)}") from None
    click.echo(f"{folder}: {counted(len(files), 'file')} for {form}")
    click.echo(f"plan {run.plan.short}: {counted(len(run.cases), 'case')}, {counted(runs, 'run')} of each")
    for sentence in limits(Evaluators(report.suite), run):
        click.echo(sentence)


def _own(path: Path | None, suite: Suite) -> Mapping[str, NamedCase] | None:
    """Return the cases of a file; wrong usage with the lines that cannot be used."""
    if path is None:
        return None
    try:
        with path.open("rb") as lines:
            read = own_cases(str(path), lines, suite)
    except OSError as error:
        raise click.UsageError(reason(error)) from None
    for bad in read.bad[:_MOST_LISTED]:
        click.echo(printable(f"{bad.file}:{bad.line}: {bad.why}"), err=True)
    if read.bad:
        raise click.UsageError(f"{counted(len(read.bad), 'line')} cannot be used, so nothing was written")
    return read.cases
