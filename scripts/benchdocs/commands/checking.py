"""`check` and `rules`: what is wrong with a suite, and what a rule asks for."""

from __future__ import annotations

import json
from pathlib import Path

import click

from benchdocs import report as reports
from benchdocs.check import check as run_check
from benchdocs.commands.options import CLEAN, FAILED, root_option, suite_at, with_specs
from benchdocs.finding import Finding, did_you_mean
from benchdocs.rules import RULE_BY_ID, RULES

format_option = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="How the answer is written."
)


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@root_option
@click.option("--strict", is_flag=True, help="Let warnings fail as well.")
@click.option(
    "--against",
    metavar="OLD",
    help="Hold the suite against an earlier state: a git revision, or a folder with specs (VER rules).",
)
@click.option("--fix", is_flag=True, help="Mend what has exactly one right form, and list what is left.")
@click.option("--diff", "as_diff", is_flag=True, help="With --fix: show the difference, and write nothing.")
@format_option
def check(
    paths: tuple[Path, ...],
    root: Path,
    strict: bool,
    against: str | None,
    fix: bool,
    as_diff: bool,
    form: str,
) -> None:
    """List every violation of the field specification.

    The whole suite is read; with PATHs, only findings in those files or folders are shown (and mended).
    Exit status: 0 clean (warnings allowed unless --strict), 1 findings that fail, 2 wrong usage.
    """
    with_specs(root)
    if as_diff and not fix:
        raise click.UsageError("--diff shows what --fix would change; add --fix")
    wanted = [_below(root, path) for path in paths]
    outcome = None
    if fix:
        from benchdocs.commands import fixing  # not for a plain `check`, whose start it would slow down

        outcome = fixing.plan(root, wanted)
        if not as_diff:
            fixing.write(root, outcome)
            wanted += [change.new_path for change in outcome.files if wanted]
    report = run_check(root, suite_at(against, root) if against else None)
    findings = [finding for finding in report.findings if not wanted or _in_any(finding, wanted)]
    if outcome:
        fixing.show(outcome, report, findings, form, as_diff=as_diff)
    elif form == "json":
        click.echo(reports.findings_json(report, findings))
    else:
        for line in reports.findings_text(findings):
            click.echo(line)
        click.echo(reports.summary_line(report, findings))
    failing = set(report.failing(strict=strict))
    raise SystemExit(FAILED if failing.intersection(findings) else CLEAN)


def _below(root: Path, path: Path) -> str:
    """A path given on the command line, relative to the root as findings name it."""
    for candidate in (path, root / path):
        if candidate.exists() or candidate.is_symlink():
            try:
                return candidate.absolute().relative_to(root.absolute()).as_posix()
            except ValueError:
                raise click.UsageError(f"`{path}` is not inside `{root}`") from None
    raise click.UsageError(f"`{path}` does not exist")


def _in_any(finding: Finding, wanted: list[str]) -> bool:
    """Whether a finding, or a place it is related to, lies in one of these files and folders."""
    involved = {finding.path, *(related.path for related in finding.related)}
    return any(
        path == "." or place == path or place.startswith(f"{path}/") for path in wanted for place in involved
    )


@click.command()
@click.argument("rule_id", required=False)
@format_option
def rules(rule_id: str | None, form: str) -> None:
    """List the rules, or explain the one with this ID."""
    if rule_id is None:
        as_json = [reports.rule_dict(rule) for rule in RULES] if form == "json" else []
        click.echo(json.dumps(as_json, indent=2) if form == "json" else reports.rules_text(RULES))
        return
    rule = RULE_BY_ID.get(rule_id.upper())
    if rule is None:
        raise click.UsageError(
            f"there is no rule `{rule_id}`; {did_you_mean(rule_id, RULE_BY_ID) or 'see `benchdocs rules`'}"
        )
    click.echo(json.dumps(reports.rule_dict(rule), indent=2) if form == "json" else reports.rule_text(rule))
