"""`score`: what the results of a run mean for the suite."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchdocs.cli.options import FAILED, format_option, root_option, undisturbed, with_specs
from benchdocs.specs.numbers import counted
from benchdocs.suite.files import grouped

if TYPE_CHECKING:
    from benchdocs.scoring.code_runs import ProductRecord
    from benchdocs.scoring.json_lines import BadLine
    from benchdocs.scoring.results import Result, Results
    from benchdocs.suite.suite import BenchmarkSpec, Suite

UNDECIDED = 3
"""Exit code of results that decide nothing yet."""
_MOST_LISTED = 50


_INPUT = click.Path(exists=True, dir_okay=False, path_type=Path)
_OUTPUT = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("results", nargs=-1, type=_INPUT)
@root_option
@click.option("--outputs", type=_INPUT, help="Records of the product, on which scripts are run, with limits.")
@click.option("--against", type=_INPUT, help="RESULTS of an earlier run: compare the cases of both.")
@click.option("--tag", default="", help="Report only on the suite's cases with this tag; decides nothing.")
@format_option("text", "json", "markdown", help="Format.")
@click.option("--out", type=_OUTPUT, help="Write the report to this file.")
@click.option("--out-results", type=_OUTPUT, help="Write all verdicts, also of `--outputs`, as RESULTS.")
def score(
    results: tuple[Path, ...],
    root: Path,
    outputs: Path | None,
    against: Path | None,
    tag: str,
    form: str,
    out: Path | None,
    out_results: Path | None,
) -> None:
    """Score the RESULTS of a run: JSON lines, each with the verdict on one case by one benchmark.

    Every benchmark, rubric and component gets a verdict: pass, fail, blocked, undecided or missing. Exit
    status: 0 pass; 1 fail or blocked; 2 wrong usage, or a line that cannot be used; 3 undecided.

    `benchdocs schema judge_reply` describes the reply of a line:

    \b
    {"case": "case-1", "benchmark": "A-DEM1", "reply": {…}}
    """
    inputs = [*results, *filter(None, (outputs, against))]
    for path in inputs:
        if not path.is_file() and not path.is_fifo():
            raise click.UsageError(f"`{path}` is no file")
    for target in (out, out_results):
        if target and target.exists() and not _may_replace(target, inputs):
            raise click.UsageError(f"`{target}` is one of the inputs, or no plain file: name another")
    if out and out_results and out.resolve() == out_results.resolve():
        raise click.UsageError("`--out` and `--out-results` need a file each")
    # Not for `check`, whose start they would slow down.
    from benchdocs.files.atomic import put
    from benchdocs.history.provenance import suite_digest
    from benchdocs.reports import scores
    from benchdocs.rules.check import check
    from benchdocs.scoring.code_runs import read_records
    from benchdocs.scoring.report import RunVerdict, ScoreReport
    from benchdocs.scoring.results import Results
    from benchdocs.suite.cases import tagged

    report = undisturbed(root, lambda: check(with_specs(root)))
    if report.failing(strict=False):
        raise click.UsageError("the suite has errors, so nothing can be scored: run `benchdocs check`")
    if not results and not outputs:
        raise click.UsageError("name a file of results, or records with `--outputs`")
    with _refusing():
        chosen = tagged(report.suite, tag) if tag else set[str]()
    read, applying = _read(results, report.suite), dict[str, tuple[str, ...]]()
    if outputs:
        records, bad = read_records(str(outputs), outputs.read_bytes(), report.suite)
        _refuse_bad(bad)
        stated = (*read.stated, {"suite": suite_digest(report.suite)})
        read = Results(_with_code(records, report.suite, read.results), stated, ())
        applying = {record.case: record.codes for record in records}
    scored = ScoreReport(report.suite, read.results, read.about, applying)
    before = None
    if against:
        earlier = _read((against,), report.suite)
        before = ScoreReport(report.suite, earlier.results, earlier.about)
    if tag:
        scored, before = scored.subset(tag, chosen), before and before.subset(tag, chosen)
    with _refusing():
        verdict = scored.verdict
    if form == "json":
        text = scores.score_json(scored, before)
    else:
        in_form = scores.score_text_lines if form == "text" else scores.score_markdown_lines
        text = "".join(f"{line}\n" for line in in_form(scored, before))
    with _refusing():
        for target, content in ((out_results, read.text), (out, text)):
            if target:
                put(target, content.encode())
    if not out:
        click.echo(text, nl=False)
    if verdict is not RunVerdict.PASS:
        if verdict in (RunVerdict.FAIL, RunVerdict.BLOCKED):
            raise SystemExit(FAILED)
        raise SystemExit(UNDECIDED)


def _may_replace(target: Path, inputs: list[Path]) -> bool:
    """Return whether a file that exists is a plain one, and no input."""
    return target.is_file() and not target.is_symlink() and not any(map(target.samefile, inputs))


@contextmanager
def _refusing(ending: str = "") -> Iterator[None]:
    """End as wrong usage where something cannot be read, written or scored."""
    from benchdocs.files.atomic import reason

    try:
        yield
    except OSError as error:
        raise click.UsageError(reason(error)) from None
    except ValueError as error:
        raise click.UsageError(f"{error}{ending}") from None


def _read(paths: tuple[Path, ...], suite: Suite) -> Results:
    """Return what the files hold; wrong usage with every line that cannot be used."""
    from benchdocs.scoring.results import read_results

    with _refusing():
        read = read_results({str(path): path.read_bytes() for path in paths}, suite)
    _refuse_bad(read.bad)
    return read


def _with_code(
    records: list[ProductRecord], suite: Suite, judgments: tuple[Result, ...]
) -> tuple[Result, ...]:
    """Return the judges' results with those of the code evaluators, which are run; say so first."""
    from benchdocs.scoring.code_runs import ALL_SECONDS, limit, with_code

    count = sum(spec.fields.implementation is not None for spec in suite.benchmark.values())
    click.echo(
        f"Running {counted(count, 'code evaluator')} of the suite on {counted(len(records), 'record')}, each "
        f"apart, with limits on memory and time: {limit(records, ALL_SECONDS):.0f} seconds for all of them. "
        "Only run a suite whose code you have read.",
        err=True,
    )
    with _refusing("; leave them out, or leave out `--outputs`"):
        done = with_code(suite, records, judgments, watched)
    for failure in done.failures:
        click.echo(failure, err=True)
    return done.results


def watched(specs: Iterable[BenchmarkSpec]) -> Iterator[BenchmarkSpec]:
    """Yield benchmarks; a terminal shows in a line how many are done, and which is running."""
    bar = click.progressbar(specs, item_show_func=lambda spec: spec and spec.code, file=sys.stderr)
    with bar if sys.stderr.isatty() else nullcontext(specs) as shown:
        yield from shown


def _refuse_bad(lines: tuple[BadLine, ...]) -> None:
    """End as wrong usage with what is wrong, each once; do nothing where no line is bad."""
    by_reason = grouped((bad.why, bad) for bad in lines)
    for first, *others in islice(by_reason.values(), _MOST_LISTED):
        text = f"{first.file}:{first.line}: {first.why}"
        if others:
            text += f" (and {counted(len(others), 'more line')})"
        click.echo(text, err=True)
    if lines:
        unlisted, rest = len(by_reason) - _MOST_LISTED, ""
        if unlisted > 0:
            rest = f" (not listed: {counted(unlisted, 'more reason')})"
        raise click.UsageError(f"{counted(len(lines), 'line')} cannot be used{rest}, so nothing was scored")
