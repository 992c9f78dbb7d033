"""The `benchdocs` command: what authors and continuous integration run."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from benchdocs import inventory as inventories
from benchdocs import report as reports
from benchdocs.check import check as run_check
from benchdocs.finding import Finding, Severity, did_you_mean
from benchdocs.load import AnySpec, has_specs
from benchdocs.review import StampError, fingerprint, stamped
from benchdocs.rules import RULE_BY_ID, RULES
from benchdocs.staging import replace_text
from benchdocs.suite import Suite
from benchdocs.textfile import is_blank

CLEAN, FAILED = 0, 1  # wrong usage is 2, which click exits with

_format_option = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="How the answer is written."
)


def _root_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--root",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        default=Path(),
        help="Folder that holds the specs (default: the current one).",
    )(command)


@click.group()
@click.version_option(package_name="benchdocs")
def main() -> None:
    """Check benchmark specs, and explain what is found."""


@main.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def headers(folder: Path) -> None:
    """Write the headers that a host should send with the released versions in FOLDER.

    A build writes them for itself; for versions side by side they stand above all of them.
    """
    from benchdocs import headers as header_file

    replace_text(folder / header_file.NAME, header_file.headers(folder))


@main.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@_root_option
@click.option("--strict", is_flag=True, help="Let warnings fail as well.")
@click.option(
    "--against",
    metavar="OLD",
    help="Hold the suite against an earlier state: a git revision, or a folder with specs (VER rules).",
)
@_format_option
def check(paths: tuple[Path, ...], root: Path, strict: bool, against: str | None, form: str) -> None:
    """List every violation of the field specification.

    The whole suite is read; with PATHs, only findings in those files or folders are shown.
    Exit status: 0 clean (warnings allowed unless --strict), 1 findings that fail, 2 wrong usage.
    """
    _with_specs(root)
    wanted = [_below(root, path) for path in paths]
    report = run_check(root, _suite_at(against, root) if against else None)
    findings = [finding for finding in report.findings if not wanted or _in_any(finding, wanted)]
    if form == "json":
        click.echo(reports.findings_json(report, findings))
    else:
        for line in reports.findings_text(findings):
            click.echo(line)
        click.echo(reports.summary_line(report, findings))
    failing = set(report.failing(strict=strict))
    raise SystemExit(FAILED if failing.intersection(findings) else CLEAN)


def _suite_at(name: str, root: Path) -> Suite:
    # Not for a plain `check`, whose start it would slow down.
    from benchdocs.revisions import RevisionError, suite_at

    try:
        return suite_at(name, root)
    except RevisionError as error:
        raise click.UsageError(str(error)) from None


def _with_specs(root: Path) -> Path:
    if not has_specs(root):
        needed = "it holds neither `rubrics/` nor a `...-component/` folder"
        raise click.UsageError(f"no specs in `{root}`: {needed}")
    return root


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


@main.command()
@click.argument("old")
@click.argument("new", required=False)
@_root_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    help="How the answer is written.",
)
@click.option(
    "--scores",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="CSV with the columns benchmark and score (0 to 1): say which verdicts flip as well.",
)
def diff(old: str, new: str | None, root: Path, form: str, scores: Path | None) -> None:
    """Say what changed from OLD to NEW, in the suite's own terms.

    Each is a folder with specs, or a git revision of the repository that the root belongs to; without NEW,
    the root as it is. Comments, order of keys and layout change nothing. Exit status: 0; 2 for wrong usage.
    """
    # Not for `check`, whose start they would slow down.
    from benchdocs import change_report
    from benchdocs.changes import State, changes
    from benchdocs.flips import ScoresError, flips, read_scores

    before, after = _suite_at(old, root), _suite_at(new or str(root), root)
    found = changes(State.of(before), State.of(after))
    flipped = None
    if scores:
        try:
            text = scores.read_text(encoding="utf-8")
            flipped = flips(before, after, read_scores(text, before, after))
        except UnicodeDecodeError:
            raise click.UsageError(f"{scores}: save the file with the encoding UTF-8") from None
        except ScoresError as error:
            raise click.UsageError(f"{scores}: {error}") from None
    if form == "json":
        click.echo(change_report.changes_json(found, flipped))
        return
    lines = change_report.changes_text if form == "text" else change_report.changes_markdown
    for line in lines(found, flipped):
        click.echo(line)


@main.command()
@click.argument("code")
@click.option("--by", required=True, help="Name or role of who reviewed the spec.")
@click.option(
    "--on", type=click.DateTime(["%Y-%m-%d"]), help="Day of the review: YYYY-MM-DD (default: today)."
)
@_root_option
def review(code: str, by: str, on: datetime.datetime | None, root: Path) -> None:
    """Stamp the benchmark or rubric with this CODE as reviewed, as it is now.

    Only the `review` field of its file is written; comments, order and layout stay. The stamp's fingerprint
    covers what affects the score, the judge's prompt included. A spec with errors is not stamped.
    Exit status: 0 stamped, 1 the spec has errors, 2 wrong usage.
    """
    report = run_check(_with_specs(root))
    suite = report.suite
    spec: AnySpec | None = suite.benchmark.get(code) or suite.rubric.get(code)
    if spec is None:
        hint = did_you_mean(code, (*suite.benchmark, *suite.rubric)) or "see `benchdocs inventory`"
        raise click.UsageError(f"there is no benchmark or rubric `{code}`; {hint}")
    if is_blank(by):
        raise click.UsageError("--by needs the name or role of who reviewed the spec")
    path = spec.document.path
    concerned = (path, getattr(spec.fields, "llm_prompt_file", None))
    errors = [
        finding
        for finding in report.findings
        if finding.path in concerned and finding.severity is Severity.ERROR
    ]
    if errors:
        for line in reports.findings_text(errors):
            click.echo(line)
        click.echo(f"{path} is not stamped: mend its errors first")
        raise SystemExit(FAILED)
    day = on.date() if on else datetime.date.today()
    # Byte for byte: the file keeps its line ends and its byte order mark.
    text = (root / path).read_bytes().decode()
    mark = fingerprint(suite, spec)
    try:
        replace_text(root / path, stamped(text, by, day, mark))
    except StampError as error:
        click.echo(f"{path} is not stamped: {error}. Write it by hand, as a field `review` of its own:")
        name = json.dumps(by, ensure_ascii=False)
        click.echo(f'review: {{by: {name}, on: {day}, fingerprint: "{mark}"}}')
        raise SystemExit(FAILED) from None
    click.echo(f"{path}: {code} is stamped as reviewed by {by} on {day}")


@main.command()
@_root_option
@click.option("--write", is_flag=True, help="Put it into AGENTS.md.")
def inventory(root: Path, write: bool) -> None:
    """Show the suite's inventory, or refresh it in AGENTS.md."""
    suite = run_check(_with_specs(root)).suite
    if not write:
        click.echo(inventories.inventory(suite))
        return
    path = root / inventories.INVENTORY_FILE
    file = inventories.read_inventory(suite)
    if file and file.problems:
        raise click.UsageError(f"{path}: {file.problems[0].message}")
    old = file.text if file else ""
    new = inventories.with_inventory(suite, old)
    if new != old:
        replace_text(path, new)
    click.echo(f"{path} " + ("was current" if new == old else "now lists the suite as it is"))


@main.command()
@click.argument("rule_id", required=False)
@_format_option
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


if __name__ == "__main__":
    main()
