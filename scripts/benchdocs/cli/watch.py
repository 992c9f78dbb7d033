"""`check --watch`: check again after every change of the suite."""

import contextlib
import os
import stat
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator
from fnmatch import fnmatchcase
from pathlib import Path

import click
from watchdog.events import (
    EVENT_TYPE_CLOSED_NO_WRITE,
    EVENT_TYPE_MODIFIED,
    EVENT_TYPE_OPENED,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch

from benchdocs.cli.options import CLEAN, FAILED
from benchdocs.cli.output import show_text
from benchdocs.rules.check import Report
from benchdocs.specs.discovery import SUITE_NAMES
from benchdocs.suite.inventory import INVENTORY_FILE

QUIET_PERIOD = 0.15
"""Seconds without a change after which a save counts as finished."""
LONGEST_WAIT = 2.0
_RESCAN_INTERVAL = 1.0
"""Seconds between searches for folders that reappeared, which raise no event."""


def check_on_change(root: Path, look: Callable[[], Report], *, strict: bool) -> int:
    """Check now and after every change until Ctrl-C; return the exit status of the last check."""
    status = CLEAN
    before: Counter[tuple[str, str, str]] | None = None
    with contextlib.suppress(KeyboardInterrupt), contextlib.closing(changes(root)) as moments:
        for _ in moments:
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
    observer = Observer()
    observer.daemon = True
    observer.start()
    watcher = _ChangeRecorder(root.resolve(), observer)
    try:
        watcher.follow()
        while True:
            watcher.changed.clear()
            yield
            while not (watcher.changed.wait(_RESCAN_INTERVAL) or watcher.follow()):
                pass
            watcher.await_quiet()
            watcher.follow()
    finally:
        observer.stop()
        observer.join(_RESCAN_INTERVAL)


_Identity = tuple[int, int]


def _identity(folder: Path) -> _Identity | None:
    """Return what distinguishes a folder from one that replaces it; None where there is no folder."""
    try:
        status = folder.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if stat.S_ISDIR(status.st_mode) else None


class _ChangeRecorder(FileSystemEventHandler):
    """Watcher of the files that a check reads."""

    def __init__(self, root: Path, observer: BaseObserver) -> None:
        self.root = root
        self.changed = threading.Event()
        self._observer = observer
        self._watched: dict[Path, tuple[_Identity, ObservedWatch]] = {}

    def follow(self) -> bool:
        """Watch the folders that exist now; return whether one came, went or was replaced."""
        folders = {self.root: _identity(self.root)}
        for name in SUITE_NAMES:
            folders |= {path: _identity(path) for path in self.root.glob(name)}
        there = {path: identity for path, identity in folders.items() if identity}
        alive = {emitter.watch for emitter in self._observer.emitters if emitter.is_alive()}
        before = set(self._watched)
        for path, (identity, watch) in list(self._watched.items()):
            if there.get(path) != identity or watch not in alive:
                self._observer.unschedule(watch)
                del self._watched[path]
        unchanged = set(self._watched)
        for path in there.keys() - unchanged:
            with contextlib.suppress(FileNotFoundError, PermissionError):
                watch = self._observer.schedule(self, str(path), recursive=path != self.root)
                self._watched[path] = (there[path], watch)
        return unchanged != before or set(self._watched) != unchanged

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Note a change; reading a file is none, and changes of a folder are reported by its files."""
        reads = event.event_type in (EVENT_TYPE_OPENED, EVENT_TYPE_CLOSED_NO_WRITE)
        if reads or (event.is_directory and event.event_type == EVENT_TYPE_MODIFIED):
            return
        paths = [Path(os.fsdecode(path)) for path in (event.src_path, event.dest_path) if path]
        if any(map(self._is_in_suite, paths)):
            self.changed.set()

    def _is_in_suite(self, path: Path) -> bool:
        """Return whether a path, present or gone, is the root or part of the suite; hidden files are not."""
        if path == self.root:
            return True
        if self.root not in path.parents:
            return False
        steps = path.relative_to(self.root).parts
        wanted = any(fnmatchcase(steps[0], name) for name in (*SUITE_NAMES, INVENTORY_FILE))
        return wanted and not any(step.startswith(".") or step.endswith("~") for step in steps)

    def await_quiet(self) -> None:
        """Return once nothing has changed for the quiet period, or after the longest wait."""
        end = time.monotonic() + LONGEST_WAIT
        while self.changed.is_set() and time.monotonic() < end:
            self.changed.clear()
            self.changed.wait(QUIET_PERIOD)
