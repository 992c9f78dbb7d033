"""Answers of a preview to browsers: only at its own address, never with an exception, and never old ones."""

import logging
import mimetypes
import posixpath
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import ip_address
from threading import Thread
from typing import Any
from urllib.parse import quote, urlsplit

import click
from mkdocs.commands import serve as mkdocs_serve
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer

from benchdocs.mkdocs_adapter import failure_page
from benchdocs.mkdocs_adapter.preview import Preview

_LOG = logging.getLogger("mkdocs.plugins.benchdocs")
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_EVERY_ADDRESS = ("", "0.0.0.0", "::")
_WAIT = 60.0
"""Seconds that an open tab waits for a change before it asks again."""
_RELOADING = re.compile(r"/livereload/(\d{1,15})")
_TYPES = {".js": "application/javascript", ".mjs": "application/javascript", ".md": "text/markdown"}
_SCRIPT = """<script>
function livereload(epoch) {
  let stop = null;
  function wait() {
    if (document.hidden || stop) return;
    stop = new AbortController();
    fetch("/livereload/" + epoch, { signal: stop.signal })
      .then(answer => answer.text())
      .then(now => Number(now) > epoch ? location.reload() : 0)
      .catch(() => 3000)
      .then(pause => setTimeout(() => { stop = null; wait(); }, pause));
  }
  document.addEventListener("visibilitychange", () => document.hidden && stop ? stop.abort() : wait());
  wait();
}
livereload(%d);
</script>"""
"""Loads a page again once its version is no longer the latest; a hidden tab looks when it is shown."""
_Headers = list[tuple[str, str]]


def prepare(preview: Preview) -> None:
    """Let a preview read the sources in place of the builds of `mkdocs serve`."""
    commands: Any = mkdocs_serve

    def read_first(config: MkDocsConfig, **options: Any) -> None:
        commands.build = build
        preview.read_first(config, **options)

    build, commands.build = commands.build, read_first


def attach(
    server: LiveReloadServer, preview: Preview, config: MkDocsConfig, read: Callable[[], None]
) -> None:
    """Let a preview answer the requests to MkDocs' server, and watch what MkDocs would watch."""
    for path in (config.docs_dir, config.config_file_path, *config.theme.dirs):
        with suppress(KeyError):  # the theme is watched on request
            server.unwatch(path)
    config.watch.clear()
    preview.serve(read)
    server.set_app(Answers(preview, config.dev_addr.host, server.mount_path))
    Thread(target=preview.watch, daemon=True).start()


class Answers:
    """The answers to requests, as a WSGI application."""

    def __init__(self, preview: Preview, served: str, mount: str) -> None:
        """Take the host that is served, and the path of the site on it, with its slashes."""
        self._preview = preview
        self._served = served
        self._mount = mount

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request at the host that is served."""
        asked = environ.get("HTTP_HOST", "")
        if asked and not is_own(asked, self._served):
            start_response("403 Forbidden", [("Content-Type", "text/plain; charset=utf-8")])
            return [_refusal(asked).encode("latin-1", "replace")]
        path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "ignore")
        accepts_html = "text/html" in environ.get("HTTP_ACCEPT", "")
        status, headers, body = self._answer(path, accepts_html=accepts_html)
        start_response(status, headers)
        return [body]

    def _answer(self, path: str, *, accepts_html: bool) -> tuple[str, _Headers, bytes]:
        if match := _RELOADING.fullmatch(path):
            now = self._preview.wait(int(match[1]), _WAIT)
            return "200 OK", [("Content-Type", "text/plain")], str(now).encode()
        if not f"{path}/".startswith(self._mount):
            return _redirect(self._mount) if path == "/" else _plain_not_found()
        name = path[len(self._mount) :]
        name = f"{name}index.html" if path.endswith("/") or not name else name
        name = posixpath.normpath(f"/{name}").lstrip("/")
        epoch = self._preview.epoch
        try:
            body, epoch = self._preview.answer(name)
            if body is not None:
                return "200 OK", [("Content-Type", _type(name))], self._reloading(name, body, epoch)
            if not path.endswith("/") and self._preview.answer(f"{name}/index.html")[0] is not None:
                return _redirect(f"{path}/")
            if "." in posixpath.basename(name) and not name.endswith(".html") and not accepts_html:
                return _plain_not_found()  # a style sheet, a script or data
            folder = posixpath.dirname(name)
            body = self._preview.not_found(f"{folder}/" if folder else "")
            return "404 Not Found", _html_headers(), self._reloading(".html", body, epoch)
        except Exception as error:
            status = "200 OK" if name.endswith(".html") else "404 Not Found"
            return status, _html_headers(), self._reloading(".html", _failed(error), epoch)

    def _reloading(self, name: str, body: bytes, epoch: int) -> bytes:
        """Return a page with the script that loads it again; any other file as it is."""
        if not name.endswith(".html"):
            return body
        before, end, after = body.rpartition(b"</body>")
        script = (_SCRIPT % epoch).encode()
        return b"".join((before, script, end, after)) if end else body + script


def _failed(error: Exception) -> bytes:
    """Return a page about what a request ran into."""
    failure = failure_page.description(error)
    click.echo(f"A page cannot be shown.\n{failure}", err=True)
    _LOG.debug("The failure in full:", exc_info=error)
    return failure_page.page(failure).encode()


def _html_headers() -> _Headers:
    return [("Content-Type", "text/html; charset=utf-8")]


def _redirect(path: str) -> tuple[str, _Headers, bytes]:
    return "302 Found", [("Location", quote(path))], b""


def _plain_not_found() -> tuple[str, _Headers, bytes]:
    return "404 Not Found", [("Content-Type", "text/plain; charset=utf-8")], b"Not found\n"


def _type(name: str) -> str:
    """Return the media type of a file, as a browser needs it."""
    known = _TYPES.get(posixpath.splitext(name)[1]) or mimetypes.guess_type(name)[0]
    kind = known or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


def is_own(asked: str, served: str) -> bool:
    """Return whether a request's `Host` is this machine, or what is served.

    Any name can be made to lead here, so that the page of a stranger could read the preview under its own
    (DNS rebinding). An IP address cannot.
    """
    try:
        name = urlsplit(f"//{asked}").hostname or ""
        if name in (*_LOOPBACK, served.lower()):
            return True
        return served in _EVERY_ADDRESS and bool(ip_address(name))
    except ValueError:
        return False


def _refusal(asked: str) -> str:
    return f"This preview does not answer as {asked}. Serve it under that name: mkdocs serve -a {asked}\n"
