"""A preview: pages and files of the site, each made when it is requested, never older than the sources."""

import gc
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Condition, RLock
from typing import Any

import click
from jinja2 import Environment
from mkdocs.commands import build as mkdocs_build
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation

from benchdocs.authoring.file_states import changed_states
from benchdocs.mkdocs_adapter import failure_page, search_index
from benchdocs.mkdocs_adapter.build import Build
from benchdocs.mkdocs_adapter.config import refuse_page_files, restore_site_url, suite_root
from benchdocs.mkdocs_adapter.frame import Found, Frame, take
from benchdocs.mkdocs_adapter.port import refuse_taken_port
from benchdocs.mkdocs_adapter.publication import warning_counters
from benchdocs.mkdocs_adapter.watched_files import Watched, code_digest, watched
from benchdocs.rules.pages import links
from benchdocs.site.dataset.downloads import LATE_FILES

_LOG = logging.getLogger("mkdocs.plugins.benchdocs")
_NOT_FOUND = "404.html"
_SOURCES = "source/"
_LOOKS_APART = 0.3
"""Seconds between two looks for changes while a browser loads what belongs to a page."""


class Preview:
    """What a preview shows: a checked suite, and the frame that MkDocs made for its pages.

    Attributes:
        failure: What the last reading ran into; empty after a good one.
        epoch: Version of the sources; a page of an earlier one loads again, also one of an earlier preview.
    """

    def __init__(self) -> None:
        self.failure = ""
        self.epoch = int(time.time() * 1000)
        self._build: Build | None = None
        self._frame: Frame | None = None
        self._found: Found
        self._config: MkDocsConfig
        self._root = Path()
        self._folders: tuple[str, ...] = ()
        """Folders that `mkdocs.yml` and the command ask to watch."""
        self._read_again: Callable[[], None]
        self._watched = Watched({}, {})
        self._looked = 0.0
        self._code = code_digest()
        self._notice = ""
        """Box that asks for a restart, once the program's own code is no longer what runs."""
        self._made: dict[str, bytes] = {}
        """Pages and files that were requested since the last change."""
        self._evidence: dict[str, bytes] | None = None
        self._lock = RLock()
        """Held while sources are read or a page is made: nothing that is shown is half old."""
        self._changed = Condition()
        """Notified when `epoch` grows."""

    @property
    def build(self) -> Build:
        """The build under way, or the one whose pages are shown."""
        assert self._build
        return self._build

    # What MkDocs' events do while sources are read ------------------------------------------------

    def read_first(self, config: MkDocsConfig, **options: Any) -> None:
        """Read everything for the first time; what no edit of the suite would mend ends the server."""
        refuse_taken_port(*config.dev_addr)
        refuse_page_files(config)
        self._refuse_links(config)
        self._config, self._root = config, suite_root(config).absolute()
        self._folders = tuple(config.watch)
        self._watched = self._look()
        gc.disable()  # a collection takes a fifth of the time of reading; `_collect` has one after it
        with self._kept_alive():
            mkdocs_build.build(config, **options)

    def check(self, config: MkDocsConfig) -> None:
        """Check the suite. Raises whatever the settings or the files run into."""
        self._config, self._folders = config, tuple(config.watch)
        self._refuse_links(config)
        config.strict = False  # no warning ends a server: MkDocs has begun to count them, and would abort
        for handler in warning_counters():
            logging.getLogger("mkdocs").removeHandler(handler)
        restore_site_url(config)
        self._build = self._checked(config)

    def _checked(self, config: MkDocsConfig) -> Build:
        try:
            build = Build(config, is_preview=True)
        except FileNotFoundError:  # a file was moved while it was read
            build = Build(config, is_preview=True)
        build.announce()
        return build

    def _refuse_links(self, config: MkDocsConfig) -> None:
        """Raise Abort before MkDocs follows a link below `docs` to someone's files."""
        for path in links(Path(config.config_file_path).parent):
            raise Abort(f"The site is not built while `{path}` is a link, which is not followed.")

    def take(self, config: MkDocsConfig, files: Files, nav: Navigation) -> None:
        """Take the pages from MkDocs, which has read the settings and the files."""
        self._found = take(config, files, nav)

    def make_frame(self, env: Environment, config: MkDocsConfig) -> None:
        """Make the frame of the pages that were taken."""
        self._frame = Frame(self.build, config, self._found, env)
        self.failure = ""

    # Reading again --------------------------------------------------------------------------------

    def serve(self, read_again: Callable[[], None]) -> None:
        """Read again from now on where something changed; `read_again` reads the settings and all files."""
        self._read_again = read_again
        _collect()

    def watch(self) -> None:
        """Read what changes, for as long as the program runs, so that open pages load again."""
        while True:
            changed_states(lambda: self._look().all, self._watched.all)
            self.refresh()
            _collect()

    def _look(self) -> Watched:
        return watched(self._root, self._config, self._folders)

    def refresh(self) -> None:
        """Read again what has changed since the last time."""
        with self._lock:
            found = self._look()
            self._looked = time.monotonic()
            if found == self._watched:
                return
            before, self._watched = self._watched, found
            gc.disable()
            start = time.monotonic()
            self._made, self._evidence = {}, None
            with self._kept_alive():
                if before.others != found.others or self.failure or not self._take_suite():
                    self._read_again()
            _LOG.info(f"Read the changes in {time.monotonic() - start:.2f} seconds")
            self._notice = failure_page.RESTART_BOX if code_digest() != self._code else ""
            if self._notice:
                click.echo(failure_page.RESTART, err=True)
            with self._changed:
                self.epoch = max(self.epoch + 1, int(time.time() * 1000))
                self._changed.notify_all()

    def _take_suite(self) -> bool:
        """Check the suite again; return False where its pages are others, so that all is to be read."""
        if self._frame is None:
            return False
        build = self._checked(self._config)
        if build.site.page.keys() != self.build.site.page.keys():
            return False
        self._build = build
        self._frame.renew(build)
        return True

    def wait(self, epoch: int, seconds: float) -> int:
        """Wait until there is a later version than this one, or the time is over; return the version."""
        with self._changed:
            self._changed.wait_for(lambda: self.epoch > epoch, timeout=seconds)
            return self.epoch

    @contextmanager
    def _kept_alive(self) -> Iterator[None]:
        """Put whatever reading runs into on the pages of the last good build."""
        build, frame = self._build, self._frame
        try:
            yield
        except (Exception, SystemExit) as error:
            self.failure = failure_page.description(error)
            self._build, self._frame = build, frame
            if build and frame:
                frame.renew(build)
            stay = "; the pages of the last good build stay" if frame else ""
            click.echo(f"The site cannot be built{stay}.\n{self.failure}", err=True)
            _LOG.debug("The failure in full:", exc_info=error)

    # Pages and files ------------------------------------------------------------------------------

    def box(self, url: str, here: str | None) -> str:
        """Return the box for the page at an address, whose own file is `here`: a failure, or findings."""
        if self.failure or not self._frame:
            return failure_page.box(self.failure)
        return self._notice + self.build.site.box.html(url, here, self._frame.warnings)

    def answer(self, path: str) -> tuple[bytes | None, int]:
        """Return a page or a file by its path below the site's root, and the version that it is of.

        None where there is none. Raises whatever making it runs into.
        """
        with self._lock:
            if path.endswith(".html") or time.monotonic() - self._looked > _LOOKS_APART:
                self.refresh()
            found = self._made.get(path)
            if found is None:
                found, is_made = self._content(path)
                if found is not None and is_made:
                    self._made[path] = found
            return found, self.epoch

    def not_found(self, folder: str) -> bytes:
        """Return the page for an address in a folder that has none, with the box of findings."""
        with self._lock:
            page, _ = self.answer(_NOT_FOUND)
            html = (page or b"").decode()
            return (
                failure_page.with_box(html, self.box(folder, None)).encode() if self._frame else html.encode()
            )

    def _content(self, path: str) -> tuple[bytes | None, bool]:
        """Return a page or a file, and whether it was made: others are read anew for each request."""
        frame = self._frame
        if frame is None:
            is_page = path in ("index.html", _NOT_FOUND)
            return (failure_page.page(self.failure).encode() if is_page else None), False
        if (made := self._generated(path, frame)) is not None:
            return made, True
        return frame.content(path), path.endswith(".html")

    def _generated(self, path: str, frame: Frame) -> bytes | None:
        """Return a file that follows from the suite, or a page that shows more than MkDocs knows of it."""
        build, site = self.build, self.build.site
        name = path.removeprefix(_SOURCES)
        if path.startswith(_SOURCES) and name in site.sources:
            return site.copy(name)
        if not path.endswith(".html") and path in site.makers:  # listing them would delay a page
            return site.makers[path]()
        if path in site.redirects:
            return site.redirects[path]
        if path == search_index.FILE:
            frame.fill_handwritten()
            return build.search_index()
        if path in LATE_FILES:
            return self._data.get(path)
        return None

    @property
    def _data(self) -> dict[str, bytes]:
        """The suite as data, and the audit bundle, by path."""
        if self._evidence is None:
            with TemporaryDirectory(prefix="benchdocs-") as folder:
                self.build.site.write_evidence(Path(folder))
                found = {path: Path(folder, path) for path in LATE_FILES}
                self._evidence = {path: file.read_bytes() for path, file in found.items() if file.is_file()}
        return self._evidence


def _collect() -> None:
    """Free what nothing shows any more; what is shown now is not searched again until the next change."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    gc.enable()
