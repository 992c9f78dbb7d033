"""The pages that browsers show while the site is served."""

import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import unquote, urlsplit

from mkdocs.livereload import LiveReloadServer

from benchdocs.mkdocs_adapter.mkdocs_internals import ReloadControl


class Viewers:
    """The pages that browsers show: those whose tabs wait for a change, and those last requested."""

    _LAST_REQUESTED = 3

    def __init__(
        self,
        server: LiveReloadServer,
        prepare: Callable[[str], None],
        complete: Callable[[str, str], str] = lambda html, url: html,
    ) -> None:
        """Follow the requests to a server from now on.

        `prepare` is given each path before the answer. `complete` makes the answer for a page that does not
        exist from the server's page for that and the address of the folder it was looked for in.
        """
        self._control = ReloadControl(server)
        self._mount = server.mount_path
        self._prepare = prepare
        self._complete = complete
        self._answer: Any = server.get_app()
        self._waiting: Counter[str] = Counter()
        self._last: deque[str] = deque(maxlen=self._LAST_REQUESTED)
        self._since_start: set[str] = set()
        self._lock = threading.Lock()
        server.set_app(self._respond)

    @property
    def addresses(self) -> frozenset[str]:
        """The pages' addresses below the site's root as MkDocs knows them: "./" is the home page."""
        with self._lock:
            return self._below({*self._last, *(path for path, count in self._waiting.items() if count)})

    @property
    def requested(self) -> frozenset[str]:
        """The addresses of these pages, and of all that were requested since the last `start`."""
        with self._lock:
            since_start = self._below(self._since_start)
        return since_start | self.addresses

    def start(self) -> None:
        """Note that a rebuild starts: whoever requests a page from now on waits for it."""
        with self._lock:
            self._since_start.clear()

    def _below(self, paths: Iterable[str]) -> frozenset[str]:
        below = (path.removeprefix(self._mount) for path in paths if path.startswith(self._mount))
        return frozenset(path.removesuffix("index.html") or "./" for path in below)

    def _respond(self, environ: dict[str, Any], start_response: Any) -> Any:
        path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "ignore")
        if path.startswith("/livereload/"):
            return self._respond_to_tab(environ, start_response)
        if path.endswith(("/", ".html")):
            with self._lock:
                self._last.append(path)
                self._since_start.add(path)
        epoch = self._control.wait_for_rebuild()  # a rebuild would leave out what is prepared during it
        self._prepare(path.removeprefix(self._mount))
        return self._page_or_substitute(environ, start_response, path, epoch)

    def _respond_to_tab(self, environ: dict[str, Any], start_response: Any) -> Any:
        """Let an open tab wait for a change of the site."""
        page = unquote(urlsplit(environ.get("HTTP_REFERER", "")).path)
        with self._lock:
            self._waiting[page] += 1
        try:
            return self._answer(environ, start_response)
        finally:
            with self._lock:
                self._waiting[page] -= 1

    def _page_or_substitute(self, environ: dict[str, Any], start_response: Any, path: str, epoch: int) -> Any:
        """Return the server's answer; for a missing page, one that loads again like any other.

        MkDocs would leave a tab dead whose page is missing for a single build.
        """
        statuses: list[str] = []

        def start(status: str, headers: list[tuple[str, str]]) -> Any:
            statuses.append(status)
            return start_response(status, headers)

        answer = self._answer(environ, start)
        if not statuses or not statuses[0].startswith("404") or not path.startswith(self._mount):
            return answer
        name = path.rpartition("/")[2]
        if "." in name and not name.endswith(".html") and "text/html" not in environ.get("HTTP_ACCEPT", ""):
            return answer  # a style sheet, a script or data
        folder = path.removeprefix(self._mount).rpartition("/")[0]
        html = self._complete(b"".join(answer).decode(), f"{folder}/" if folder else "")
        return [self._control.with_reload_script(html.encode(), epoch)]
