"""What `mkdocs serve` does, without its port: a preview that goes through edits. Run as a program.

Its arguments are the site's folder, the suite's, the steps as JSON, the address of the page that a browser
shows, and how many pages are made ahead of the rest at most. Beside the site, `-ahead` holds what it was
right after the last rebuild, and `-files.json` the files that were written anew.

A step says how its rebuild goes on, and the texts of the files that are written ahead of it; null removes
one. A rebuild goes on for some seconds, or with null until all is done. The name of a page ends it there, as
the next edit does, or, with a "!" ahead of the name, as a failure does. With "full" the disk is full
meanwhile, and ahead of "gone" somebody removes the site.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from errno import ENOSPC
from pathlib import Path
from typing import Any

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer

Going = float | str | None
Step = tuple[Going, dict[str, str | None]]
PROGRAM = Path(__file__)
"""This module, to be run as a program."""


class Preview:
    """A preview of a suite."""

    def __init__(self, site: Path, suite: Path) -> None:
        """Build it for the first time."""
        self.site, self.suite = site, suite
        config = self._configured()
        config.plugins.on_startup(command="serve", dirty=False)
        build(config)
        self.server = LiveReloadServer(lambda: build(self._configured()), "127.0.0.1", 8000, str(site))
        config.plugins.on_serve(self.server, config=config, builder=self.server.builder)
        hooks: Any = config.hooks
        (self.hooks,) = hooks.values()

    def _configured(self) -> MkDocsConfig:
        config = load_config(config_file="mkdocs.yml", site_dir=str(self.site))
        config.site_url = "http://127.0.0.1:8000/"
        return config

    def ask(self, path: str) -> None:
        """Ask for a page or a file, as a browser does."""
        app: Any = self.server.get_app()
        list(app({"PATH_INFO": path}, lambda *_: None))

    def go(self, going: Going, files: dict[str, str | None]) -> int:
        """Take a step; gives the version that browsers are told of right after it."""
        for name, text in files.items():
            path = self.suite / name
            if text is None:
                path.unlink()
            else:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text)
        if going == "gone":
            shutil.rmtree(self.site)
        with self._full_disk() if going == "full" else nullcontext():
            self.server.builder()
        shown = self.server._visible_epoch
        shutil.copytree(self.site, f"{self.site}-ahead", dirs_exist_ok=True)
        if isinstance(going, str) and going.endswith(".md"):
            with self._ended_at(going):
                self.finish()
        elif isinstance(going, float | int):
            time.sleep(going)
        else:
            self.finish()
        return shown

    def finish(self) -> None:
        """Wait for all that follows a rebuild."""
        self.hooks._session.later.join()

    @contextmanager
    def _ended_at(self, name: str) -> Iterator[None]:
        preview: Any = sys.modules["benchdocs.mkdocs_adapter.incremental"]
        built = preview._build_page

        def ended(page: Any, *rest: Any) -> None:
            if page.file.src_uri == name.removeprefix("!"):
                self.server._want_rebuild = False
                raise RuntimeError if name.startswith("!") else self.hooks._Superseded
            built(page, *rest)

        preview._build_page = ended
        yield
        preview._build_page = built
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
        assert "No space left on device" in self.hooks._session.failure
        assert "Traceback" not in self.hooks._session.failure

    @property
    def _pages(self) -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in self.site.rglob("*.html")}

    @property
    def inodes(self) -> dict[str, int]:
        """What tells a file from one that took its place."""
        return {
            path.relative_to(self.site).as_posix(): path.stat().st_ino
            for path in self.site.rglob("*")
            if path.is_file()
        }


def main(site: str, suite: str, steps: str, seen: str, most: str) -> None:
    """Go through the steps, and say how often the page loaded after the last one."""
    preview = Preview(Path(site), Path(suite))
    sys.modules["benchdocs.mkdocs_adapter.incremental"].MOST_PAGES = int(most)  # type: ignore[attr-defined]
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
