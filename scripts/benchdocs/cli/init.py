"""`init`: start a suite with a site of its own."""

from pathlib import Path

import click

from benchdocs.cli.output import change
from benchdocs.files.atomic import reason


@click.command()
@click.argument("folder", default=".", type=click.Path(file_okay=False, path_type=Path))
@click.option("--product", metavar="NAME", default="", help="What is tested, as its users call it.")
def init(folder: Path, product: str) -> None:
    """Start a suite in FOLDER: settings, one finished rubric as an example, and a workflow for GitHub.

    No file is overwritten: those that exist are named and kept. The site is there at once: `mkdocs serve`.
    """
    from benchdocs.authoring.starter import starter

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(reason(error)) from None
    change(folder, lambda: starter(folder, product.strip()), is_new=True)
