"""`export`: the site as a plain project that other generators build."""

import os
from pathlib import Path

import click

from benchdocs.cli.options import FAILED, root_option, with_specs
from benchdocs.cli.output import show_text
from benchdocs.files.atomic import reason
from benchdocs.specs.numbers import counted


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@root_option
@click.option(
    "--config-file",
    "-f",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Settings and hand-written pages of the site (default: `mkdocs.yml`, here or in the root).",
)
@click.option("--no-strict", is_flag=True, help="Allow warnings, like `mkdocs build --no-strict`.")
def export(folder: Path, root: Path, config_file: Path | None, no_strict: bool) -> None:
    """Write the site into FOLDER as a plain project for Zensical, MkDocs or ProperDocs.

    Replaces the whole folder, but only if it is empty or unchanged since the last export.
    Exit status: 0 written, 1 findings that fail or a folder that cannot be written, 2 wrong usage.
    """
    from benchdocs.mkdocs_adapter.build import Build
    from benchdocs.mkdocs_adapter.defaults import read_settings
    from benchdocs.site import plain_export

    if refused := plain_export.refusal(folder):
        raise click.UsageError(refused)
    config_file = config_file or next(filter(Path.is_file, (Path("mkdocs.yml"), root / "mkdocs.yml")), None)
    if config_file is None:
        raise click.UsageError("there is no `mkdocs.yml` here or in the root; name it with `-f`")
    config, written = read_settings(config_file)
    build = Build(config, root=with_specs(root))
    if build.report.failing(strict=config.strict and not no_strict):
        show_text(build.report)
        raise SystemExit(FAILED)
    if build.is_source(Path(os.path.realpath(folder))):
        raise click.UsageError(f"The export cannot be put at `{folder}`: it contains specs of the suite.")
    try:
        pages = build.added | build.completed
        files = plain_export.project(build.site, {**written, "nav": config.nav}, config_file.parent, pages)
        plain_export.write(folder, files)
    except OSError as error:
        raise click.ClickException(f"the folder `{folder}` cannot be written: {reason(error)}") from None
    click.echo(f"{folder}: {counted(len(build.site.pages), 'generated page')}, {counted(len(files), 'file')}")
