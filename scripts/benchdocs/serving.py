"""The server of a preview: which files ask for a rebuild, which pages browsers show, when they load again.

`mkdocs_hooks` imports this module once; like it, it lives as long as the server.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

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


def _is_page(path: str, accepted: str) -> bool:
    """Whether who asks for a path wants a page, and not a style sheet, a script or data."""
    name = path.rpartition("/")[2]
    return "." not in name or name.endswith(".html") or "text/html" in accepted


def _is_ours(emitter: EventEmitter) -> bool:
    """Whether it watches the suite, and not what MkDocs watches: that is not told of changes alone."""
    return emitter.watch.event_filter is not None


def _unschedule(observer: BaseObserver, is_meant: Callable[[EventEmitter], bool]) -> None:
    for emitter in [emitter for emitter in observer.emitters if is_meant(emitter)]:
        observer.unschedule(emitter.watch)


class Viewers:
    """The pages that browsers show: those whose tabs wait for a change, and those last asked for."""

    _FEW = 3

    def __init__(
        self,
        server: LiveReloadServer,
        prepare: Callable[[str], None],
        complete: Callable[[str, str], str] = lambda html, url: html,
    ) -> None:
        """Listen to what a server is asked, from now on.

        `prepare` is told each path ahead of the answer, and `complete` makes what is answered for a page that
        is not there from the page that says so and the address of the folder it was looked for in.
        """
        self._server = server
        self._prepare = prepare
        self._complete = complete
        self._answer: Any = server.get_app()
        self._waiting: Counter[str] = Counter()
        self._last: deque[str] = deque(maxlen=self._FEW)
        self._since: set[str] = set()
        self._lock = threading.Lock()
        server.set_app(self._listen)

    @property
    def addresses(self) -> frozenset[str]:
        """The pages' addresses below the site's root as MkDocs knows them: "./" is the home page."""
        with self._lock:
            return self._below({*self._last, *(path for path, count in self._waiting.items() if count)})

    @property
    def asked(self) -> frozenset[str]:
        """These, and all that were asked for since the last `start`."""
        with self._lock:
            since = self._below(self._since)
        return since | self.addresses

    def start(self) -> None:
        """A rebuild starts: who asks from now on waits for it."""
        with self._lock:
            self._since.clear()

    def _below(self, paths: Iterable[str]) -> frozenset[str]:
        mount = self._server.mount_path
        below = (path.removeprefix(mount) for path in paths if path.startswith(mount))
        return frozenset(path.removesuffix("index.html") or "./" for path in below)

    def reload(self) -> None:
        """Let all open pages load again; where a rebuild has been asked for, that does it when it is over."""
        server = self._server
        with server._rebuild_cond, server._epoch_cond:
            if not server._want_rebuild and server._wanted_epoch == server._visible_epoch:
                server._wanted_epoch = server._visible_epoch = int(time.monotonic() * 1000)
                server._epoch_cond.notify_all()

    def _listen(self, environ: dict[str, Any], start_response: Any) -> Any:
        path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "ignore")
        if not path.startswith("/livereload/"):
            if path.endswith(("/", ".html")):
                with self._lock:
                    self._last.append(path)
                    self._since.add(path)
            with self._server._epoch_cond:  # a rebuild that goes on would leave out what is prepared now
                self._server._epoch_cond.wait_for(
                    lambda: self._server._visible_epoch == self._server._wanted_epoch
                )
                epoch = self._server._visible_epoch
            self._prepare(path.removeprefix(self._server.mount_path))
            return self._answered(environ, start_response, path, epoch)
        page = unquote(urlsplit(environ.get("HTTP_REFERER", "")).path)
        with self._lock:
            self._waiting[page] += 1
        try:
            return self._answer(environ, start_response)
        finally:
            with self._lock:
                self._waiting[page] -= 1

    def _answered(self, environ: dict[str, Any], start_response: Any, path: str, epoch: int) -> Any:
        """The server's answer; where a page is asked for and not there, one that loads again like any other.

        MkDocs would leave a tab dead whose page is away for a single build.
        """
        said: list[str] = []

        def start(status: str, headers: list[tuple[str, str]]) -> Any:
            said.append(status)
            return start_response(status, headers)

        answer = self._answer(environ, start)
        mount = self._server.mount_path
        if not said or not said[0].startswith("404") or not path.startswith(mount):
            return answer
        if not _is_page(path, environ.get("HTTP_ACCEPT", "")):
            return answer
        folder = path.removeprefix(mount).rpartition("/")[0]
        html = self._complete(b"".join(answer).decode(), f"{folder}/" if folder else "")
        server: Any = self._server
        return [server._inject_js_into_html(html.encode(), epoch)]
