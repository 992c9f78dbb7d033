"""MkDocs' events, handed to a build that always runs the code and templates as they are on disk.

MkDocs loads this module once and keeps it for the life of a `mkdocs serve`. Everything else of the
package is imported anew after an edit; an edit that does not even import leaves the last good build
in place, with a box that says why.
"""

from __future__ import annotations

import contextlib
import gc
import html
import importlib
import logging
import os
import re
import sys
import threading
import traceback
from functools import lru_cache
from pathlib import Path
from typing import Any

import click
from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import CountHandler
from mkdocs.utils.yaml import yaml_load
from watchdog.events import (
    EVENT_TYPE_CREATED,
    EVENT_TYPE_DELETED,
    EVENT_TYPE_MOVED,
    FileSystemEvent,
    FileSystemEventHandler,
)

PACKAGE = Path(__file__).parent
_CONTENT = '<article class="md-content__inner md-typeset">'
_MOMENT = 1.0
"""Seconds after which the rest of a preview follows its pages, so that the browser gets the pages first."""
_BOX = re.compile(r'<aside class="violations\b.*?</aside>', re.DOTALL)


class _Session:
    """What outlives a rebuild."""

    def __init__(self) -> None:
        self.serving = False
        self.building = False
        self.stamp: object = None
        self.build: Any = None
        self.staging: Any = None
        self.failure = ""
        self.later: threading.Timer | None = None


_session = _Session()


def on_startup(command: str, dirty: bool) -> None:
    """Remember whether this is a build, or a server, which must never die, or only reads the settings."""
    _session.serving = command == "serve"
    _session.building = command in ("build", "gh-deploy", "serve")
    if _session.serving:
        gc.disable()  # a collection in the midst of a rebuild takes a fifth of its time; `_follow_up` has one
        sys.dont_write_bytecode = True  # a new __pycache__ in a watched folder would rebuild twice


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Check the suite and render its pages before MkDocs touches the site."""
    if not _session.building:
        return config
    if _session.later:
        _session.later.cancel()
        _session.later.join()
    _refuse(config)
    if _session.serving:
        _unstrict(config)
        _address_as_published(config)
    _session.failure = ""
    try:
        _refresh()
        module = importlib.import_module("benchdocs.mkdocs_build")
        module.put_beside_others(config)
        build = _built(module, config)
    except Exception:
        if not _session.serving or _session.build is None:
            raise
        _session.failure = traceback.format_exc(limit=-3)
        click.echo(f"The site cannot be generated; the last good pages stay.\n{_session.failure}", err=True)
        build = _session.build
    else:
        build.announce()
    _session.build = build
    config.extra["benchdocs"] = build
    importlib.import_module("benchdocs.themefiles").hasten(config.theme)
    staging = importlib.import_module("benchdocs.staging")
    try:
        _session.staging = staging.Staging(Path(config.site_dir))
    except OSError as error:
        raise Abort(_unwritable(config.site_dir, error)) from None
    config.site_dir = str(_session.staging.folder)
    return config


def _built(module: Any, config: MkDocsConfig) -> Any:
    """The suite checked and rendered, in a preview once more where a file was moved while it was read."""
    try:
        return module.Build(config, serving=_session.serving)
    except FileNotFoundError:
        if not _session.serving:
            raise
        return module.Build(config, serving=True)


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    """Give the templates what puts Material's own right."""
    material = importlib.import_module("benchdocs.material")
    env.filters |= {part.__name__: part for part in (material.styles, material.header, material.navigation)}
    return env


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> None:
    """Spare MkDocs what a preview has converted before."""
    _session.build.restore(markdown, page, files)


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Put the finished sections into a page."""
    return str(_session.build.fill(html, page, files))


def on_page_context(
    context: dict[str, Any], page: Page, config: MkDocsConfig, nav: Navigation
) -> dict[str, Any]:
    """Give a page its sidebar and, while serving, the box with the violations."""
    context = _session.build.context(context, page, nav)
    if _session.failure:
        context["violations"] = _failure_box()
        context["finished"] = None
    return context


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Keep what a preview has finished, unless it bears the box of a failure."""
    if not _session.failure:
        _session.build.keep(output, page)
    return output


def on_post_build(config: MkDocsConfig) -> None:
    """Put the finished site in the old one's place, unless MkDocs' own warnings fail the build."""
    config.site_dir = str(_session.staging.target)
    if not any(handler.get_counts() for handler in _count_handlers()):
        try:
            _session.build.finish(_session.staging.folder)
            if not _session.serving:
                _session.build.complete(_session.staging.folder)
            _session.staging.publish()
            if _session.serving:
                _session.later = threading.Timer(_MOMENT, _follow_up)
                _session.later.start()
            else:
                _session.staging.sweep()
        except OSError as error:
            raise Abort(_unwritable(config.site_dir, error)) from None


