"""`inventory`: the table of a suite's rubrics in `AGENTS.md`."""

from pathlib import Path

import click

from benchdocs.authoring.changeset import Step, StoppedError, carry_out
from benchdocs.authoring.file_states import states
from benchdocs.cli.options import root_option, suite_lock, with_specs
from benchdocs.files.atomic import read_exactly
from benchdocs.rules.check import check as run_check
from benchdocs.rules.finding import Severity
from benchdocs.suite import inventory as inventories


@click.command()
@root_option
@click.option("--write", is_flag=True, help="Write it to AGENTS.md.")
def inventory(root: Path, write: bool) -> None:
    """Show the suite's inventory, or update it in AGENTS.md."""
    click.get_current_context().with_resource(suite_lock(with_specs(root), for_writing=write))
    before = states(root)
    report = run_check(root)
    suite = report.suite
    if not write:
        click.echo(inventories.inventory(suite))
        return
    path = suite.root / inventories.INVENTORY_FILE
    if report.count(Severity.ERROR):
        raise click.ClickException(
            f"{path} was not changed: the suite has errors, and the inventory would list what they are "
            "about; run `benchdocs check` to list them"
        )
    file = inventories.read_inventory(suite)
    if file and file.problems:
        raise click.UsageError(f"{path}: {file.problems[0].message}")
    old = read_exactly(path) if file else ""
    new = inventories.with_inventory(suite, old)
    if new != old:
        try:
            carry_out(suite.root, [Step(inventories.INVENTORY_FILE, new)], before)
        except StoppedError as error:
            raise click.ClickException(f"{path} was not changed: {error.reason}") from None
    click.echo(f"{path} " + ("was up to date" if new == old else "is updated"))
