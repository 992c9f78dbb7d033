"""`inventory`: the table of a suite's rubrics in `AGENTS.md`."""

from pathlib import Path

import click

from benchdocs.authoring.changeset import ChangeSet, RefusedError, Step
from benchdocs.cli.options import root_option, suite_lock, with_specs
from benchdocs.cli.output import change
from benchdocs.files.atomic import read_exactly
from benchdocs.rules.check import check
from benchdocs.rules.finding import Severity
from benchdocs.specs.loading import load
from benchdocs.suite import inventory as inventories
from benchdocs.suite.suite import Suite


@click.command()
@root_option
@click.option("--write", is_flag=True, help="Write it to AGENTS.md.")
def inventory(root: Path, write: bool) -> None:
    """Show the suite's inventory, or update it in AGENTS.md."""
    if not write:
        click.get_current_context().with_resource(suite_lock(with_specs(root)))
        click.echo(inventories.inventory(Suite(load(root))))
        return

    def plan() -> ChangeSet:
        report, path = check(root), root / inventories.INVENTORY_FILE
        if report.count(Severity.ERROR):
            raise RefusedError(
                f"{path} was not changed: the suite has errors, and the inventory would list what they are "
                "about; run `benchdocs check` to list them"
            )
        file = inventories.read_inventory(report.suite)
        if file and file.problems:
            raise click.UsageError(f"{path}: {file.problems[0].message}")
        old = read_exactly(path) if file else ""
        new = inventories.with_inventory(report.suite, old)
        if new == old:
            return ChangeSet((), (f"{path} was up to date",))
        return ChangeSet((Step(inventories.INVENTORY_FILE, new),))

    change(root, plan)
