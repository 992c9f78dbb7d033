"""The pages that an author looks at, made anew by themselves: a preview need not wait for the whole site.

It works on what the last whole build of MkDocs left behind, and only where a file of the suite changed
and no page came or went. What it writes is what the next whole build would write.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from jinja2 import Environment
from mkdocs.commands.build import _build_page, _populate_page
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation

from benchdocs.mkdocs_build import Build

MOST_PAGES = 12
"""Pages that are made ahead of the rest; who looks at more waits for all."""


class Whole(NamedTuple):
    """What a whole build of a preview leaves behind."""

    build: Build
    config: MkDocsConfig
    files: Files
    nav: Navigation
    env: Environment
    surroundings: object
    """State of the files outside the suite that it was made with."""


def surroundings(config: MkDocsConfig) -> object:
    """The state of all that pages are made from besides the suite; equal ones mean that nothing changed."""
    folder = Path(config.config_file_path).parent
    return [
        (entry.path, entry.stat().st_mtime_ns, entry.stat().st_size)
        for part in (config.docs_dir, *config.watch)
        for entry in _entries(folder / part)
    ] + [Path(config.config_file_path).stat().st_mtime_ns]


def _entries(folder: Path) -> Iterable[os.DirEntry[str]]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if not entry.is_dir():
            yield entry
        elif entry.name != "__pycache__":
            yield from _entries(Path(entry.path))


def pages_ahead(whole: Whole, build: Build, seen: Collection[str]) -> list[File]:
    """The pages that somebody looks at, and those of the files that changed; none where all have to wait.

    `seen` are the addresses that browsers show, below the site's root; "./" is the home page.
    """
    before = _texts(whole.build)
    changed = {path for path, text in _texts(build).items() if before.get(path) != text}
    pages = build.site.page
    if pages.keys() != whole.build.site.page.keys():
        return []
    files = [
        file
        for file in whole.files.documentation_pages()
        if unquote(file.url) in seen or (file.src_uri in pages and pages[file.src_uri].source in changed)
    ]
    return files if len(files) <= MOST_PAGES else []


def write_ahead(whole: Whole, build: Build, files: Iterable[File], site: Path) -> None:
    """Make these pages of the new build anew, into the finished site of the last whole one."""
    files = list(files)
    for file in files:
        assert file.page is not None
        if file.src_uri in build.site.page:
            file.content_string = build.site.page[file.src_uri].markdown
        file.abs_dest_path = os.fspath(site / file.dest_uri)  # it was built beside
        _populate_page(file.page, whole.config, whole.files)
    shown = whole.files.documentation_pages()
    for file in files:
        assert file.page is not None
        _build_page(file.page, whole.config, shown, whole.nav, whole.env)


def _texts(build: Build) -> dict[str, str]:
    suite = build.report.suite
    return {file.path: file.text for file in (*(spec.document for spec in suite.specs), *suite.prompts)}
