"""Files of the suite watched while the site is served."""

import contextlib
import os
import threading
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from mkdocs.livereload import LiveReloadServer
from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, EventEmitter
from watchdog.observers.polling import PollingObserver

from benchdocs.mkdocs_adapter.mkdocs_internals import ReloadControl

_CHANGES: list[type[FileSystemEvent]] = [
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
]
"""Events that observers report: a build opens thousands of files, each of which would be an event too."""
_SLOW_POLL = 5.0
"""Seconds between two polls of folders whose changes the system reports."""


class SuiteWatcher:
    """Requests a rebuild when a file of the suite changes, or a folder of it or around it comes or goes.

    Where the system can report changes, it does so at once. Polling sees a change on every kind of disk, but
    with thousands of files MkDocs' two polls a second take a good part of the processor. So folders are
    polled slowly once the system has reported a change. A change that both report counts once.
    """

    def __init__(
        self,
        server: LiveReloadServer,
        watched: Callable[[], Iterable[Path]],
        is_source: Callable[[Path], bool],
    ) -> None:
        """Take functions that return the folders to watch now, and whether a path is a source."""
        self._control = ReloadControl(server)
        self._fast_poll = server.observer
        self._watched = watched
        self._is_source = is_source
        self._root: Path | None = None
        self._is_root_missing = False
        self._states: dict[Path, object] = {}
        self._lock = threading.Lock()
        self._on_report = FileSystemEventHandler()
        self._on_poll = FileSystemEventHandler()
        vars(self._on_report)["on_any_event"] = partial(self.handle, is_reported=True)
        vars(self._on_poll)["on_any_event"] = partial(self.handle, is_reported=False)
        self._is_system_reliable = False
        """Whether the system itself reported the last change."""
        self._reporting: BaseObserver = Observer()
        self._slow_poll: BaseObserver = PollingObserver(timeout=_SLOW_POLL)
        for observer in (self._reporting, self._slow_poll):
            observer.daemon = True
            observer.start()

    def watch(self, root: Path) -> None:
        """Watch the root and every folder of the suite; one that was missing is watched anew.

        Called before a rebuild, so that what is written during it is noticed.
        """
        polling, idle = (
            (self._slow_poll, self._fast_poll)
            if self._is_system_reliable
            else (self._fast_poll, self._slow_poll)
        )
        is_missing = not root.is_dir()
        if is_missing != self._is_root_missing:
            for observer in (self._reporting, polling):
                _unschedule(observer, _is_ours)
        self._root, self._is_root_missing = root, is_missing
        paths = {str(path): path != root for path in (root, *self._watched())}
        if is_missing:  # its return is seen in the nearest folder that exists
            paths = {str(next(path for path in root.parents if path.is_dir())): False}
        for observer, handler in ((self._reporting, self._on_report), (polling, self._on_poll)):
            if observer.is_alive():
                _unschedule(observer, lambda emitter: not emitter.is_alive())
            for path, is_recursive in paths.items():
                with contextlib.suppress(OSError):
                    observer.schedule(handler, path, recursive=is_recursive, event_filter=_CHANGES)
        _unschedule(idle, _is_ours)

    def changed_since(self, moment: float) -> bool:
        """Return whether something in the suite's folders changed since a moment, in seconds of the epoch."""
        for path in (path for folder in self._watched() for path in (folder, *folder.rglob("*"))):
            with contextlib.suppress(OSError):
                if path.stat().st_mtime > moment:
                    return True
        return False

    def handle(self, event: FileSystemEvent, *, is_reported: bool) -> None:
        """Request a rebuild for a new change, which the system has reported or polling has found."""
        if self._is_new_change(event):
            self._is_system_reliable = is_reported
            self._control.request_rebuild()

    def _is_new_change(self, event: FileSystemEvent) -> bool:
        """Return whether an event is the first about a change of the suite.

        MkDocs' own handler ignores folders, and with them a suite's folder that is renamed.
        """
        if not isinstance(event, tuple(_CHANGES)):
            return False
        paths = [Path(os.fsdecode(path)) for path in (event.src_path, event.dest_path) if path]
        new = [
            self._has_new_state(path) for path in paths if self._is_source(path) or self._holds_suite(path)
        ]
        return any(new)

    def _holds_suite(self, path: Path) -> bool:
        return self._root is not None and path in (self._root, *self._root.parents)

    def _has_new_state(self, path: Path) -> bool:
        """Return whether a path differs from what the last event about it found."""
        state: object = None
        with contextlib.suppress(OSError):
            found = path.stat()
            state = (found.st_ino, *((found.st_mtime_ns, found.st_size) if path.is_file() else ()))
        with self._lock:
            is_new = path not in self._states or self._states[path] != state
            self._states[path] = state
        return is_new


def _is_ours(emitter: EventEmitter) -> bool:
    """Return whether it watches the suite; MkDocs' own emitters have no filter of events."""
    return emitter.watch.event_filter is not None


def _unschedule(observer: BaseObserver, applies: Callable[[EventEmitter], bool]) -> None:
    for emitter in [emitter for emitter in observer.emitters if applies(emitter)]:
        observer.unschedule(emitter.watch)
