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
    EVENT_TYPE_CLOSED,
    EVENT_TYPE_CREATED,
    EVENT_TYPE_DELETED,
    EVENT_TYPE_MODIFIED,
    EVENT_TYPE_MOVED,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

_MOVES = (EVENT_TYPE_CREATED, EVENT_TYPE_DELETED, EVENT_TYPE_MOVED)
_WRITES = (EVENT_TYPE_CLOSED, EVENT_TYPE_MODIFIED)


class Watcher(FileSystemEventHandler):
    """Asks for a rebuild when a file of the suite changes, or a folder of it comes, goes or is renamed.

    The system tells at once, where it can. MkDocs' own observer, which looks twice a second, sees a change on
    every kind of disk; what both report counts once.
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
        self._states: dict[Path, object] = {}
        self._lock = threading.Lock()
        self._prompt: BaseObserver = Observer()
        self._prompt.daemon = True
        self._prompt.start()

    def follow(self, root: Path) -> None:
        """Watch the root and every folder of the suite, once each; one that was away is watched anew.

        Ahead of a rebuild, so that what is written while it runs is noticed.
        """
        for observer in (self._prompt, self._server.observer):
            if observer.is_alive():
                for emitter in [emitter for emitter in observer.emitters if not emitter.is_alive()]:
                    observer.unschedule(emitter.watch)
            for path in (root, *self._watched()):
                with contextlib.suppress(OSError):
                    observer.schedule(self, str(path), recursive=path != root)

    def changed_since(self, moment: float) -> bool:
        """Whether something was written, made, removed or renamed in the suite's folders since then."""
        folders = [path for folder in self._watched() for path in (folder, *folder.rglob("*"))]
        for path in folders:
            with contextlib.suppress(OSError):
                if path.stat().st_mtime > moment:
                    return True
        return False

    def on_any_event(self, event: FileSystemEvent) -> None:
        """MkDocs' own handler leaves folders out, and with them a suite's folder that is renamed."""
        is_move = event.event_type in _MOVES
        if not is_move and (event.is_directory or event.event_type not in _WRITES):
            return
        paths = [Path(os.fsdecode(path)) for path in (event.src_path, event.dest_path) if path]
        news = [self._is_new(path) for path in paths if self._concerns(path)]
        if any(news):
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


class Viewers:
    """The pages that browsers show: those whose tabs wait for a change, and those last asked for."""

    _FEW = 3

    def __init__(self, server: LiveReloadServer, prepare: Callable[[str], None]) -> None:
        """Listen to what a server is asked, from now on; `prepare` is told each path ahead of the answer."""
        self._server = server
        self._prepare = prepare
        self._answer: Any = server.get_app()
        self._waiting: Counter[str] = Counter()
        self._asked: deque[str] = deque(maxlen=self._FEW)
        self._lock = threading.Lock()
        server.set_app(self._listen)

    @property
    def addresses(self) -> frozenset[str]:
        """The pages' addresses below the site's root as MkDocs knows them: "./" is the home page."""
        with self._lock:
            paths = {*self._asked, *(path for path, count in self._waiting.items() if count)}
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
                    self._asked.append(path)
            with self._server._epoch_cond:  # a rebuild that goes on would leave out what is prepared now
                self._server._epoch_cond.wait_for(
                    lambda: self._server._visible_epoch == self._server._wanted_epoch
                )
            self._prepare(path.removeprefix(self._server.mount_path))
            return self._answer(environ, start_response)
        page = unquote(urlsplit(environ.get("HTTP_REFERER", "")).path)
        with self._lock:
            self._waiting[page] += 1
        try:
            return self._answer(environ, start_response)
        finally:
            with self._lock:
                self._waiting[page] -= 1
