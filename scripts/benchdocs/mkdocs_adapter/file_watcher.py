"""Files of the suite watched while the site is served."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterable
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
"""What an observer is to tell of: a build opens thousands of files, and would have to be told of each."""


_SELDOM = 5.0
"""Seconds between two looks at folders of whose changes the system tells."""


class Watcher(FileSystemEventHandler):
    """Asks for a rebuild when a file of the suite changes, or a folder of it or around it comes or goes.

    The system tells at once, where it can. Going to look sees a change on every kind of disk. MkDocs' own
    observer does so twice a second; with thousands of files that takes a good part of the processor, so it
    is done seldom after a change that the system has told of. What both report counts once.
    """

    def __init__(
        self,
        server: LiveReloadServer,
        watched: Callable[[], Iterable[Path]],
        concerns: Callable[[Path], bool],
    ) -> None:
        """Take the folders to watch, which may come and go, and what says whether a path is the suite's."""
        self._server = server
        self._watched = watched
        self._concerns = concerns
        self._root: Path | None = None
        self._is_away = False
        """Whether the root itself is not there."""
        self._states: dict[Path, object] = {}
        self._lock = threading.Lock()
        self._told = _Told(self)
        self._prompt: BaseObserver = Observer()
        self._seldom: BaseObserver = PollingObserver(timeout=_SELDOM)
        for observer in (self._prompt, self._seldom):
            observer.daemon = True
            observer.start()

    def follow(self, root: Path) -> None:
        """Watch the root and every folder of the suite, once each; one that was away is watched anew.

        Ahead of a rebuild, so that what is written while it runs is noticed.
        """
        often = self._server.observer
        looking, resting = (self._seldom, often) if self._told.is_reliable else (often, self._seldom)
        is_away = not root.is_dir()
        if is_away != self._is_away:
            for observer in (self._prompt, looking):
                _unschedule(observer, _is_ours)
        self._root, self._is_away = root, is_away
        paths = {str(path): path != root for path in (root, *self._watched())}
        if is_away:  # its return is seen in the nearest folder that is there
            paths = {str(next(path for path in root.parents if path.is_dir())): False}
        for observer, handler in ((self._prompt, self._told), (looking, self)):
            if observer.is_alive():
                _unschedule(observer, lambda emitter: not emitter.is_alive())
            for path, is_recursive in paths.items():
                with contextlib.suppress(OSError):
                    observer.schedule(handler, path, recursive=is_recursive, event_filter=_CHANGES)
        _unschedule(resting, _is_ours)

    def changed_since(self, moment: float) -> bool:
        """Whether something was written, made, removed or renamed in the suite's folders since then."""
        folders = [path for folder in self._watched() for path in (folder, *folder.rglob("*"))]
        for path in folders:
            with contextlib.suppress(OSError):
                if path.stat().st_mtime > moment:
                    return True
        return False

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Note what was found by looking: the system has not told of it."""
        if self.is_news(event):
            self._told.is_reliable = False
            self.ask()

    def is_news(self, event: FileSystemEvent) -> bool:
        """Whether an event is the first about a change of the suite.

        MkDocs' own handler leaves folders out, and with them a suite's folder that is renamed.
        """
        if not isinstance(event, tuple(_CHANGES)):
            return False
        paths = [Path(os.fsdecode(path)) for path in (event.src_path, event.dest_path) if path]
        news = [self._is_new(path) for path in paths if self._concerns(path) or self._is_above(path)]
        return any(news)

    def _is_above(self, path: Path) -> bool:
        """Whether the suite stands or falls with a folder."""
        return self._root is not None and path in (self._root, *self._root.parents)

    def ask(self) -> None:
        """Ask for a rebuild."""
        with self._server._rebuild_cond:
            self._server._want_rebuild = True
            self._server._rebuild_cond.notify_all()

    def _is_new(self, path: Path) -> bool:
        """Whether a path differs from what the last event about it found."""
        state: object = None
        with contextlib.suppress(OSError):
            found = path.stat()
            state = (found.st_ino, *((found.st_mtime_ns, found.st_size) if path.is_file() else ()))
        with self._lock:
            is_new = path not in self._states or self._states[path] != state
            self._states[path] = state
        return is_new


class _Told(FileSystemEventHandler):
    """What the system tells of its own accord."""

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher
        self.is_reliable = False
        """Whether the last change became known this way."""

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Ask for a rebuild where it is due."""
        if self._watcher.is_news(event):
            self.is_reliable = True
            self._watcher.ask()


def _is_ours(emitter: EventEmitter) -> bool:
    """Whether it watches the suite, and not what MkDocs watches: that is not told of changes alone."""
    return emitter.watch.event_filter is not None


def _unschedule(observer: BaseObserver, is_meant: Callable[[EventEmitter], bool]) -> None:
    for emitter in [emitter for emitter in observer.emitters if is_meant(emitter)]:
        observer.unschedule(emitter.watch)
