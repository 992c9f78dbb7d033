"""The server of a preview: which files ask for a rebuild, which pages browsers show, when they load again.

`mkdocs_hooks` imports this module once; like it, it lives as long as the server.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import unquote, urlsplit

from mkdocs.livereload import LiveReloadServer


def _is_page(path: str, accepted: str) -> bool:
    """Whether who asks for a path wants a page, and not a style sheet, a script or data."""
    name = path.rpartition("/")[2]
    return "." not in name or name.endswith(".html") or "text/html" in accepted


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
