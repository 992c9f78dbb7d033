"""What `mkdocs serve` does, without its port."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any

from mkdocs.commands import serve as mkdocs_serve
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer

SERVER: Any = mkdocs_serve
"""MkDocs' command, whose builds the preview carries out."""
_SCRIPT = re.compile(rb"<script>\nfunction livereload\(epoch\).*?</script>", re.DOTALL)


class Preview:
    """A preview of the project in the working directory, or of a `mkdocs.yml` somewhere else."""

    def __init__(self, settings: str = "mkdocs.yml") -> None:
        """Start it."""
        self._settings = settings
        config = self._configured()
        config.plugins.on_startup(command="serve", dirty=False)
        SERVER.build(config, serve_url=config.site_url)
        self.server = LiveReloadServer(self._read, "127.0.0.1", 8000, config.site_dir)
        config.plugins.on_serve(self.server, config=config, builder=self._read)
        plugin: Any = config.plugins["benchdocs"]
        self.preview = plugin.preview

    def _configured(self) -> MkDocsConfig:
        config = load_config(config_file=self._settings, site_dir=tempfile.gettempdir() + "/benchdocs-none")
        config.site_url = "http://127.0.0.1:8000/"
        return config

    def _read(self) -> None:
        config = self._configured()
        SERVER.build(config, serve_url=config.site_url)

    def ask(self, path: str, *, host: str = "127.0.0.1:8000", accept: str = "text/html") -> tuple[str, bytes]:
        """Ask for a page or a file as a browser does; returns the status and the body of the answer."""
        app: Any = self.server.get_app()
        statuses: list[str] = []
        asked = {"PATH_INFO": path.encode().decode("latin-1"), "HTTP_HOST": host, "HTTP_ACCEPT": accept}
        body = app(asked, lambda status, headers: statuses.append(status))
        return statuses[-1], b"".join(body)

    def content(self, path: str) -> bytes | None:
        """Return what is at a path, without the script that loads it again; None where there is nothing."""
        status, body = self.ask(f"/{path}", accept="*/*")
        return _SCRIPT.sub(b"", body) if status == "200 OK" or path == "404.html" else None


def write(project: Path, files: dict[str, str | None]) -> None:
    """Write files of a project; None removes one."""
    for name, text in files.items():
        path = project / name
        if text is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
