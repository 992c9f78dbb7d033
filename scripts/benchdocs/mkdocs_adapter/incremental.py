"""A preview's site remade after an edit: first the pages that browsers show, then what else changed."""

import os
from collections.abc import Collection
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import unquote

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation

from benchdocs.authoring.file_states import States, state_of, states
from benchdocs.files.atomic import put
from benchdocs.files.tree import entries
from benchdocs.mkdocs_adapter.build import Build
from benchdocs.mkdocs_adapter.config import hooks
from benchdocs.mkdocs_adapter.mkdocs_internals import read_page, write_page
from benchdocs.site.cache import digest
from benchdocs.site.page import Page
from benchdocs.site.reference_pages import reference_files
from benchdocs.specs.discovery import MAX_FOLDERS

MOST_PAGES = 12
"""Pages that are remade before the others; where browsers show more, all that changed are remade at once."""


class IncrementalPreview:
    """What a whole build leaves behind, and the pages remade from it since.

    It serves while only files of the suite change and no page comes or goes. What it writes is what a
    whole build would write.
    """

    def __init__(
        self,
        build: Build,
        config: MkDocsConfig,
        files: Files,
        nav: Navigation,
        env: Environment,
        state: States,
    ) -> None:
        """Take a whole build and what MkDocs made in it; `state` is the `files_state` from before it."""
        self.build = build
        """The build that the site shows."""
        self.config = config
        self._files = files
        self._nav = nav
        self._env = env
        self._state = state
        self._digests = {path: _source_digest(build, own) for path, own in build.site.page.items()}
        """Of all that the pages in the site were made from, by their Markdown files; some are empty."""

    def is_current(self) -> bool:
        """Return whether all that pages are made from besides the suite is as the whole build found it."""
        return files_state(self.config) == self._state

    def has_same_pages(self, build: Build) -> bool:
        """Return whether a new build has the pages of the last one, and nothing changed for all of them."""
        before, now = self.build.site, build.site
        is_same_set = before.page.keys() == now.page.keys() and before.sources == now.sources
        return is_same_set and before.renderer.environment_digest == now.renderer.environment_digest

    def pages_first(self, build: Build, shown: Collection[str]) -> list[File]:
        """Return the pages that browsers show and those of changed files; if many, all that changed.

        `shown` are addresses below the site's root; "./" is the home page.
        """
        before, pages = _texts(self.build), build.site.page
        changed = {path for path, text in _texts(build).items() if before.get(path) != text}
        files = [
            file
            for file in self._files.documentation_pages()
            if unquote(file.url) in shown or (file.src_uri in pages and pages[file.src_uri].source in changed)
        ]
        return files if len(files) <= MOST_PAGES else self.pages_left(build)

    def pages_left(self, build: Build) -> list[File]:
        """Return the pages that are not known to be what a new build would make."""
        pages = build.site.page

        def stays(own: Page) -> bool:
            source = _source_digest(build, own)
            return bool(source) and source == self._digests[own.path] and build.retain(own)

        return [
            file
            for file in self._files.documentation_pages()
            if file.src_uri not in pages or not stays(pages[file.src_uri])
        ]

    def write(self, build: Build, files: Collection[File], site: Path) -> set[str]:
        """Remake pages in the finished site; return the addresses of those that differ from before."""
        pages, texts, changed = build.site.page, build.texts, set()
        for file in files:
            assert file.page is not None
            if file.src_uri in texts:
                file.content_string = texts[file.src_uri]
            read_page(file.page, self.config, self._files)
        documents = self._files.documentation_pages()
        with TemporaryDirectory() as folder:
            for file in files:
                assert file.page is not None
                self._digests[file.src_uri] = b""  # unless it is finished, it is made again
                file.abs_dest_path = os.path.join(folder, "index.html")
                write_page(file.page, self.config, documents, self._nav, self._env)
                if put(site / file.dest_uri, Path(file.abs_dest_path).read_bytes()):
                    changed.add(unquote(file.url))
                if file.src_uri in pages:
                    self._digests[file.src_uri] = _source_digest(build, pages[file.src_uri])
        return changed


def files_state(config: MkDocsConfig) -> States:
    """Return the states of all files that pages are made from besides the suite."""
    folder = Path(config.config_file_path).parent
    tops = (folder / part for part in (config.docs_dir, *config.watch))
    files = (Path(entry.path) for top in tops for entry in entries(top, MAX_FOLDERS))
    own = [path for path in files if "__pycache__" not in path.parts]
    own += [Path(config.config_file_path), *reference_files(folder), *hooks(config)]
    return {path: state_of(path) for path in own}


def source_states(root: Path, folder: Path) -> States:
    """Return the states of the suite's files, and of the references of the project in a folder."""
    return {**states(root), **{path: state_of(path) for path in reference_files(folder)}}


def _source_digest(build: Build, own: Page) -> bytes:
    """Return a digest of all that a generated page is made from; empty where that is not known."""
    if own.key is None:
        return b""
    site = build.site
    listed = (*site.neighbors(own), *site.group_of(own)) if own.kind.section else ()
    near = [(other.title, other.url) if other else None for other in listed]
    facts = (own.title, own.description, own.source, own.group, own.kind.name, own.redirect)
    return digest(site.renderer.environment_digest, own.key, facts, near, site.box.state(own.source))


def _texts(build: Build) -> dict[str, str]:
    suite = build.report.suite
    return {file.path: file.text for file in (*(spec.document for spec in suite.specs), *suite.prompts)}
