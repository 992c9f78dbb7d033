"""MkDocs' events, handed to a build that always runs the code and templates as they are on disk.

MkDocs loads this module once and keeps it for the life of a `mkdocs serve`. Everything else of the
package is imported anew after an edit; an edit that does not even import leaves the last good build
in place, with a box that says why.
"""

from __future__ import annotations

import gc
import importlib
import logging
import sys
import threading
import time
import traceback
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, MkDocsException
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import CountHandler

from benchdocs.files.atomic import reason
from benchdocs.mkdocs_adapter import failure_page
from benchdocs.mkdocs_adapter.file_watcher import Watcher
from benchdocs.mkdocs_adapter.viewers import Viewers

PACKAGE = Path(__file__).parent.parent
_MOMENT = 1.0
"""Seconds after which the rest of a preview follows what its reader sees, which the browser gets first."""
_LITTER = 4
"""Edits in quick succession after which their leavings are cleared away, though that takes a moment."""


class _Session:
    """What outlives a rebuild."""

    def __init__(self) -> None:
        self.serving = False
        self.building = False
        self.stamp: object = None
        self.began = 0.0
        """When the first build began, in seconds of the clock that files are dated by."""
        self.build: Any = None
        self.staging: Any = None
        self.failure = ""
        self.env: Any = None
        self.nav: Any = None
        self.files: Any = None
        self.surroundings: object = None
        self.whole: Any = None
        """What the last whole build of a preview left behind; None while there is no good one."""
        self.later: threading.Timer | None = None
        self.ends = 0
        """How often that was ended."""
        self.superseded = threading.Event()
        """Set when a file changes while pages are made behind those that are shown already."""
        self.turn = threading.RLock()
        """Held by whoever writes the site of a preview."""


_session = _Session()


class _Superseded(BaseException):
    """Ends the making of pages that newer ones will replace; no error, so nothing reports it."""


def on_startup(command: str, dirty: bool) -> None:
    """Remember whether this is a build, or a server, which must never die, or only reads the settings."""
    _session.serving = command == "serve"
    _session.building = command in ("build", "gh-deploy", "serve")
    if _session.serving:
        gc.disable()  # a collection in the midst of a rebuild takes a fifth of its time; `_follow` has one
        _session.began = time.time()
        sys.dont_write_bytecode = True  # a new __pycache__ in a watched folder would rebuild twice


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Check the suite before MkDocs touches the site."""
    if not _session.building:
        return config
    if not _session.staging:  # a preview goes on with the site that it has made
        _refuse(config)
    if _session.serving:
        _unstrict(config)
    _session.failure = ""
    try:
        _refresh()
        if _session.serving:
            _session.surroundings = importlib.import_module(
                "benchdocs.mkdocs_adapter.incremental"
            ).surroundings(config)
        module = importlib.import_module("benchdocs.mkdocs_adapter.build")
        project = importlib.import_module("benchdocs.mkdocs_adapter.config")
        project.put_beside_others(config)
        if _session.serving:
            project.address_as_published(config)
        build = _built(module, config)
    except Exception as error:
        if not _session.serving or _session.build is None:
            raise
        _tell_failure(error)
        build = _session.build
        _session.whole = None
    else:
        build.announce()
    _session.build = build
    config.extra["benchdocs"] = build
    importlib.import_module("benchdocs.mkdocs_adapter.theme_loader").hasten(config.theme)
    staging = importlib.import_module("benchdocs.files.directory_swap")
    try:
        _session.staging = staging.Staging(Path(config.site_dir))
    except OSError as error:
        raise Abort(failure_page.unwritable(config.site_dir, error)) from None
    config.site_dir = str(_session.staging.folder)
    return config


def _built(module: Any, config: MkDocsConfig) -> Any:
    """The suite checked, in a preview once more where a file was moved while it was read."""
    try:
        return module.Build(config, serving=_session.serving)
    except FileNotFoundError:
        if not _session.serving:
            raise
        return module.Build(config, serving=True)


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> None:
    """Remember the navigation for the pages that a preview makes by themselves."""
    _session.nav = nav


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    """Give the templates what puts Material's own right."""
    material = importlib.import_module("benchdocs.mkdocs_adapter.material_fixes")
    env.filters |= {part.__name__: part for part in (material.styles, material.header, material.navigation)}
    _session.env, _session.files = env, files
    _session.build.look_for_anchors(files)
    return env


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Spare MkDocs what needs no conversion, and keep what it would strip."""
    _stop_if_superseded()
    return str(_session.build.convert(markdown, page, files))


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Link the codes and terms of a hand-written page."""
    return str(_session.build.fill(html, page, files))


