"""`inventory` and `headers`: files that follow from the suite or from a built site."""

from __future__ import annotations

from pathlib import Path

import click

from benchdocs import inventory as inventories
from benchdocs.check import check as run_check
from benchdocs.commands.options import root_option, with_specs
from benchdocs.staging import replace_text


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def headers(folder: Path) -> None:
    """Write the headers that a host should send with the released versions in FOLDER.

    A build writes them for itself; for versions side by side they stand above all of them.
    """
    from benchdocs import headers as header_file

    replace_text(folder / header_file.NAME, header_file.headers(folder))


@click.command()
@root_option
@click.option("--write", is_flag=True, help="Put it into AGENTS.md.")
def inventory(root: Path, write: bool) -> None:
    """Show the suite's inventory, or refresh it in AGENTS.md."""
    suite = run_check(with_specs(root)).suite
    if not write:
        click.echo(inventories.inventory(suite))
        return
    path = root / inventories.INVENTORY_FILE
    if not suite.is_whole:
        raise click.ClickException(
            f"{path} is left as it is: a spec cannot be read in full, and the inventory would list "
            "its mistake; `benchdocs check` says where"
        )
    file = inventories.read_inventory(suite)
    if file and file.problems:
        raise click.UsageError(f"{path}: {file.problems[0].message}")
    old = file.text if file else ""
    new = inventories.with_inventory(suite, old)
    if new != old:
        replace_text(path, new)
    click.echo(f"{path} " + ("was current" if new == old else "now lists the suite as it is"))
