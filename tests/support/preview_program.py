"""What `mkdocs serve` does, without its port: a preview that goes through edits. Run as a program.

Its arguments are the site's folder, the suite's, the steps as JSON, the address of the page that a browser
shows, and how many pages are remade before the others at most. Beside the site, `-first` holds what it was
right after the last rebuild, and `-files.json` the files that were written anew.

A step says how its rebuild goes on, and the texts of the files that are written before it; null removes
one. A rebuild goes on until all is done, or only until the name of a page: "rubrics/a-dem.md" ends it where
that page would be made, as the next edit does, "!rubrics/a-dem.md" as a failure does. "next" does not wait:
the next step comes before the work that follows a rebuild, "during" while that work goes on. With "full" the
disk is full meanwhile, and before "gone" somebody removes the site.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from errno import ENOSPC
from pathlib import Path
from typing import Any

from mkdocs.commands import build as mkdocs_build
from mkdocs.commands import serve as mkdocs_serve
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer

from benchdocs.mkdocs_adapter import follow_up, incremental
from benchdocs.mkdocs_adapter.follow_up import Superseded

Going = str | None
Step = tuple[Going, dict[str, str | None]]
MAKER: Any = mkdocs_build
"""MkDocs' module that makes single pages."""
SERVER: Any = mkdocs_serve
"""MkDocs' command, whose first build the preview carries out."""
PROGRAM = Path(__file__)
"""This module, to be run as a program."""
_DELAY = 0.1
"""Seconds until the work that follows a rebuild; no browser waits here for its pages first."""
_LONG_DELAY = 1.0
"""The same where the next step comes before that work."""


class Preview:
    """A preview of a suite."""

    def __init__(self, site: Path, suite: Path) -> None:
        """Build it for the first time."""
        self.site, self.suite = site, suite
        config = self._configured()
        config.plugins.on_startup(command="serve", dirty=False)
        SERVER.build(config)
        self.server = LiveReloadServer(lambda: build(self._configured()), "127.0.0.1", 8000, str(site))
        self.server.error_handler = lambda code: (site / "404.html").read_bytes()
        config.plugins.on_serve(self.server, config=config, builder=self.server.builder)
        plugin: Any = config.plugins["benchdocs"]
        self.preview = plugin.preview

    def _configured(self) -> MkDocsConfig:
        config = load_config(config_file="mkdocs.yml", site_dir=str(self.site))
        config.site_url = "http://127.0.0.1:8000/"
        return config

    def ask(self, path: str) -> tuple[str, bytes]:
        """Ask for a page or a file, as a browser does; gives the status and the body of the answer."""
        app: Any = self.server.get_app()
        statuses: list[str] = []
        body = app({"PATH_INFO": path}, lambda status, headers: statuses.append(status))
        return statuses[-1], b"".join(body)

    def go(self, going: Going, files: dict[str, str | None]) -> int:
        """Take a step; gives the version that browsers are given right after it."""
        for name, text in files.items():
            path = self.suite / name
            if text is None:
                path.unlink()
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
        if going == "gone":
            shutil.rmtree(self.site)
        follow_up.DELAY = _LONG_DELAY if going == "next" else _DELAY
        with self._full_disk() if going == "full" else nullcontext():
            self.server.builder()
        shown = self.server._visible_epoch
        with self._page_hook(going) as started:
            if going == "during":
                while not started.wait(0.01) and self.preview.follow_up.is_alive:
                    pass
            elif going != "next":
                self.finish()
        return shown

    def finish(self) -> None:
        """Wait for all that follows a rebuild."""
        self.preview.follow_up.wait()

    @contextmanager
    def _page_hook(self, going: Going) -> Iterator[threading.Event]:
        """Copy the site before the work that follows, which ends at the page that `going` names.

        Gives an event that is set when the work makes its first page.
        """
        started, write = threading.Event(), MAKER._build_page
        name = going if going and going.endswith(".md") else ""

        def hooked(page: Any, *rest: Any) -> None:
            started.set()
            if page.file.src_uri == name.removeprefix("!"):
                self.server._want_rebuild = False
                raise RuntimeError if name.startswith("!") else Superseded
            write(page, *rest)

        with self.preview._writing:
            shutil.copytree(self.site, f"{self.site}-first", dirs_exist_ok=True)
            MAKER._build_page = hooked
        try:
            yield started
        finally:
            MAKER._build_page = write
        assert self.server._want_rebuild or not name.startswith("!")

    @contextmanager
    def _full_disk(self) -> Iterator[None]:
        def refused(path: Path, *_: object, **__: object) -> None:
            raise OSError(ENOSPC, os.strerror(ENOSPC), str(path))

        pages, named = self._pages, ("write_bytes", "write_text", "mkdir")
        real = {name: getattr(Path, name) for name in named}
        for name in named:
            setattr(Path, name, refused)
        yield
        for name in named:
            setattr(Path, name, real[name])
        assert self._pages == pages
        assert "No space left on device" in self.preview.failure
        assert "Traceback" not in self.preview.failure

    @property
    def _pages(self) -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in self.site.rglob("*.html")}

    @property
    def inodes(self) -> dict[str, tuple[int, int]]:
        """What tells a file from one that took its place: a number that was free can be given again."""
        return {
            path.relative_to(self.site).as_posix(): (path.stat().st_ino, path.stat().st_mtime_ns)
            for path in self.site.rglob("*")
            if path.is_file()
        }


def main(site: str, suite: str, steps: str, seen: str, most: str) -> None:
    """Go through the steps, and print how often the page loaded after the last one."""
    follow_up.DELAY, incremental.MOST_PAGES = _DELAY, int(most)
    preview = Preview(Path(site), Path(suite))
    preview.finish()
    before, shown = preview.inodes, 0
    for going, files in json.loads(steps):
        preview.ask("/data/suite.json")
        preview.ask(f"/{seen}")
        shown = preview.go(going, files)
    preview.finish()
    Path(f"{site}-files.json").write_text(
        json.dumps([name for name, inode in preview.inodes.items() if before.get(name) != inode])
    )
    preview.ask("/data/suite.json")
    print("shown again" if preview.server._visible_epoch != shown else "shown once")


if __name__ == "__main__":
    main(*sys.argv[1:])
