"""`review`: stamp a spec as reviewed."""

import datetime
import json
import sys
from pathlib import Path

import click

from benchdocs.authoring.changeset import Step, StoppedError, carry_out
from benchdocs.authoring.file_states import states
from benchdocs.cli.completion import complete_codes
from benchdocs.cli.options import FAILED, root_option, suite_lock, with_specs
from benchdocs.documents.spelling import did_you_mean
from benchdocs.documents.text_file import is_blank
from benchdocs.documents.yaml_edit import EditError, with_mapping
from benchdocs.reports import text as reports
from benchdocs.reports.terminal import style_of
from benchdocs.rules.check import check as run_check
from benchdocs.rules.finding import Severity
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.fingerprints import fingerprint


@click.command()
@click.argument("code", shell_complete=complete_codes)
@click.option("--by", required=True, help="Name or role of who reviewed the spec.")
@click.option(
    "--on", type=click.DateTime(["%Y-%m-%d"]), help="Day of the review: YYYY-MM-DD (default: today)."
)
@root_option
def review(code: str, by: str, on: datetime.datetime | None, root: Path) -> None:
    """Stamp the benchmark or rubric with this CODE as reviewed, as it is now.

    Only the `review` field of its file is written; comments, order and layout stay. The stamp's fingerprint
    covers what affects the score, the judge's prompt included. A spec with errors is not stamped.
    Exit status: 0 stamped, 1 the spec has errors or cannot be written, 2 wrong usage.
    """
    click.get_current_context().with_resource(suite_lock(with_specs(root), for_writing=True))
    before = states(root)
    report = run_check(root)
    suite = report.suite
    spec: AnySpec | None = suite.benchmark.get(code) or suite.rubric.get(code)
    if spec is None:
        hint = did_you_mean(code, (*suite.benchmark, *suite.rubric)) or "see `benchdocs inventory`"
        if code in suite.alias:
            hint = f"it is a former code, write `{suite.alias[code]}`"
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
        style = style_of(sys.stdout)
        for line in reports.findings_text(errors, style):
            click.echo(line, color=style.color)
        click.echo(f"{path} is not stamped: mend its errors first")
        raise SystemExit(FAILED)
    day = on.date() if on else datetime.date.today()
    # Byte for byte: the file keeps its line ends and its byte order mark.
    text = (root / path).read_bytes().decode()
    mark = fingerprint(suite, spec)
    # Quoted: a name may hold any character, and a fingerprint of digits would be a number.
    name, quoted_mark = json.dumps(by, ensure_ascii=False), json.dumps(mark)
    try:
        stamped = with_mapping(text, "review", {"by": name, "on": str(day), "fingerprint": quoted_mark})
        carry_out(root, [Step(path, stamped)], before)
    except EditError:
        why = "the file's form leaves no place for a stamp"
        click.echo(f"{path} is not stamped: {why}. Write it by hand, as a field `review` of its own:")
        click.echo(f"review: {{by: {name}, on: {day}, fingerprint: {quoted_mark}}}")
        raise SystemExit(FAILED) from None
    except StoppedError as error:
        click.echo(f"{path} is not stamped: {error.reason}")
        raise SystemExit(FAILED) from None
    click.echo(f"{path}: {code} is stamped as reviewed by {by} on {day}")
