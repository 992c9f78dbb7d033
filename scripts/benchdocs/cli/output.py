"""Carry out and print what several commands have in common."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchdocs.cli.options import FAILED
from benchdocs.reports import text
from benchdocs.reports.terminal import style_of
from benchdocs.reports.urls import site_address
from benchdocs.rules.check import Report

if TYPE_CHECKING:
    from benchdocs.authoring.changeset import Step
    from benchdocs.authoring.file_states import States


def show_text(report: Report, *, notes: bool = False) -> None:
    """Print the findings for people, then the summary, which counts all."""
    style, shown = style_of(sys.stdout), report.listed(notes=notes)
    for line in text.findings_text(shown, style):
        click.echo(line, color=style.color)
    if len(shown) < len(report.findings):
        click.echo("To list the notes, run `benchdocs check --notes`")
    for line in text.closing_lines(report, shown, report.findings, site_address()):
        click.echo(line)


def carry_out(root: Path, steps: Sequence[Step], before: States, *, dry_run: bool) -> None:
    """Carry out steps, or show them; `before` are the states of the files that they were worked out from."""
    from benchdocs.authoring import changeset

    lines = [step.described(root) for step in steps]
    if not dry_run:
        try:
            changeset.carry_out(root, steps, before)
        except changeset.StoppedError as error:
            click.echo(f"{error}; fix that, then run the same command again")
            raise SystemExit(FAILED) from None
    for step, line in zip(steps, lines, strict=True):
        click.echo(f"{'dry run: ' if dry_run else ''}{line}")
        if dry_run and (difference := step.diff(root)):
            click.echo(difference)


def show_git_add(root: Path, steps: Sequence[Step]) -> None:
    """Print the command that stages the files of these steps; nothing where git cannot."""
    import shlex

    from benchdocs.history.git import GitError, git

    paths = list(dict.fromkeys(path for step in steps for path in (step.to, step.path) if path))
    try:
        listed = git(root, "ls-files", "-z", "--", *paths)
    except GitError:
        return
    # A file that is gone and that git never knew cannot be staged.
    known = listed.decode("utf-8", "surrogateescape").split("\0")
    if staged := [path for path in paths if path in known or (root / path).exists()]:
        elsewhere = [] if root.resolve() == Path.cwd() else ["-C", root.as_posix()]
        click.echo(shlex.join(["git", *elsewhere, "add", *staged]))
