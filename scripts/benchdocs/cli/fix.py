"""`check --fix`: apply the fixes that findings carry, and print what is left."""

import json
from collections.abc import Sequence
from pathlib import Path

import click

from benchdocs.authoring import fix
from benchdocs.authoring.changeset import StoppedError
from benchdocs.cli.options import is_below
from benchdocs.files.atomic import reason
from benchdocs.reports import data, text
from benchdocs.reports.urls import site_address
from benchdocs.rules.check import Report


def fix_all(root: Path, wanted: Sequence[str]) -> fix.FixOutcome:
    """Fix what can be fixed in these files and folders, in all where none is named; else the command ends."""
    try:
        outcome = fix.plan(root, lambda path: not wanted or any(is_below(path, place) for place in wanted))
        fix.write(root, outcome)
    except OSError as error:  # of a file that went away meanwhile
        raise click.ClickException(f"nothing was changed: {reason(error)}") from None
    except StoppedError as error:
        raise click.ClickException(str(error)) from None
    return outcome


def show(outcome: fix.FixOutcome, report: Report, form: str, *, notes: bool) -> None:
    """Print what was fixed, and the findings that are left."""
    if form == "json":
        click.echo(json.dumps(_as_dict(outcome, report), indent=2))
        return
    for finding, how in outcome.fixed:
        click.echo(f"{finding.place}: fixed {finding.rule}: {how}")
    if outcome.fixed:
        click.echo()
    for finding in report.listed(notes=notes):
        *block, end = text.findings_text([finding])
        if why_not := outcome.why_not(finding):
            block.append(f"     = not fixed: {why_not}")
        for line in (*block, end):
            click.echo(line)
    click.echo(f"{text.summary_line(report, report.findings)}; {len(outcome.fixed)} fixed")


def _as_dict(outcome: fix.FixOutcome, report: Report) -> dict[str, object]:
    left = data.findings_dict(report, report.findings)
    for entry, finding in zip(left["findings"], report.findings, strict=True):
        entry["not_fixed"] = outcome.why_not(finding)
    fixed = [{**data.finding_dict(finding), "how": how} for finding, how in outcome.fixed]
    rules = data.rules_of([*report.findings, *(finding for finding, _ in outcome.fixed)], site_address())
    return {"fixed": fixed, **left, "rules": rules}
