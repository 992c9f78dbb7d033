"""`check`: list the findings of a suite."""

import os
from contextlib import suppress
from pathlib import Path

import click

from benchdocs.cli.options import (
    CLEAN,
    FAILED,
    format_option,
    is_below,
    root_option,
    suite_at,
    suite_lock,
    undisturbed,
    with_specs,
)
from benchdocs.cli.output import show_text
from benchdocs.reports import data, text
from benchdocs.reports.urls import site_address
from benchdocs.rules.check import Report
from benchdocs.rules.check import check as run_check
from benchdocs.rules.finding import Finding


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@root_option
@click.option("--strict", is_flag=True, help="Fail on warnings too.")
@click.option(
    "--against",
    metavar="OLD",
    help="Compare the suite with an earlier state: a git revision or folder with specs (VER rules).",
)
@format_option(
    *("text", "json", "github", "gitlab", "sarif"),
    help="Format of the findings: for people, for programs, for GitHub, for GitLab or as a SARIF log.",
)
@click.option(
    "--notes", is_flag=True, help="List notes too, which fail nothing; else the text only counts them."
)
@click.option("--fix", is_flag=True, help="Fix what can be corrected in only one way, and list what is left.")
def check(
    paths: tuple[Path, ...],
    root: Path,
    strict: bool,
    against: str | None,
    form: str,
    notes: bool,
    fix: bool,
) -> None:
    """List every violation of the field specification.

    Reads the whole suite. With PATHs, shows (and fixes) only findings in those files or folders.
    Exit status: 0 clean (warnings allowed unless --strict), 1 failed, 2 wrong usage.
    """
    with_specs(root)
    if fix and form not in ("text", "json"):
        raise click.UsageError("`--fix` writes text or JSON, and no other format")
    wanted = [_relative_to_root(root, path) for path in paths]
    outcome = None
    if fix:
        from benchdocs.cli import fix as fixing

        with suite_lock(root, for_writing=True):
            outcome = fixing.fix_all(root, wanted)
    earlier = suite_at(against, root) if against else None
    report = _restricted(undisturbed(root, lambda: run_check(root, earlier)), wanted)
    if outcome:
        fixing.show(outcome, report, form, notes=notes)
    else:
        show_report(report, root, form, notes=notes)
    raise SystemExit(FAILED if report.failing(strict=strict) else CLEAN)


def _restricted(report: Report, wanted: list[str]) -> Report:
    """Return the report without findings, waived ones included, that involve none of these places."""
    if not wanted:
        return report

    def is_wanted(finding: Finding) -> bool:
        for path in {finding.path, *(related.path for related in finding.related)}:
            if any(is_below(path, place) for place in wanted):
                return True
        return False

    waived = tuple(entry for entry in report.waived if is_wanted(entry.finding))
    return report._replace(findings=tuple(filter(is_wanted, report.findings)), waived=waived)


def show_report(report: Report, root: Path, form: str, *, notes: bool = False) -> None:
    """Print the findings of a check in the format of this name."""
    if form == "text":
        show_text(report, notes=notes)
    elif form == "json":
        click.echo(data.findings_json(report, report.findings, site_address()))
    elif form == "github":
        from benchdocs.reports.github import workflow_commands

        for line in workflow_commands(report.findings, _folder(root), site_address()):
            click.echo(line)
        click.echo(text.summary_line(report, report.findings))
    elif form == "gitlab":
        from benchdocs.reports.gitlab import code_quality

        click.echo(code_quality(report.findings, _folder(root)))
    else:
        from benchdocs.history.provenance import tool
        from benchdocs.reports.sarif import findings_sarif

        about = {"folder": _folder(root), "site": site_address(), "settings": report.suite.settings.file.path}
        click.echo(findings_sarif(report.findings, report.waived, tool(), **about))


def _folder(root: Path) -> str:
    """Return the path to the root from its repository's top, else from the current folder, ending in `/`."""
    from benchdocs.history.git import GitError, folder_in_repository

    with suppress(GitError):
        return folder_in_repository(root)
    try:
        path = root.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return ""
    return "" if path == "." else f"{path}/"


def _relative_to_root(root: Path, path: Path) -> str:
    """Return a path given on the command line relative to the root, as findings name it."""
    for candidate in (path, root / path):
        if candidate.exists() or candidate.is_symlink():
            try:
                return Path(os.path.abspath(candidate)).relative_to(os.path.abspath(root)).as_posix()
            except ValueError:
                raise click.UsageError(f"`{path}` is not inside `{root}`") from None
    raise click.UsageError(f"`{path}` does not exist")
