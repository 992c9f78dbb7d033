"""A web server as the hosting page asks for: gzip, its headers, the site's page for what is
not found."""

from __future__ import annotations

import contextlib
import gzip
import http.server
import threading
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from http import HTTPStatus
from pathlib import Path
from urllib.parse import unquote, urlsplit

from support.paths import REPOSITORY

_PACKED = ("text/", "application/javascript", "application/json", "application/xml", "image/svg+xml")
_SOON = 0.05
"""Seconds after which a server at the latest sees that it is to stop; of itself it looks twice a second."""
Rules = list[tuple[str, dict[str, str]]]
HOSTING = REPOSITORY / "scripts/benchdocs/pages/authoring/hosting.md"


@cache
def header_rules() -> Rules:
    """Patterns of addresses with their headers, as the hosting page has them."""
    rules: Rules = []
    lines = HOSTING.read_text(encoding="utf-8").partition("```\n/*")[2].partition("```")[0]
    for line in f"/*{lines}".splitlines():
        if line.startswith(" "):
            name, _, value = line.strip().partition(": ")
            rules[-1][1][name] = value
        else:
            rules.append((line, {}))
    return rules


@contextlib.contextmanager
def hosted(folder: Path, *, has_headers: bool = True) -> Iterator[str]:
    """Serve a finished site on a free port of this machine, if asked without headers; gives its address."""
    rules = header_rules() if has_headers else []

    @cache
    def content(path: Path) -> tuple[bytes, bytes]:
        plain = path.read_bytes()
        return plain, gzip.compress(plain, mtime=0)

    class Handler(http.server.SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # else the body waits for an answer to the head

        def log_message(self, *arguments: object) -> None:
            pass

        def do_GET(self) -> None:
            address = unquote(urlsplit(self.path).path)
            path = folder / address.lstrip("/")
            path = path / "index.html" if path.is_dir() else path
            status = HTTPStatus.OK if path.is_file() else HTTPStatus.NOT_FOUND
            path = path if path.is_file() else folder / "404.html"
            kind = self.guess_type(path)
            body, packed = content(path)
            self.send_response(status)
            if kind.startswith(_PACKED) and "gzip" in self.headers.get("Accept-Encoding", ""):
                body = packed
                self.send_header("Content-Encoding", "gzip")
            charset = "; charset=utf-8" if kind.startswith("text/") else ""
            self.send_header("Content-Type", kind + charset)
            self.send_header("Content-Length", str(len(body)))
            for pattern, fields in rules:
                if fnmatchcase(address, pattern):
                    for name, value in fields.items():
                        self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(_SOON,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
