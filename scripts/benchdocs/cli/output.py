"""Carry out and print what several commands have in common."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchdocs.cli.options import FAILED, suite_lock, with_specs
from benchdocs.files.atomic import reason
from benchdocs.reports import text
from benchdocs.reports.urls import site_address
from benchdocs.rules.check import Report

if TYPE_CHECKING:
    from benchdocs.authoring.changeset import ChangeSet, Step
    from benchdocs.rules.finding import Finding


def show_text(report: Report, *, notes: bool = False) -> None:
    """Print the findings for people, then the summary, which counts all."""
    color, shown = text.shows_color(sys.stdout), report.listed(notes=notes)
    for line in text.findings_text(shown, color=color):
        click.echo(line, color=color)
    if len(shown) < len(report.findings):
        click.echo("To list the notes, run `benchdocs check --notes`")
    for line in text.closing_lines(report, shown, report.findings, site_address()):
        click.echo(line)


def change(
    root: Path, plan: Callable[[], ChangeSet], *, is_new: bool = False, beside_report: bool = False
) -> None:
    """Plan a change of a suite, then carry it out; other commands have to wait.

    Without specs in the root, that is wrong usage, except where a suite is new. Beside a report, which is the
    command's output, what is done goes to standard error, and what is refused is wrong usage.
    """
    from benchdocs.authoring import changeset
    from benchdocs.authoring.available_codes import CodeError
    from benchdocs.authoring.file_states import states

    start = root if is_new else with_specs(root)
    click.get_current_context().with_resource(suite_lock(start, for_writing=True))
    before = states(root)
    try:
        steps, notes = plan()
        lines = [step.described(root) for step in steps]
        changeset.carry_out(root, steps, before)
    except CodeError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise click.UsageError(reason(error)) from None
    except (changeset.RefusedError, changeset.StoppedError) as error:
        if beside_report:
            raise click.UsageError(str(error)) from None
        if isinstance(error, changeset.StoppedError):
            click.echo(f"{error}; fix that, then run the same command again")
        else:
            _show_notes(error.args)
        raise SystemExit(FAILED) from None
    for line in lines:
        click.echo(line, err=beside_report)
    _show_notes(notes)
    if steps:
        _show_git_add(root, steps, err=beside_report)


def _show_notes(notes: Iterable[str | Finding]) -> None:
    for note in notes:
        lines = [note] if isinstance(note, str) else text.findings_text([note])
        for line in lines:
            click.echo(line)


def _show_git_add(root: Path, steps: Iterable[Step], *, err: bool) -> None:
    """Print the command that stages the files of the steps; nothing where git cannot."""
    import shlex

    from benchdocs.history.git import GitError, git

    with suppress(GitError):
        git(root, "rev-parse")
        command = ["git"]
        if root.resolve() != Path.cwd():
            command += ["-C", root.as_posix()]
        click.echo(shlex.join([*command, "add", *(step.path for step in steps)]), err=err)
