"""The server of a preview: rebuilds after an edit, and lives on whatever a rebuild runs into."""

import gc
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import RLock, Thread
from typing import Any

import click
from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation

from benchdocs.authoring.file_states import States, changed_states, state_of, watched_paths
from benchdocs.documents.text_file import LEADS_ASTRAY
from benchdocs.mkdocs_adapter import failure_page
from benchdocs.mkdocs_adapter.build import Build
from benchdocs.mkdocs_adapter.config import hooks, refuse_page_files, restore_site_url, suite_root
from benchdocs.mkdocs_adapter.follow_up import FollowUp, Superseded
from benchdocs.mkdocs_adapter.guarded_answers import guarded
from benchdocs.mkdocs_adapter.incremental import IncrementalPreview, files_state, source_states
from benchdocs.mkdocs_adapter.mkdocs_internals import ReloadControl, forget_hooks, hand_over_first_build
from benchdocs.mkdocs_adapter.port import refuse_taken_port
from benchdocs.mkdocs_adapter.publication import Publication, warning_counters
from benchdocs.mkdocs_adapter.viewers import Viewers
from benchdocs.rules.pages import links_astray
from benchdocs.site.cache import PageCache, digest

_LOG = logging.getLogger("mkdocs.plugins.benchdocs")
_PACKAGE = Path(__file__).parent.parent


