"""`rules`: what each rule asks for."""

import json

import click

from benchdocs.cli.completion import complete_rules
from benchdocs.cli.options import format_option
from benchdocs.documents.spelling import did_you_mean
from benchdocs.reports import data, text
from benchdocs.rules.registry import RULE_BY_ID, RULES


@click.command()
@click.argument("rule_id", required=False, shell_complete=complete_rules)
@format_option("text", "json")
def rules(rule_id: str | None, form: str) -> None:
    """List the rules, or explain the one with this ID."""
    if rule_id is None:
        as_json = [data.rule_dict(rule) for rule in RULES] if form == "json" else []
        click.echo(json.dumps(as_json, indent=2) if form == "json" else text.rules_text(RULES))
        return
    rule = RULE_BY_ID.get(rule_id.upper())
    if rule is None:
        raise click.UsageError(
            f"there is no rule `{rule_id}`; {did_you_mean(rule_id, RULE_BY_ID) or 'see `benchdocs rules`'}"
        )
    click.echo(json.dumps(data.rule_dict(rule), indent=2) if form == "json" else text.rule_text(rule))