def _follow_up() -> None:
    """What a preview's reader need not wait for: the data, and clearing up."""
    try:
        if _session.staging.target.is_dir():  # gone with a server that was stopped
            _session.build.complete(_session.staging.target)
    except Exception:
        click.echo(f"The suite's data cannot be written.\n{traceback.format_exc(limit=-3)}", err=True)
    _session.staging.sweep()
    gc.collect()


def on_build_error(error: Exception) -> None:
    """Leave the last good site as it was; a full disk is told of in a sentence."""
    if _session.staging:
        _session.staging.discard()
    if isinstance(error, OSError) and not _session.serving:
        refused = f"{error.filename}: {error.strerror}" if error.filename else error
        raise Abort(f"The site was not built, and the last one is untouched: {refused}")


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
    """Watch the suite, and keep the server alive whatever a rebuild runs into."""
    watcher = _Watcher(server)
    watcher.follow()
    rebuild = server.builder

    def guarded() -> None:
        try:
            watcher.follow()
            rebuild()
        except (Exception, SystemExit):
            _session.failure = traceback.format_exc(limit=-3)
            click.echo(f"The site cannot be built; the last good pages stay.\n{_session.failure}", err=True)
            _session.staging.discard()
            _mark_last_good(Path(server.root))

    server.builder = guarded
    return server


class _Watcher(FileSystemEventHandler):
    """Asks for a rebuild when a file of the suite changes, or a folder of it comes, goes or is renamed."""

    def __init__(self, server: LiveReloadServer) -> None:
        self.server = server

    def follow(self) -> None:
        """Watch every folder of the suite there is, once each; one that was away is watched anew.

        Ahead of a rebuild, so that what is written while it runs is noticed.
        """
        observer = self.server.observer
        if observer.is_alive():
            for emitter in [emitter for emitter in observer.emitters if not emitter.is_alive()]:
                observer.unschedule(emitter.watch)
        root = _session.build.root
        for path in (root, *_session.build.watched):
            with contextlib.suppress(OSError):
                observer.schedule(self, str(path), recursive=path != root)

    def on_any_event(self, event: FileSystemEvent) -> None:
        """MkDocs' own handler leaves folders out, and with them a suite's folder that is renamed."""
        moves = event.event_type in (EVENT_TYPE_CREATED, EVENT_TYPE_DELETED, EVENT_TYPE_MOVED)
        paths = (Path(os.fsdecode(event.src_path)), Path(os.fsdecode(event.dest_path)))
        if (moves or not event.is_directory) and any(map(_session.build.concerns, paths)):
            with self.server._rebuild_cond:
                self.server._want_rebuild = True
                self.server._rebuild_cond.notify_all()


def _refuse(config: MkDocsConfig) -> None:
    """Stop before anything is touched if the site would take the place of somebody's files."""
    staging = importlib.import_module("benchdocs.staging")
    if reason := staging.refusal(Path(config.site_dir)):
        raise Abort(reason)


def _unwritable(site: str, error: OSError) -> str:
    return f"The site's folder `{site}` cannot be written: {error.strerror or error}."


def _refresh() -> None:
    """Forget the package's modules if any of its files changed, so that they are imported anew."""
    stamp = sorted((str(path), path.stat().st_mtime_ns) for path in PACKAGE.rglob("*.py"))
    if stamp != _session.stamp:
        for name in [name for name in sys.modules if name.startswith("benchdocs.")]:
            del sys.modules[name]
            # `from benchdocs import x` would find the old module at the package.
            vars(sys.modules["benchdocs"]).pop(name.removeprefix("benchdocs."), None)
        importlib.invalidate_caches()
    _session.stamp = stamp


def _unstrict(config: MkDocsConfig) -> None:
    """Let no warning end a server: MkDocs counts them ahead of every hook, and aborts on the count."""
    config.strict = False
    for handler in _count_handlers():
        logging.getLogger("mkdocs").removeHandler(handler)


def _address_as_published(config: MkDocsConfig) -> None:
    """Undo that MkDocs puts a server's own address into heads and the sitemap: a preview is what is built."""
    written = _written_address(Path(config.config_file_path).read_text(encoding="utf-8"))
    config.site_url = f"{written.rstrip('/')}/" if written else ""


@lru_cache(maxsize=1)
def _written_address(configuration: str) -> str:
    return str(yaml_load(configuration).get("site_url") or "")


def _count_handlers() -> list[CountHandler]:
    return [handler for handler in logging.getLogger("mkdocs").handlers if isinstance(handler, CountHandler)]


def _mark_last_good(site: Path) -> None:
    """Put the failure's box on pages that are finished already; a box that stands there is replaced."""
    for path in site.rglob("*.html"):
        page = _BOX.sub("", path.read_text(encoding="utf-8"))
        marked = page.replace(_CONTENT, _CONTENT + _failure_box(), 1)
        path.write_text(marked, encoding="utf-8")


def _failure_box() -> str:
    shown = html.escape(_session.failure)
    lead = "<p>The build failed; these are the last good pages.</p>"
    return f'<aside class="violations" aria-label="Build failure">{lead}<pre>{shown}</pre></aside>'
