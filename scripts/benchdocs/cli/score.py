"""`score`: what the results of a run mean for the suite."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchdocs.cli.options import (
    FAILED,
    format_option,
    root_option,
    undisturbed,
    with_specs,
)
from benchdocs.cli.output import change
from benchdocs.documents.locations import printable
from benchdocs.specs.numbers import counted
from benchdocs.suite.files import grouped

if TYPE_CHECKING:
    from benchdocs.scoring.calibration import Calibration
    from benchdocs.scoring.json_lines import BadLine
    from benchdocs.scoring.plan import Plan
    from benchdocs.scoring.report import ScoreReport
    from benchdocs.scoring.results import Results
    from benchdocs.specs.records import Label
    from benchdocs.suite.suite import Suite

UNDECIDED = 3
"""Exit code of results that decide nothing yet."""
_MOST_LISTED = 50
_LONGEST_ABOUT = 1_000_000
_MOST_OTHERS = 1_000
"""Most files beside the results that are looked into for other runs of their plan."""


_INPUT = click.Path(exists=True, dir_okay=False, path_type=Path)
_OUTPUT = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("results", nargs=-1, required=True, type=_INPUT)
@root_option
@click.option("--plan", "plan_file", type=_INPUT, help="Plan of the run; else `plan.json` next to RESULTS.")
@click.option("--against", type=_INPUT, help="RESULTS of an earlier run: compare the cases of both.")
@click.option("--labels", type=_INPUT, help="Labels that people gave the cases: compare them with the run.")
@click.option(
    "--code", multiple=True, type=(str, str), metavar="THEIRS OURS", help="A code of LABELS, and ours."
)
@format_option("text", "json", "markdown", help="Format.")
@click.option("--out", type=_OUTPUT, help="Write the report to this file.")
@click.option("--record", help="Record the run, or its labels, by this name.", metavar="NAME")
@click.option("--html", type=_OUTPUT, help="Write the report to this file as an HTML page, too.")
def score(
    results: tuple[Path, ...],
    root: Path,
    plan_file: Path | None,
    against: Path | None,
    labels: Path | None,
    code: tuple[tuple[str, str], ...],
    form: str,
    out: Path | None,
    html: Path | None,
    record: str | None,
) -> None:
    """Score the RESULTS of a run: JSON lines, each with the verdict on one case by one benchmark.

    Every benchmark, rubric and component gets a verdict: pass, fail, blocked, undecided or missing. Nothing
    passes without a plan of the run. Exit status: 0 pass; 1 fail or blocked; 2 wrong usage, or results that
    cannot be scored; 3 undecided.

    Results of `export-evals --calibration` measure a judge; its record is `runs/judges/NAME.yaml`.

    `benchdocs schema judge_reply` describes the reply of a line:

    \b
    {"case": "case-1", "benchmark": "A-DEM1", "reply": {…}}
    """
    with _refusing():
        is_calibration = any(map(_measures_judge, results))
    if not is_calibration:
        plan_file = plan_file or _beside(results)
    inputs = [*results, *filter(None, (plan_file, against, labels))]
    if code and not labels:
        raise click.UsageError("`--code` goes with `--labels`")
    for path in inputs:
        if not path.is_file() and not path.is_fifo():
            raise click.UsageError(f"`{path}` is no plain file")
    if out and html and out.absolute() == html.absolute():
        raise click.UsageError("`--out` and `--html` name the same file")
    for option, target in (("--out", out), ("--html", html)):
        if target == Path("-"):
            raise click.UsageError(f"`{option} -` names no file")
        if target and target.exists() and not _may_replace(target, inputs):
            raise click.UsageError(f"`{target}` is one of the inputs, or no plain file: name another")
    # Not for `check`, whose start they would slow down.
    from benchdocs.files.atomic import put
    from benchdocs.reports.scores.data import score_json
    from benchdocs.reports.scores.forms import score_html, score_markdown, score_text
    from benchdocs.rules.check import check
    from benchdocs.scoring.comparison import refuse_incomparable
    from benchdocs.scoring.plan import read_plan
    from benchdocs.scoring.report import ScoreReport
    from benchdocs.specs.choices import RunVerdict
    from benchdocs.suite.digest import suite_digest

    report = undisturbed(root, lambda: check(with_specs(root)))
    if report.failing(strict=False):
        raise click.UsageError("the suite has errors, so nothing can be scored: run `benchdocs check`")
    suite, digest = report.suite, suite_digest(report.suite)
    if is_calibration:
        if plan_file or against or labels or html or form == "markdown":
            why = "a measured judge has a table alone, as text or JSON"
            raise click.UsageError(f"{why}: it takes `--record`, `--out` and `--format json`")
        _measure(results, suite, digest, form, out, record)
        return
    with _refusing():
        plan = read_plan(plan_file.read_bytes()) if plan_file else None
    said = _labels(labels, dict(code), suite) if labels else ()
    read = _read(results, suite, plan, digest)
    scored = ScoreReport(suite, read, digest, plan, _others(results, read), said)
    before: ScoreReport | None = None
    if against:
        before = ScoreReport(suite, _read((against,), suite, plan, digest), digest, plan)
    with _refusing():
        if before:
            refuse_incomparable(before, scored)
        verdict = scored.verdict
    in_form = {"text": score_text, "json": score_json, "markdown": score_markdown}[form]
    text = in_form(scored, before)
    if record is not None:
        _keep(scored, record)
    with _refusing():
        if html:
            put(html, score_html(scored, before).encode())
    _show(text, out)
    if verdict in (RunVerdict.FAIL, RunVerdict.BLOCKED):
        raise SystemExit(FAILED)
    if verdict is not RunVerdict.PASS:
        raise SystemExit(UNDECIDED)


def _labels(path: Path, codes: Mapping[str, str], suite: Suite) -> Sequence[Label]:
    """Return the labels of a file; wrong usage, with all that is wrong, where they cannot be used."""
    from benchdocs.reports.text import findings_text
    from benchdocs.rules.check import findings_in
    from benchdocs.scoring.trace_labels import read_labels
    from benchdocs.specs.validation import Broken

    file = read_labels(path, codes)
    findings = findings_in(file, suite)
    if findings or isinstance(file, Broken):
        click.echo("\n".join(findings_text(findings)), err=True)
        raise click.UsageError("the labels cannot be used, and nothing was written")
    return file.fields.labels


def _measures_judge(path: Path) -> bool:
    """Return whether the results of a file measure a judge."""
    from benchdocs.scoring.results import is_calibration

    if not path.is_file():
        return False
    with path.open("rb") as file:
        return is_calibration(file.readline(_LONGEST_ABOUT))


def _measure(
    paths: tuple[Path, ...], suite: Suite, digest: str, form: str, out: Path | None, record: str | None
) -> None:
    """Show how well a judge did on confirmed cases, and record it; wrong usage where that is not known."""
    from benchdocs.reports.scores.measured import calibration_json, calibration_text
    from benchdocs.scoring.admission import refuse_unfit_calibration
    from benchdocs.scoring.calibration import Calibration, calibration_plan

    with _refusing():
        plan = calibration_plan(suite, digest)
        read = _opened(paths, suite, plan)
        refuse_unfit_calibration(read, plan)
    calibration = Calibration(suite, digest, read)
    text = calibration_text(calibration) if form == "text" else calibration_json(calibration)
    if record is not None:
        _keep(calibration, record)
    _show(text, out)


def _keep(result: ScoreReport | Calibration, name: str) -> None:
    """Add a record to the suite; wrong usage where it may not be recorded."""
    from benchdocs.authoring.changeset import ChangeSet
    from benchdocs.authoring.records import new_record

    change(result.suite.root, lambda: ChangeSet((new_record(result, name),)), beside_report=True)


def _show(text: str, out: Path | None) -> None:
    """Write a report to a file, or else to the console."""
    from benchdocs.files.atomic import put

    if not out:
        click.echo(text, nl=False)
        return
    with _refusing():
        put(out, text.encode())


def _beside(results: tuple[Path, ...]) -> Path | None:
    """Return the plan in the folder of the results; None where there is none."""
    from benchdocs.scoring.plan import FILE

    plans = {path.parent / FILE for path in results if (path.parent / FILE).is_file()}
    if len(plans) > 1:
        raise click.UsageError("the results are in folders with a plan each: name one by `--plan`")
    return next(iter(plans), None)


def _may_replace(target: Path, inputs: list[Path]) -> bool:
    """Return whether a file that exists is a plain one, and no input."""
    return target.is_file() and not target.is_symlink() and not any(map(target.samefile, inputs))


@contextmanager
def _refusing() -> Iterator[None]:
    """End as wrong usage where something cannot be read, written or scored."""
    from benchdocs.files.atomic import reason

    try:
        yield
    except OSError as error:
        raise click.UsageError(reason(error)) from None
    except ValueError as error:
        raise click.UsageError(printable(str(error))) from None


def _read(paths: tuple[Path, ...], suite: Suite, plan: Plan | None, digest: str) -> Results:
    """Return what the files hold; say which lines cannot be used. Wrong usage where nothing can be scored."""
    from benchdocs.scoring.admission import refuse_unfit

    with _refusing():
        read = _opened(paths, suite, plan)
        refuse_unfit(read, plan, suite, digest)
    return read


def _opened(paths: tuple[Path, ...], suite: Suite, plan: Plan | None) -> Results:
    """Return what the files hold; say which lines cannot be used."""
    from benchdocs.scoring.results import read_results

    with ExitStack() as files:
        opened = {str(path): files.enter_context(path.open("rb")) for path in paths}
        read = read_results(opened, suite, plan)
    _list_bad(read.bad)
    return read


def _others(paths: tuple[Path, ...], read: Results) -> int:
    """Return the number of other files of results beside these that name the same plan and product."""
    from benchdocs.scoring.results import names_run

    own, beside = {path.resolve() for path in paths}, set[Path]()
    for folder in {path.parent for path in own}:
        beside.update(islice(folder.glob("*.jsonl"), _MOST_OTHERS))
    others = 0
    for path in {other.resolve() for other in beside} - own:
        if path.is_file():
            with path.open("rb") as file:
                others += names_run(file.readline(_LONGEST_ABOUT), read.about)
    return others


def _list_bad(lines: Iterable[BadLine]) -> None:
    """Say which lines cannot be used, each reason once."""
    by_reason = grouped((bad.why, bad) for bad in lines)
    for first, *others in islice(by_reason.values(), _MOST_LISTED):
        text = f"{first.file}:{first.line}: {first.why}"
        if others:
            text += f" (and {counted(len(others), 'more line')})"
        click.echo(printable(text), err=True)
    unlisted = len(by_reason) - _MOST_LISTED
    if unlisted > 0:
        click.echo(f"not listed: {counted(unlisted, 'more reason')}", err=True)