def on_page_context(
    context: dict[str, Any], page: Page, config: MkDocsConfig, nav: Navigation
) -> dict[str, Any]:
    """Give a page its body, its sidebar and, while serving, the box with the violations."""
    _stop_if_superseded()
    context = _session.build.context(context, page, nav)
    if _session.failure:
        context["violations"] = failure_page.box(_session.failure)
        context["finished"] = None
    return context


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Keep what a preview has finished, unless it bears the box of a failure."""
    _session.build.written(output, page, is_good=not _session.failure)
    return output


def on_post_build(config: MkDocsConfig) -> None:
    """Put the finished site in the old one's place, unless MkDocs' own warnings fail the build."""
    config.site_dir = str(_session.staging.target)
    if not any(handler.get_counts() for handler in _count_handlers()):
        try:
            _session.build.finish(_session.staging.folder)
            if not _session.serving:
                _session.build.complete(_session.staging.folder)
                _session.build.refuse_changes()
            _session.staging.publish()
            if not _session.serving:
                _session.staging.sweep()
        except OSError as error:
            raise Abort(failure_page.unwritable(config.site_dir, error)) from None
    if _session.serving and not _session.failure:
        preview = importlib.import_module("benchdocs.mkdocs_adapter.incremental")
        build, marks = _session.build, preview.marks(_session.build)
        made = (config, _session.files, _session.nav, _session.env, _session.surroundings)
        _session.whole = preview.Whole(build, *made, marks)


def on_build_error(error: Exception) -> None:
    """Leave the last good site as it was; a full disk is told of in a sentence."""
    if _session.staging:
        _session.staging.discard()
    if isinstance(error, OSError) and not _session.serving:
        raise Abort(f"The site was not built, and the last one is untouched: {reason(error)}")


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
    """Watch the suite, and keep the server alive whatever a rebuild runs into."""
    watcher = Watcher(
        server, lambda: _session.build.watched, lambda path: bool(_session.build.concerns(path))
    )
    viewers = Viewers(server, _complete_for, _boxed)
    watcher.follow(_session.build.root)
    rebuild = server.builder

    def guarded() -> None:
        _end_following()
        watcher.follow(_session.build.root)
        viewers.start()
        ahead = False
        with _session.turn, _kept_alive(server):
            ahead = _show_ahead(viewers.addresses)
            if not ahead:
                rebuild()
        _follow(viewers, watcher, is_ahead=ahead)

    server.builder = guarded
    if watcher.changed_since(_session.began):
        watcher.ask()
    _follow(viewers, watcher, is_ahead=False)
    return server


def on_shutdown() -> None:
    """Leave no build behind a server that has stopped."""
    _end_following()


@contextmanager
def _kept_alive(server: LiveReloadServer) -> Iterator[None]:
    """Put whatever a rebuild runs into on the pages that are there."""
    try:
        yield
    except (Exception, SystemExit) as error:
        _tell_failure(error)
        _session.whole = None
        _session.staging.discard()
        failure_page.mark_pages(Path(server.root), _session.failure)


def _tell_failure(error: BaseException) -> None:
    """Say what a rebuild ran into, here and on the pages that are made from now on."""
    _session.failure = failure_page.told(error, is_meant=isinstance(error, (SystemExit, MkDocsException)))
    click.echo(f"The site cannot be built; the last good pages stay.\n{_session.failure}", err=True)


def _show_ahead(seen: Collection[str]) -> bool:
    """Make the pages that somebody looks at; False where the whole site has to be built at once."""
    whole = _session.whole
    if whole is None or not (_session.staging.target / "404.html").is_file():  # whose site was cleared away
        return False
    preview = importlib.import_module("benchdocs.mkdocs_adapter.incremental")
    if preview.surroundings(whole.config) != whole.surroundings:
        return False
    module = importlib.import_module("benchdocs.mkdocs_adapter.build")
    try:
        build = module.Build(whole.config, serving=True)
        if not preview.can_go_on(whole, build):
            return False
        build.go_on_from(whole.build, _session.staging.target)
        _session.build = build
        preview.write(whole, build, preview.pages_ahead(whole, build, seen), _session.staging.target)
    except Exception:
        _session.whole = None
        return False  # the whole build says what is wrong
    build.announce()
    return True


def _follow(viewers: Viewers, watcher: Watcher, *, is_ahead: bool) -> None:
    """Let what nobody waits for follow in a moment: the pages that are not made yet, and clearing up."""

    def follow() -> None:
        if not _session.staging.target.is_dir():  # gone with a server that was stopped
            return
        with _session.turn:
            try:
                if is_ahead:
                    _make_rest(viewers, watcher)
            except _Superseded:
                return
            _session.staging.sweep()
        gc.collect()

    _session.later = threading.Timer(_MOMENT, follow)
    _session.later.start()


def _make_rest(viewers: Viewers, watcher: Watcher) -> None:
    """Make the pages that an edit changed and nobody looks at, or ask for a build of the whole site.

    A page that somebody came to look at meanwhile loads again.
    """
    whole, build, site = _session.whole, _session.build, _session.staging.target
    preview = importlib.import_module("benchdocs.mkdocs_adapter.incremental")
    try:
        others = preview.write(whole, build, preview.pages_behind(whole, build), site)
        build.surround(site)
    except Exception:
        _session.whole = None
        watcher.ask()  # the whole build says what is wrong
        return
    _session.whole = whole._replace(build=build)
    if others & viewers.asked:
        viewers.reload()


def _complete_for(path: str) -> None:
    """Make the data of a preview when they are asked for: they take longer than all that an edit changes."""
    if not _session.build.completes(path):
        return
    with _session.turn:
        if _session.build.is_complete:
            return
        try:
            _session.build.complete(_session.staging.target)
        except Exception:
            click.echo(f"The suite's data cannot be written.\n{traceback.format_exc(limit=-3)}", err=True)


def _boxed(html: str, url: str) -> str:
    """The page that is shown where there is none, with the box of violations or of a failure."""
    box = failure_page.box(_session.failure) if _session.failure else _session.build.box(url, None)
    return failure_page.boxed(html, box)


def _end_following() -> None:
    """Let nothing of an earlier build run on."""
    if _session.later:
        _session.superseded.set()
        _session.later.cancel()
        _session.later.join()
        _session.superseded.clear()
        _session.build.give_up()
        _session.ends += 1
        if _session.ends % _LITTER == 0:
            gc.collect()


def _stop_if_superseded() -> None:
    if _session.superseded.is_set():
        raise _Superseded


def _refuse(config: MkDocsConfig) -> None:
    """Stop before anything is touched if the site would take the place of somebody's files."""
    staging = importlib.import_module("benchdocs.files.directory_swap")
    if refused := staging.refusal(Path(config.site_dir)):
        raise Abort(refused)


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


def _count_handlers() -> list[CountHandler]:
    return [handler for handler in logging.getLogger("mkdocs").handlers if isinstance(handler, CountHandler)]
