"""`check --watch`: check again after every change of the suite."""

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Generator
from pathlib import Path

import click

from benchdocs.authoring.trial_copy import state_of, suite_entries
from benchdocs.cli.options import CLEAN, FAILED
from benchdocs.cli.output import show_text
from benchdocs.rules.check import Report

QUIET_PERIOD = 0.15
"""Seconds without a change after which a save counts as finished."""
LONGEST_WAIT = 2.0
_REST = 9
"""Times as long as a look at all files took, which pass until the next one: it takes a tenth of a core."""


def check_on_change(root: Path, look: Callable[[], Report], *, strict: bool) -> int:
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
                show_text(report)
                status = FAILED if report.failing(strict=strict) else CLEAN
                now = Counter((finding.rule, finding.path, finding.message) for finding in report.findings)
                news = "checked" if before is None else _difference(before, now)
                before = now
            click.echo(f"{time.strftime('%H:%M:%S')} {news}; waiting for a change, Ctrl-C ends")
    return status


def _difference(before: Counter[tuple[str, str, str]], now: Counter[tuple[str, str, str]]) -> str:
    """Return how many findings came and went; one that only moved to another line is the same."""
    return f"checked again: {(now - before).total()} new, {(before - now).total()} mended"


def changes(root: Path) -> Generator[None]:
    """Yield once at the start, and again each time that the suite has changed and then been quiet."""
    while True:
        before = now = _state(root)
        yield
        pause = QUIET_PERIOD
        while now == before:
            time.sleep(pause)
            start = time.monotonic()
            now = _state(root)
            pause = max(QUIET_PERIOD, _REST * (time.monotonic() - start))
        end = time.monotonic() + LONGEST_WAIT
        while now != before and time.monotonic() < end:
            time.sleep(QUIET_PERIOD)
            before, now = now, _state(root)


def _state(root: Path) -> object:
    """Return what is different when a file or folder of the suite is; None while the suite is away."""
    try:
        entries = [entry for entry in suite_entries(root) if not entry.name.endswith("~")]
    except OSError:
        return None
    return {entry.path: state_of(Path(entry.path)) for entry in entries}