class PreviewServer:
    """What a preview needs from one rebuild to the next."""

    def __init__(self, publication: Publication) -> None:
        self.failure = ""
        """What the last rebuild ran into; empty after a good one."""
        self.follow_up = FollowUp()
        self._publication = publication
        self._incremental: IncrementalPreview | None = None
        """None while there is no good whole build to go on from."""
        self._cache = PageCache()
        self._files_state: States = {}
        self._code = b""
        self._notice = ""
        """Set once the program's own code is no longer what runs."""
        self._folders = (Path(), Path())
        """The suite's folder, and that of `mkdocs.yml`."""
        self._hooks: tuple[Path, ...] = ()
        """The scripts that `mkdocs.yml` names as hooks."""
        self._sources: States = {}
        """States of the suite's files from before the first build."""
        self._writing = RLock()
        """Held by whoever writes the site."""

    def prepare(self) -> None:
        """Set up this process for serving."""
        self._code = _code_digest()
        gc.disable()  # a collection during a rebuild takes a fifth of its time; the follow-up has one
        sys.dont_write_bytecode = True  # a new __pycache__ in a watched folder would rebuild twice
        hand_over_first_build(self._build_first)

    def _build_first(self, config: MkDocsConfig, build_whole_site: Callable[[], None]) -> None:
        """Build for the first time; what no edit of the suite would mend ends the server."""
        refuse_taken_port(*config.dev_addr)
        refuse_page_files(config)
        folder = Path(config.config_file_path).parent.absolute()
        self._refuse_links(folder)
        self._folders = (suite_root(config).absolute(), folder)
        self._hooks = hooks(config)
        self._sources = self._source_states()
        self._publication.folder = Path(config.site_dir)
        with self._kept_alive():
            build_whole_site()

    def check(self, config: MkDocsConfig) -> Build:
        """Check the suite for a whole build; the last build where that fails, unless it is the first."""
        self._refuse_links(Path(config.config_file_path).parent)
        self._hooks = hooks(config)
        config.strict = False  # no warning ends a server: MkDocs has begun to count them, and would abort
        for handler in warning_counters():
            logging.getLogger("mkdocs").removeHandler(handler)
        try:
            self._files_state = files_state(config)
            restore_site_url(config)
            self._notice = failure_page.RESTART_BOX if _code_digest() != self._code else ""
            try:
                build = self._build(config)
            except FileNotFoundError:  # a file was moved while it was read
                build = self._build(config)
        except Exception as error:
            if self._publication.latest is None:
                raise
            self._report(error)
            return self._publication.latest
        build.announce()
        if self._notice:
            click.echo(failure_page.RESTART, err=True)
        return build

    def _refuse_links(self, folder: Path) -> None:
        """Raise Abort before MkDocs follows a link below `docs` to someone's files."""
        for path in links_astray(folder):
            raise Abort(f"The site is not built while `{path}` is a link: {LEADS_ASTRAY}.")

    def _build(self, config: MkDocsConfig) -> Build:
        return Build(config, cache=self._cache, notice=self._notice)

    def remember(self, config: MkDocsConfig, files: Files, nav: Navigation, env: Environment) -> None:
        """Keep what a good whole build leaves, so that the next edit remakes only pages that it changes."""
        if not self.failure:
            self._incremental = IncrementalPreview(
                self._publication.build, config, files, nav, env, self._files_state
            )

    def attach(self, server: LiveReloadServer, host: str) -> None:
        """Take over MkDocs' server: watch the suite, follow open pages, and guard rebuilds and answers."""
        self._control = ReloadControl(server)
        self._viewers = Viewers(server, self._write_late_file, self._page_with_box)
        answer: Any = server.get_app()
        server.set_app(guarded(answer, host, self._failed_answer))
        server.builder = partial(self._rebuild, server.builder)
        self._control.name_as_watched(watched_paths(self._folders[0]))
        Thread(target=self._watch_sources, daemon=True).start()
        self._start_follow_up(is_partial=False)

    def _watch_sources(self) -> None:
        """Request a rebuild for each change of the suite since the first build began to read it."""
        found = self._sources
        while True:
            found = changed_states(self._source_states, found)
            self._control.request_rebuild()

    def _source_states(self) -> States:
        """Return the states of all that is watched here and not by MkDocs."""
        try:
            own = source_states(*self._folders)
            return {**own, **{path: state_of(path) for path in self._hooks}}
        except OSError:  # a folder went away meanwhile, or its disk did
            return {}

    def end_follow_up(self) -> None:
        """End the work of the last rebuild."""
        if self.follow_up.end():
            self._cache.abandon_build()

    def _rebuild(self, build_whole_site: Callable[[], None]) -> None:
        self.end_follow_up()
        self._viewers.start()
        is_partial = False
        with self._writing, self._kept_alive():
            is_partial = self._remake_shown_pages()
            if not is_partial:
                forget_hooks()
                build_whole_site()
        self._start_follow_up(is_partial=is_partial)

    @contextmanager
    def _kept_alive(self) -> Iterator[None]:
        """Put whatever a rebuild runs into on the pages that are there, which go with the build before it."""
        before = self._publication.latest
        try:
            yield
        except (Exception, SystemExit) as error:
            self._publication.discard()
            self._publication.latest = before
            self._report(error)
            failure_page.mark_pages(self._publication.folder, self.failure)

    def _report(self, error: BaseException) -> None:
        """Report a failure in the terminal, and on the pages that are made from now on."""
        self.failure = failure_page.description(error)
        self._incremental = None
        stay = "; the pages of the last good build stay" if self._publication.latest else ""
        click.echo(f"The site cannot be built{stay}.\n{self.failure}", err=True)
        _LOG.debug("The failure in full:", exc_info=error)

    def _remake_shown_pages(self) -> bool:
        """Remake the pages that browsers show; return False where the whole site has to be built."""
        incremental, site = self._incremental, self._publication.folder
        if incremental is None or not (site / "404.html").is_file():  # someone removed the site
            return False
        if not incremental.is_current():
            return False
        try:
            build = self._build(incremental.config)
            if not incremental.has_same_pages(build):
                return False
            build.continue_from(incremental.build, site)
            self._publication.latest = build
            incremental.write(build, incremental.pages_first(build, self._viewers.addresses), site)
        except Exception:
            self._incremental = None
            return False  # the whole build reports what is wrong
        build.announce()
        return True

    def _start_follow_up(self, *, is_partial: bool) -> None:
        """Let the pages that nobody waits for follow, and clear up."""

        def work() -> None:
            if not self._publication.folder.is_dir():  # removed when the server stopped
                return
            with self._writing:
                try:
                    if is_partial:
                        self._remake_other_pages()
                except Superseded:
                    return
                self._publication.sweep()
            gc.collect()

        self.follow_up.start(work)

    def _remake_other_pages(self) -> None:
        """Remake the pages that an edit changed and nobody looks at, or ask for a whole build.

        A page that someone came to look at meanwhile loads again.
        """
        incremental, build, site = self._incremental, self._publication.build, self._publication.folder
        assert incremental
        try:
            others = incremental.write(build, incremental.pages_left(build), site)
            build.write_beside_pages(site)
        except Exception:
            self._incremental = None
            self._control.request_rebuild()  # the whole build reports what is wrong
            return
        incremental.build = build
        if others & self._viewers.requested:
            self._control.reload_pages()

    def _write_late_file(self, path: str) -> None:
        """Write a preview's data files when one is requested: they take longer than all pages of an edit."""
        build = self._publication.latest
        if build is None or not build.is_late_file(path):
            return
        with self._writing:
            build = self._publication.build
            if not build.is_complete:
                build.write_late_files(self._publication.folder)

    def _page_with_box(self, html: str, url: str) -> str:
        """Return the page for an address that has none, with the box of violations or of a failure."""
        if self.failure:
            return failure_page.with_box(html, failure_page.box(self.failure))
        return failure_page.with_box(html, self._publication.build.box(url, None))

    def _failed_answer(self, error: Exception) -> bytes:
        """Return a page about what a request ran into, which loads again after the next rebuild."""
        failure = failure_page.description(error)
        click.echo(f"A page cannot be shown.\n{failure}", err=True)
        _LOG.debug("The failure in full:", exc_info=error)
        page = failure_page.page(failure).encode()
        return self._control.with_reload_script(page, self._control.wait_for_rebuild())


def _code_digest() -> bytes:
    """Return a digest of the program's own Python files."""
    return digest(*((str(path), path.read_bytes()) for path in sorted(_PACKAGE.rglob("*.py"))))
