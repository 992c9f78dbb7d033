"""`diff`: what changed between two states of a suite."""

from pathlib import Path

import click

from benchdocs.cli.options import format_option, root_option, suite_at


@click.command()
@click.argument("old")
@click.argument("new", required=False)
@root_option
@format_option("text", "json", "markdown")
def diff(old: str, new: str | None, root: Path, form: str) -> None:
    """List what changed from OLD to NEW, in the suite's own terms.

    Each is a folder with specs, or a git revision of the repository that the root belongs to, such as a tag;
    without NEW, the root as it is. Comments, order of keys and layout change nothing. Exit
    status: 0; 2 for wrong usage.
    """
    # Not for `check`, whose start they would slow down.
    from benchdocs.history.changes import changes
    from benchdocs.reports import changes as change_report

    differences = changes(suite_at(old, root), suite_at(new or str(root), root))
    if form == "json":
        click.echo(change_report.changes_json(differences))
        return
    in_form = change_report.changes_text if form == "text" else change_report.changes_markdown
    for line in in_form(differences):
        click.echo(line)
