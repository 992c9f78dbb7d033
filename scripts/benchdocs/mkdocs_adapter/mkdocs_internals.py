"""What the preview uses of MkDocs that is private there, all of it in this module.

An epoch is a version of the site, and stands in every page.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment
from mkdocs.commands import build as mkdocs_build
from mkdocs.commands import serve as mkdocs_serve
from mkdocs.config.config_options import Hooks
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

_SERVE: Any = mkdocs_serve


def read_page(page: Page, config: MkDocsConfig, files: Files) -> None:
    """Read a page's Markdown and convert it, as a whole build does."""
    mkdocs_build._populate_page(page, config, files)


def write_page(
    page: Page, config: MkDocsConfig, documents: Sequence[File], nav: Navigation, env: Environment
) -> None:
    """Fill the theme's template with a page and write it, as a whole build does."""
    mkdocs_build._build_page(page, config, documents, nav, env)


def hand_over_first_build(run: Callable[[MkDocsConfig, Callable[[], None]], None]) -> None:
    """Let `run` carry out the first build of `mkdocs serve`: whatever it raises would end the server."""

    def first_build(config: MkDocsConfig, **options: Any) -> None:
        _SERVE.build = mkdocs_build.build
        run(config, partial(mkdocs_build.build, config, **options))

    _SERVE.build = first_build


def forget_hooks() -> None:
    """Let the hooks of `mkdocs.yml` be read again; MkDocs keeps them for as long as the program runs."""
    Hooks._load_hook.cache_clear()


class ReloadControl:
    """The part of MkDocs' server that asks for rebuilds and lets browsers load again."""

    def __init__(self, server: LiveReloadServer) -> None:
        self._server = server

    def name_as_watched(self, paths: Iterable[Path]) -> None:
        """Let the server's list of what is watched name paths that are watched otherwise."""
        for path in paths:
            self._server._watched_paths.setdefault(str(path), 1)

    def request_rebuild(self) -> None:
        """Ask the server for a rebuild."""
        with self._server._rebuild_cond:
            self._server._want_rebuild = True
            self._server._rebuild_cond.notify_all()

    def wait_for_rebuild(self) -> int:
        """Wait until no rebuild is running, and return the epoch that browsers see from then on."""
        server = self._server
        with server._epoch_cond:
            server._epoch_cond.wait_for(lambda: server._visible_epoch == server._wanted_epoch)
            return server._visible_epoch

    def reload_pages(self) -> None:
        """Let all open pages load again; where a rebuild was requested, its end does that."""
        server = self._server
        with server._rebuild_cond, server._epoch_cond:
            if not server._want_rebuild and server._wanted_epoch == server._visible_epoch:
                server._wanted_epoch = server._visible_epoch = int(time.monotonic() * 1000)
                server._epoch_cond.notify_all()

    def with_reload_script(self, page: bytes, epoch: int) -> bytes:
        """Return a page with the script that loads it again once the server shows a later epoch."""
        server: Any = self._server
        return bytes(server._inject_js_into_html(page, epoch))
