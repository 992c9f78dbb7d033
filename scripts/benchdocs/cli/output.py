"""Carry out and print what several commands have in common."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from benchdocs.cli.options import FAILED, suite_lock, with_specs
from benchdocs.files.atomic import reason
from benchdocs.reports import text
from benchdocs.reports.terminal import style_of
from benchdocs.reports.urls import site_address
from benchdocs.rules.check import Report

if TYPE_CHECKING:
    from benchdocs.authoring.changeset import Step

_Plan = TypeVar("_Plan")


def show_text(report: Report, *, notes: bool = False) -> None:
    """Print the findings for people, then the summary, which counts all."""
    style, shown = style_of(sys.stdout), report.listed(notes=notes)
    for line in text.findings_text(shown, style):
        click.echo(line, color=style.color)
    if len(shown) < len(report.findings):
        click.echo("To list the notes, run `benchdocs check --notes`")
    for line in text.closing_lines(report, shown, report.findings, site_address()):
        click.echo(line)


class Change:
    """Change of a suite by a command, which keeps other commands out until it has ended."""

    def __init__(self, root: Path, *, dry_run: bool) -> None:
        from benchdocs.authoring.file_states import states

        click.get_current_context().with_resource(suite_lock(with_specs(root), for_writing=not dry_run))
        self._root, self._dry_run = root, dry_run
        self._before = states(root)
        self._steps: Sequence[Step] = ()

    def planned(self, plan: Callable[[], _Plan]) -> _Plan:
        """Return what a command plans; wrong usage where a code or a file does not allow it."""
        from benchdocs.authoring.available_codes import CodeError

        try:
            return plan()
        except CodeError as error:
            raise click.UsageError(str(error)) from None
        except OSError as error:
            raise click.UsageError(reason(error)) from None

    def carry_out(self, steps: Sequence[Step]) -> None:
        """Carry out the steps, or show them in a dry run."""
        from benchdocs.authoring import changeset

        self._steps, lines = steps, [step.described(self._root) for step in steps]
        if not self._dry_run:
            try:
                changeset.carry_out(self._root, steps, self._before)
            except changeset.StoppedError as error:
                click.echo(f"{error}; fix that, then run the same command again")
                raise SystemExit(FAILED) from None
        for step, line in zip(steps, lines, strict=True):
            click.echo(f"{'dry run: ' if self._dry_run else ''}{line}")
            if self._dry_run and (difference := step.diff(self._root)):
                click.echo(difference)

    def show_git_add(self) -> None:
        """Print the command that stages the files of the steps; nothing where git cannot."""
        import shlex

        from benchdocs.history.git import GitError, git

        paths = list(dict.fromkeys(path for step in self._steps for path in (step.to, step.path) if path))
        if self._dry_run or not paths:
            return
        try:
            listed = git(self._root, "ls-files", "-z", "--", *paths)
        except GitError:
            return
        # A file that is gone and that git never knew cannot be staged.
        known = listed.decode("utf-8", "surrogateescape").split("\0")
        if staged := [path for path in paths if path in known or (self._root / path).exists()]:
            elsewhere = [] if self._root.resolve() == Path.cwd() else ["-C", self._root.as_posix()]
            click.echo(shlex.join(["git", *elsewhere, "add", *staged]))
