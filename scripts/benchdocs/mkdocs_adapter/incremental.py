"""A preview's site made anew after an edit: first the pages that somebody looks at, then what else changed.

It works on what the last whole build of MkDocs left behind, and only where a file of the suite changed
and no page came or went. What it writes is what a whole build would write.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import unquote

from jinja2 import Environment
from mkdocs.commands.build import _build_page, _populate_page
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation

from benchdocs.files.atomic import put
from benchdocs.mkdocs_adapter.build import Build
from benchdocs.site.cache import digest
from benchdocs.site.page import Page
from benchdocs.site.reference_pages import files_of

MOST_PAGES = 12
"""Pages that are made ahead of the rest; who looks at more waits for all that changed."""


class Whole(NamedTuple):
    """What a whole build of a preview leaves behind."""

    build: Build
    config: MkDocsConfig
    files: Files
    nav: Navigation
    env: Environment
    surroundings: object
    """State of the files outside the suite that it was made with."""
    marks: dict[str, bytes]
    """What the pages that stand in the site were made from, as `marks` says it."""


def marks(build: Build) -> dict[str, bytes]:
    """Digests of all that the pages of a build are made from, by their Markdown files; some are empty."""
    return {path: _mark(build, own) for path, own in build.site.page.items()}


def surroundings(config: MkDocsConfig) -> object:
    """The state of all that pages are made from besides the suite; equal ones mean that nothing changed."""
    folder = Path(config.config_file_path).parent
    files = chain.from_iterable(_files(folder / part) for part in (config.docs_dir, *config.watch))
    return [_state(path) for path in (config.config_file_path, *map(str, files_of(folder)), *files)]


def _files(folder: Path) -> Iterator[str]:
    for path, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        yield from (os.path.join(path, name) for name in sorted(names))


def _state(path: str) -> tuple[str, int, int]:
    """When and how large a file was written; one that has just gone is as good as empty."""
    try:
        found = os.stat(path)
    except OSError:
        return path, 0, 0
    return path, found.st_mtime_ns, found.st_size


def can_go_on(whole: Whole, build: Build) -> bool:
    """Whether what a new build changes are files that are there; else all of the site is made anew."""
    before, now = whole.build.site, build.site
    is_same_set = before.page.keys() == now.page.keys() and before.sources == now.sources
    return is_same_set and before.world == now.world


def pages_ahead(whole: Whole, build: Build, seen: Collection[str]) -> list[File]:
    """The pages that somebody looks at, and those of the files that changed; where they are many, all.

    `seen` are the addresses that browsers show, below the site's root; "./" is the home page.
    """
    before, pages = _texts(whole.build), build.site.page
    changed = {path for path, text in _texts(build).items() if before.get(path) != text}
    files = [
        file
        for file in whole.files.documentation_pages()
        if unquote(file.url) in seen or (file.src_uri in pages and pages[file.src_uri].source in changed)
    ]
    return files if len(files) <= MOST_PAGES else pages_behind(whole, build)


def pages_behind(whole: Whole, build: Build) -> list[File]:
    """The pages that are not known to be what the new build would make."""
    pages, marks = build.site.page, whole.marks

    def stays(own: Page) -> bool:
        mark = _mark(build, own)
        return bool(mark) and mark == marks[own.path] and build.retain(own)

    return [
        file
        for file in whole.files.documentation_pages()
        if file.src_uri not in pages or not stays(pages[file.src_uri])
    ]


def write(whole: Whole, build: Build, files: Collection[File], site: Path) -> set[str]:
    """Make these pages of the new build anew in the finished site; addresses of those whose files are new."""
    pages, texts, others = build.site.page, build.texts, set()
    for file in files:
        assert file.page is not None
        if file.src_uri in texts:
            file.content_string = texts[file.src_uri]
        _populate_page(file.page, whole.config, whole.files)
    shown = whole.files.documentation_pages()
    with TemporaryDirectory() as folder:
        for file in files:
            assert file.page is not None
            whole.marks[file.src_uri] = b""  # whatever happens, it is made again unless it is finished
            file.abs_dest_path = os.path.join(folder, "index.html")
            _build_page(file.page, whole.config, shown, whole.nav, whole.env)
            if put(site / file.dest_uri, Path(file.abs_dest_path).read_bytes()):
                others.add(unquote(file.url))
            if file.src_uri in pages:
                whole.marks[file.src_uri] = _mark(build, pages[file.src_uri])
    return others


def _mark(build: Build, own: Page) -> bytes:
    """A digest of all that a generated page is made from; empty where nobody knows that."""
    if own.key is None:
        return b""
    site = build.site
    listed = (*site.neighbours(own), *site.group_of(own)) if own.section else ()
    near = [(other.title, other.url) if other else None for other in listed]
    said = (own.title, own.description, own.source, own.section, own.group, own.kind, own.redirect)
    return digest(site.world, own.key, said, near, site.box.state(own.source))


def _texts(build: Build) -> dict[str, str]:
    suite = build.report.suite
    return {file.path: file.text for file in (*(spec.document for spec in suite.specs), *suite.prompts)}
