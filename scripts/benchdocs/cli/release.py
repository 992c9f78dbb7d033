"""`release`: give the suite's present state a name."""

import datetime
import json
import re
from pathlib import Path

import click

from benchdocs.cli.options import comment_option, dry_run_option, root_option
from benchdocs.cli.output import change
from benchdocs.files.safe_path import refusal
from benchdocs.rules.check import Report
from benchdocs.specs.discovery import RELEASE_FOLDER
from benchdocs.specs.numbers import counted
from benchdocs.specs.releases import RELEASE_NAME


@click.command()
@click.argument("name")
@click.option(
    "--on", type=click.DateTime(["%Y-%m-%d"]), help="Date of the release: YYYY-MM-DD (default: today)."
)
@comment_option("What readers need to know about it.")
@dry_run_option
@root_option
def release(name: str, on: datetime.datetime | None, comment: str, dry_run: bool, root: Path) -> None:
    """Give the current state of the suite a NAME, such as 1.0.

    A release is a new file, `releases/NAME.yaml`, with the digests of all specs, prompts and settings, and of
    the pages and specifications that they follow. The page of changes then shows what changed since, and from
    one release to the next. The command refuses a suite with errors, uncommitted files or no git repository,
    a date in the future or before the suite's first commit, a name that is taken, and a state that already
    has a name. Exit status: 0 done, 1 refused, 2 wrong usage.
    """
    from benchdocs.authoring.changeset import Plan, RefusedError, Step
    from benchdocs.history.provenance import norms_digest, suite_digest
    from benchdocs.rules.check import check
    from benchdocs.rules.support.records import today

    if not re.fullmatch(RELEASE_NAME, name):
        raise click.UsageError(
            "a release's name consists of letters, digits, dots, hyphens and underscores, such as 1.0"
        )
    if unfit := refusal(f"{RELEASE_FOLDER}/{name}.yaml"):
        raise click.UsageError(f"a release named `{name}` cannot have a file: {unfit}")

    def plan() -> Plan:
        report = check(root)
        digest, norms = suite_digest(report.suite), norms_digest(report.suite)
        day = on.date() if on else today(root)
        if reason := _refusal(report, name, day, digest):
            raise RefusedError(f"nothing was released: {reason}")
        lines = [f'name: "{name}"', f"date: {day}", f'digest: "{digest}"', f'norms: "{norms}"']
        lines += [f"comment: {json.dumps(comment, ensure_ascii=False)}"] if comment else []
        return Plan((Step(f"{RELEASE_FOLDER}/{name}.yaml", "\n".join(lines) + "\n"),))

    change(root, plan, dry_run=dry_run)


def _refusal(report: Report, name: str, day: datetime.date, digest: str) -> str | None:
    """Return why the present state cannot have this name; None where it can."""
    from benchdocs.history.git import GitError
    from benchdocs.history.provenance import commit, is_present
    from benchdocs.history.record_log import record_log
    from benchdocs.rules.finding import Severity
    from benchdocs.rules.support.records import impossible_day

    suite = report.suite
    taken = {release.stem.lower(): release for release in suite.releases}
    if name.lower() in taken:
        return f"the release `{taken[name.lower()].stem}` already exists, and releases are never changed"
    if impossible := impossible_day(suite.root, record_log(suite.root), day):
        return impossible
    if count := report.count(Severity.ERROR):
        return f"the suite has {counted(count, 'error')}; run `benchdocs check` to list them"
    if same := next((each.stem for each in suite.releases if is_present(suite, each.fields, digest)), None):
        return f"the suite is identical to release `{same}`"
    try:
        differing = commit(suite).files
    except GitError as error:
        return f"git cannot tell whether every file is committed: {error.in_words}"
    return f"commit these files first: {', '.join(differing)}" if differing else None
