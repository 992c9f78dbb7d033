"""`release`: give the suite's present state a name."""

import datetime
import json
import re
from pathlib import Path

import click

from benchdocs.cli.options import FAILED, comment_option, dry_run_option, root_option, suite_lock, with_specs
from benchdocs.cli.output import carry_out, show_git_add
from benchdocs.rules.check import Report
from benchdocs.specs.discovery import RELEASE_FOLDER
from benchdocs.specs.releases import RELEASE_NAME


@click.command()
@click.argument("name")
@click.option(
    "--on", type=click.DateTime(["%Y-%m-%d"]), help="Day of the release: YYYY-MM-DD (default: today)."
)
@comment_option("What readers have to know of it.")
@dry_run_option
@root_option
def release(name: str, on: datetime.datetime | None, comment: str, dry_run: bool, root: Path) -> None:
    """Give the suite's present state a NAME, such as 1.0.

    The release is a new file, `releases/NAME.yaml`, with the digests of all specs, prompts and settings, and
    of the pages and specifications that they are held to. The page of changes then shows what changed since,
    and from one release to the next. Refused are a suite with errors or with files that are not committed, a
    day to come, a name that is taken, and a state that has a name already. Exit status: 0 done, 1 refused, 2
    wrong usage.
    """
    from benchdocs.authoring.changeset import Step
    from benchdocs.authoring.file_states import states
    from benchdocs.history.provenance import norms_digest, suite_digest
    from benchdocs.rules.check import check

    if not re.fullmatch(RELEASE_NAME, name):
        raise click.UsageError("a release's name has letters, digits, dots, hyphens and underscores: 1.0")
    click.get_current_context().with_resource(suite_lock(with_specs(root), for_writing=not dry_run))
    before = states(root)
    report = check(root)
    digest, norms = suite_digest(report.suite), norms_digest(report.suite)
    day = on.date() if on else datetime.date.today()
    if reason := _refusal(report, name, day, digest):
        click.echo(f"nothing is released: {reason}")
        raise SystemExit(FAILED)
    lines = [f'name: "{name}"', f"date: {day}", f'digest: "{digest}"', f'norms: "{norms}"']
    lines += [f"comment: {json.dumps(comment, ensure_ascii=False)}"] if comment else []
    steps = (Step(f"{RELEASE_FOLDER}/{name}.yaml", "\n".join(lines) + "\n"),)
    carry_out(root, steps, before, dry_run=dry_run)
    if not dry_run:
        show_git_add(root, steps)


def _refusal(report: Report, name: str, day: datetime.date, digest: str) -> str | None:
    """Return why the present state cannot have this name; None where it can."""
    from benchdocs.history.provenance import commit, is_present
    from benchdocs.rules.finding import Severity

    suite = report.suite
    taken = {release.stem.lower(): release for release in suite.releases}
    if name.lower() in taken:
        return f"there is a release `{taken[name.lower()].stem}` already, and releases are never changed"
    if day > datetime.date.today():
        return f"{day} is in the future"
    if count := report.count(Severity.ERROR):
        return f"the suite has {count} error{'' if count == 1 else 's'}; `benchdocs check` lists them"
    if same := next((each.stem for each in suite.releases if is_present(suite, each.fields, digest)), None):
        return f"the suite is as it was in release `{same}`"
    checkout = commit(suite.root)
    if checkout and checkout.files:
        return f"commit these files first: {', '.join(checkout.files)}"
    return None
