"""`check --watch`: check again after every change of the suite."""

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path

import click

from benchdocs.authoring.file_states import QUIET_PERIOD, changed_states, states
from benchdocs.cli.options import CLEAN, FAILED
from benchdocs.cli.output import show_text
from benchdocs.rules.check import Report

LONGEST_WAIT = 2.0
"""Seconds after which a check starts though files are still being written."""


def check_on_change(root: Path, look: Callable[[], Report], *, strict: bool, notes: bool) -> int:
    """Check now and after every change until Ctrl-C; return the exit status of the last check."""
    status = CLEAN
    before: Counter[tuple[str, str, str]] | None = None
    with contextlib.suppress(KeyboardInterrupt):
        for _ in changes(root):
            click.clear()
            try:
                report = look()
            except click.ClickException as error:
                status, news = error.exit_code, error.message
            except OSError as error:
                status, news = FAILED, f"the suite cannot be read: {error.strerror or error}"
            else:
                show_text(report, notes=notes)
                status = FAILED if report.failing(strict=strict) else CLEAN
                shown = report.listed(notes=notes)
                now = Counter(finding.identity for finding in shown)
                news = "checked" if before is None else _difference(before, now)
                before = now
            click.echo(f"{time.strftime('%H:%M:%S')} {news}; waiting for a change (stop with Ctrl-C)")
    return status


def _difference(before: Counter[tuple[str, str, str]], now: Counter[tuple[str, str, str]]) -> str:
    """Return how many findings came and went; one that only moved to another line is the same."""
    return f"checked again: {(now - before).total()} new, {(before - now).total()} fixed"


def changes(root: Path) -> Generator[None]:
    """Yield once at the start, and again each time that the suite has changed and then been quiet."""
    while True:
        before = states(root)
        yield
        now = changed_states(partial(states, root), before)
        end = time.monotonic() + LONGEST_WAIT
        while now != before and time.monotonic() < end:
            time.sleep(QUIET_PERIOD)
            before, now = now, states(root)
