"""`rules`: what each rule asks for."""

from pathlib import Path

import click

from benchdocs.cli.options import root_option
from benchdocs.documents.spelling import did_you_mean
from benchdocs.reports import text
from benchdocs.rules.families import RETIRED
from benchdocs.rules.registry import RULE_BY_ID, rules_of
from benchdocs.specs.settings_file import read_settings


@click.command()
@click.argument("rule_id", required=False)
@root_option
def rules(rule_id: str | None, root: Path) -> None:
    """List the rules of the suite, or explain the one with this ID."""
    settings = read_settings(root)
    if rule_id is None:
        click.echo(settings.criteria.in_text(text.rules_text(rules_of(settings))))
        return
    rule = RULE_BY_ID.get(rule_id.upper())
    if why := RETIRED.get(rule_id.upper()):
        raise click.UsageError(f"{rule_id.upper()} was retired: {why}")
    if rule is None:
        raise click.UsageError(
            f"there is no rule `{rule_id}`; {did_you_mean(rule_id, RULE_BY_ID) or 'see `benchdocs rules`'}"
        )
    click.echo(settings.criteria.in_text(text.rule_text(rule)))
