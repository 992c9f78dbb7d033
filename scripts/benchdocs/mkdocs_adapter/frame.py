"""What MkDocs makes of a project before it writes a page; single pages and files made from it on request.

MkDocs' own build reads the settings, the files and the navigation, and is given nothing to write. A page then
goes through the same steps and the same events of plugins as in a whole build.
"""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import jinja2
from jinja2 import Environment
from mkdocs.commands.build import get_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.utils import get_relative_url, is_error_template

from benchdocs.mkdocs_adapter.build import Build

_DRAFT = (
    '<div class="mkdocs-draft-marker" title="This page will not be included into the built site.">DRAFT</div>'
)
_SITEMAP = "sitemap.xml"
_LOG = logging.getLogger("mkdocs.structure.pages")


class Found(NamedTuple):
    """What MkDocs found in a project and would convert, copy and write.

    Attributes:
        theme_templates: Names of the theme's templates that are files of their own.
        extra_templates: Names of the docs folder's templates that are.
    """

    files: Files
    nav: Navigation
    theme_templates: frozenset[str]
    extra_templates: tuple[str, ...]


def take(config: MkDocsConfig, files: Files, nav: Navigation) -> Found:
    """Take from MkDocs what it found, so that it converts, copies and writes nothing."""
    found = Found(
        Files([*files]),
        nav,
        frozenset(config.theme.static_templates),
        tuple(map(str, config.extra_templates)),
    )
    for file in found.files:
        files.remove(file)
    config.theme.static_templates.clear()
    config.extra_templates.clear()
    return found


class Frame:
    """The settings, files, navigation and templates of a project, with its hand-written pages converted."""

    def __init__(self, build: Build, config: MkDocsConfig, found: Found, env: Environment) -> None:
        """Convert the hand-written pages: their titles, anchors and warnings stand on other pages, too."""
        self.config, self._env, self._build = config, env, build
        self._files, self._nav, self._theme_templates, self._extra_templates = found
        files = self._files
        self._pages = {file.src_uri: file for file in files.documentation_pages(inclusion=_is_shown)}
        self._by_address = {file.dest_uri: file for file in files if _is_shown(file.inclusion)}
        self._converted: dict[str, tuple[str, Any]] = {}
        """HTML and headings of each hand-written page as MkDocs converts it."""
        self._read: set[str] = set()
        folders = (config.docs_dir, *config.theme.dirs)
        for file in files:
            if _is_shown(file.inclusion) and file.src_dir not in folders:
                file.content_bytes = file.content_bytes  # the folder that a plugin made it in will go
            if file.src_uri in self._pages:
                page = file.page or MkDocsPage(None, file, config)
                own = build.site.page.get(file.src_uri)
                page.present_anchor_ids = own.anchors if own else set()
        with _captured_warnings() as warnings:
            converted = []
            for path in sorted(self._pages.keys() - build.site.page.keys()):
                converted.append(self._convert(path))
                warnings += build.reference_problems(path)
            for page in converted:  # as MkDocs does after the last page of a build
                page.validate_anchor_links(files=files, log_level=config.validation.links.anchors)
        self.warnings = tuple(warnings)
        self.renew(build)

    def renew(self, build: Build) -> None:
        """Take another build of the same pages."""
        self._build = build
        self._read.clear()
        for path, text in build.texts.items():
            if path in self._pages and path in build.site.page:
                self._pages[path].content_string = text
        for page in self._nav.pages:  # their titles stand on every page
            if page.file.src_uri in self._pages:
                self.read(page.file.src_uri)

    def fill_handwritten(self) -> None:
        """Let the build note what is searched of each hand-written page."""
        for path in self._pages.keys() - self._build.site.page.keys():
            self.read(path)

    def _convert(self, path: str) -> MkDocsPage:
        """Read a page and convert it, as MkDocs does."""
        page, config = self._pages[path].page, self.config
        assert page
        page = config.plugins.on_pre_page(page, config=config, files=self._files)
        page.read_source(config)
        page.markdown = config.plugins.on_page_markdown(
            page.markdown or "", page=page, config=config, files=self._files
        )
        page.render(config, self._files)
        self._converted[path] = (page.content or "", page.toc)
        return page

    def read(self, path: str) -> MkDocsPage:
        """Return the page of a Markdown file, read and converted, but not yet filled."""
        page = self._pages[path].page
        assert page
        if path not in self._read:
            if path in self._build.site.page:
                page = self._convert(path)
            content, page.toc = self._converted[path]
            page.content = self.config.plugins.on_page_content(
                content, page=page, config=self.config, files=self._files
            )
            self._read.add(path)
        return page

    def content(self, path: str) -> bytes | None:
        """Return a page, a template or a file by its path below the site's root; None where there is none.

        A file of the docs folder that leads elsewhere is none. Raises whatever a page or a plugin raises.
        """
        file = self._by_address.get(path)
        if file and file.src_uri in self._pages:
            return self._page(file.src_uri)
        if path in (*self._theme_templates, *self._extra_templates):
            return self._template(path)
        return self._copied(file) if file else None

    def _page(self, path: str) -> bytes:
        """Return the page of a Markdown file as HTML."""
        page, config = self.read(path), self.config
        content, toc = page.content, page.toc
        page.active = True
        try:
            documents = [*self._pages.values()]
            context = get_context(self._nav, documents, config, page)
            template = self._env.get_template(page.meta.get("template", "main.html"))
            context = config.plugins.on_page_context(context, page=page, config=config, nav=self._nav)
            if self._pages[path].inclusion is InclusionLevel.DRAFT:
                page.content = _DRAFT + (page.content or "")
            output = template.render(context)
            output = config.plugins.on_post_page(output, page=page, config=config)
        finally:
            page.active = False
            page.content, page.toc = content, toc
        return output.encode("utf-8", "xmlcharrefreplace")

    def _template(self, name: str) -> bytes | None:
        """Return a template that is a file of its own; None where it is missing or gives nothing."""
        config = self.config
        if name in self._extra_templates:
            file = self._files.get_file_from_path(name)
            template = jinja2.Template(file.content_string) if file else None
        else:
            try:
                template = self._env.get_template(name)
            except jinja2.TemplateNotFound:
                template = None
        if template is None:
            return None
        for path in self._pages if name == _SITEMAP else ():
            self.read(path)
        template = config.plugins.on_pre_template(template, template_name=name, config=config)
        base = (
            urlsplit(config.site_url or "/").path if is_error_template(name) else get_relative_url(".", name)
        )
        context = get_context(self._nav, [*self._pages.values()], config, base_url=base)
        context = config.plugins.on_template_context(context, template_name=name, config=config)
        output = template.render(context)
        output = config.plugins.on_post_template(output, template_name=name, config=config)
        return output.encode() if output.strip() else None

    def _copied(self, file: File) -> bytes | None:
        """Return a file that is copied as it is."""
        source = file.abs_src_path
        if source and file.src_dir == self.config.docs_dir:
            folder = Path(self.config.config_file_path).parent
            if not Path(os.path.realpath(source)).is_relative_to(os.path.realpath(folder)):
                return None
        try:
            return file.content_bytes
        except FileNotFoundError:
            return None


def _is_shown(level: InclusionLevel) -> bool:
    """Return whether a preview shows a file of this level: one of the site, or a draft."""
    return level is not InclusionLevel.EXCLUDED


@contextmanager
def _captured_warnings() -> Iterator[list[str]]:
    """Capture the warnings MkDocs logs of pages, which still reach the terminal."""
    messages: list[str] = []

    def note(record: logging.LogRecord) -> bool:
        if record.levelno >= logging.WARNING:
            messages.append(record.getMessage())
        return True

    _LOG.addFilter(note)
    try:
        yield messages
    finally:
        _LOG.removeFilter(note)
