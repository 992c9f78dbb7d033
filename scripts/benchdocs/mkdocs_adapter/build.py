"""One build of the site inside MkDocs: the suite checked, its pages, and what MkDocs' events do with them.

MkDocs empties the site's folder before it reads a page. So the suite is checked when a `Build` is made.
"""

import logging
import os
import sys
from collections.abc import Collection
from fnmatch import fnmatchcase
from functools import cached_property, partial
from html import escape
from pathlib import Path
from typing import Any, Self

import click
from material.plugins.search.plugin import SearchIndex  # type: ignore[import-untyped]
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import get_toc

from benchdocs.files.atomic import put, write_files
from benchdocs.files.lock import BusyError, undisturbed
from benchdocs.history.git_log import History, history
from benchdocs.mkdocs_adapter import addresses, handwritten_pages, search_index
from benchdocs.mkdocs_adapter.config import about_site, suite_root
from benchdocs.mkdocs_adapter.page_state import (
    captured_warnings,
    headings,
    missing_anchors,
    navigation_entries,
)
from benchdocs.mkdocs_adapter.search_index import SearchPages
from benchdocs.mkdocs_adapter.search_words import read_search_words
from benchdocs.mkdocs_adapter.sidebar import mkdocs_page, sidebar
from benchdocs.reports.terminal import style_of
from benchdocs.reports.text import closing_lines, findings_text
from benchdocs.reports.urls import site_address
from benchdocs.rules.check import Report, check
from benchdocs.rules.finding import Severity
from benchdocs.rules.support.conversion import unconvertible
from benchdocs.rules.support.markup import refused_in_html
from benchdocs.site import http_headers, renderer
from benchdocs.site.audit.self_assessment import dead_links
from benchdocs.site.cache import PageCache, digest
from benchdocs.site.comparisons import Comparisons
from benchdocs.site.links import COMPARE_URL, read_glossary
from benchdocs.site.page import Page, body
from benchdocs.site.page_head import PageHeads
from benchdocs.site.reference_pages import read_references, reference_files
from benchdocs.site.renderer import Section
from benchdocs.site.site import LATE_FILES, Site
from benchdocs.site.site_info import read_coverage
from benchdocs.site.views.comparison import mutual_pairs
from benchdocs.specs.discovery import SUITE_NAMES
from benchdocs.specs.search_words import SearchFile

_LOG = logging.getLogger("mkdocs.plugins.benchdocs")
_NO_TOC = get_toc([])
_WITHHELD = "<p>This page is not shown: it contains markup that is not allowed in a hand-written page.</p>"
_NO_ANCHORS: set[str] = set()
_TEMPLATES = Path(renderer.__file__).parent / "templates"


class Build:
    """The pages of one build, and what MkDocs' events do with them."""

    def __init__(
        self,
        config: MkDocsConfig,
        *,
        root: Path | None = None,
        cache: PageCache | None = None,
        notice: str = "",
    ) -> None:
        """Check the suite of a root, or of the one that the environment or `mkdocs.yml` names.

        A preview gives the cache that lasts from one build to the next, and HTML that goes into the box of
        every page. Raises Abort where the suite cannot be read now, ConfigurationError where there is none.
        """
        self.config = config
        self.cache = cache
        self.is_preview = cache is not None
        self._notice = notice
        self._folder = Path(config.config_file_path).parent.absolute()
        self.root = (root or suite_root(config)).absolute()
        try:
            undisturbed(self.root, self._read)
        except BusyError as error:
            raise Abort(f"The site was not built: {error}.") from None
        self.heads = PageHeads(self.site)
        self.is_complete = False
        """Whether the files that a preview writes on request are there."""
        self.allowed_scripts: frozenset[str] = frozenset()
        """Hashes of the scripts that may stand in a page."""
        self._files = Files([])
        self._handwritten: dict[str, str] = {}
        self._files_digest = b""
        self._search_pages = SearchPages(self.site, self._search_words)
        self._searched: dict[str, bytes] = {}
        self._page_digests: dict[str, bytes] = {}
        self._warnings: dict[str, list[str]] = {}
        self._anchor_warnings: list[str] = []

    def _read(self) -> None:
        """Check the suite, and read what else the site is made from."""
        self.report: Report = check(self.root, project=self._folder)
        docs = Path(self.config.docs_dir)
        self.references = read_references(self._folder)
        past = history(self.root)
        glossary = read_glossary(docs)
        search = self.report.suite.search
        self._search_words = read_search_words(search.fields if search else SearchFile(), glossary)
        self._environment_digest = self._digest_environment(past, self.cache) if self.cache else b""
        self.site = Site(
            self.report,
            glossary,
            about_site(self.config, self.references),
            coverage=read_coverage(docs),
            history=past,
            cache=self.cache,
            environment_digest=self._environment_digest,
        )

    def _digest_environment(self, past: History, cache: PageCache) -> bytes:
        """Return a digest of what the pages of a preview depend on besides the suite."""
        folders = (_TEMPLATES, self._folder / "docs/overrides")
        files = [
            self._folder / "mkdocs.yml",
            *(path for folder in folders for path in sorted(folder.rglob("*"))),
        ]
        texts = [(str(path), path.read_bytes()) for path in files if path.is_file()]
        return digest(cache.identity_number(past.entries), past.gap, texts)

    def announce(self) -> None:
        """Print the findings. Raises Abort in a build that they fail, before MkDocs touches anything."""
        failing = self.report.failing(strict=self.config.strict)
        shown = self.report.listed()
        style = style_of(sys.stderr)
        for line in findings_text(shown, style):
            click.echo(line, err=True, color=style.color)
        if shown:
            for line in closing_lines(self.report, shown, self.report.findings, site_address()):
                click.echo(line, err=True)
        if failing and not self.is_preview:
            raise Abort(
                "The specs have violations; the site was not built, and the previous build is unchanged."
            )

    @property
    def texts(self) -> dict[str, str]:
        """Markdown of all pages that lie in no file below `docs`, by the paths that MkDocs knows them by."""
        references = {path: text.markdown for path, text in self.references.items()}
        return references | {page.path: page.markdown for page in self.site.pages}

    def edit_url(self, path: str) -> str | None:
        """Return where the file behind a page is edited; None where `extra.edit_url` is not set."""
        base = str(self.config.extra.get("edit_url") or "")
        if path in self.references:
            source: str | None = self.references[path].reference.source
        else:
            source = self.site.page[path].source if path in self.site.page else None
        return f"{base.rstrip('/')}/{source}" if base and source else None

    # MkDocs' events -------------------------------------------------------------------------------

    def take_addresses(self, files: Files) -> None:
        """Keep hand-written files from the addresses of generated pages. Raises Abort without those pages."""
        lost: list[str] = []
        self._handwritten = addresses.take(files, self.texts, Path(self.config.docs_dir), lost)
        self._refuse(lost)

    def convert(self, markdown: str, page: MkDocsPage, files: Files) -> str:
        """Keep MkDocs from converting a page that has no text of its own, or that a preview has cached."""
        for problem in self._reference_problems(page.file.src_uri):
            _LOG.warning(problem)
        if page.file.src_uri in self.site.page:
            vars(page)["render"] = partial(_set_content, page, ())
            return handwritten_pages.protect_spaces(markdown)
        if why_not := unconvertible(markdown):
            _LOG.warning(f"`{page.file.src_uri}` is not shown: the page {why_not}.")
            vars(page)["render"] = partial(_withhold, page)
            return ""
        page.meta.clear()  # the theme writes settings of a page as they are: the check refuses them
        if self.cache is not None:
            self._files_digest = self._files_digest or digest(
                sorted((file.src_uri, file.url) for file in files)
            )
            sources = (self._environment_digest, self._files_digest, page.file.src_uri, markdown, page.meta)
            vars(page)["render"] = partial(self._render, page, self.cache, digest("markdown", *sources))
        return handwritten_pages.protect_spaces(markdown)

    def _reference_problems(self, path: str) -> list[str]:
        """Return why a page shows nothing of the file beside the specs that it is made from."""
        reference = self.references.get(path)
        return [f"{reference.problem}, which `{path}` shows."] if reference and reference.problem else []

    def _render(
        self, page: MkDocsPage, cache: PageCache, key: bytes, config: MkDocsConfig, files: Files
    ) -> None:
        """Convert a hand-written page, unless its HTML is cached."""
        found = cache.get(key)
        if found is None:
            with captured_warnings() as messages:
                MkDocsPage.render(page, config, files)
            links = [(file.src_uri, anchors) for file, anchors in (page.links_to_anchors or {}).items()]
            cache.store(key, (page.content, page.toc, page.title, page.present_anchor_ids, links, messages))
        else:
            page.content, page.toc, page.title, page.present_anchor_ids, links, messages = found
            linked = ((files.get_file_from_path(path), anchors) for path, anchors in links)
            page.links_to_anchors = {file: anchors for file, anchors in linked if file}
        self._warnings[page.file.src_uri] = [*messages, *self._reference_problems(page.file.src_uri)]

    def check_anchors(self, files: Files) -> None:
        """Find links to missing anchors in a preview, of which MkDocs warns when all pages are written."""
        if self.is_preview:
            pages = [file.page for file in files.documentation_pages()]
            self._anchor_warnings = missing_anchors(pages, files, self.config.validation.links.anchors)

    def fill(self, html: str, page: MkDocsPage, files: Files) -> str:
        """Link a hand-written page's HTML; a generated page gets its body when it is written."""
        self._files = files
        own = self.site.page.get(page.file.src_uri)
        if own is None and (refusal := next(refused_in_html(html), None)):
            html, page.toc = _WITHHELD, _NO_TOC
            _LOG.warning(f"`{page.file.src_uri}` is not shown: {refusal.message}.")
        page.update_date = self._sitemap_date(own) or page.update_date
        page.edit_url = self.edit_url(page.file.src_uri) or page.edit_url
        return self._finish_handwritten(html, page) if own is None else html

    def _finish_handwritten(self, html: str, page: MkDocsPage) -> str:
        """Return a hand-written page with its codes and terms linked, and note what is searched of it."""

        def finish() -> tuple[str, list[dict[str, Any]]]:
            self.site.linker.start_page()
            content = handwritten_pages.finish_tables(self.site.linker.in_html(html, page.url))
            page.content = handwritten_pages.name_links(content)
            index = SearchIndex()
            index.add_entry_from_context(page)
            if page.file.src_uri not in self.references:
                page.content = handwritten_pages.fold_long_parts(page.content)
            return page.content, index.entries

        own = (page.url, page.title, page.meta, list(headings(page.toc)), html)
        if self.cache is None:
            linked, entries = finish()
        else:
            key = digest("written", self.site.renderer.environment_digest, *own)
            linked, entries = self.cache.get_or_make(key, finish)
        if entries:
            self._searched[page.url] = search_index.to_json(self._search_pages.handwritten(entries))
        return linked

    def _sitemap_date(self, own: Page | None) -> str | None:
        """Return the day of a page's last commit, so that all builds of one commit are equal."""
        if "SOURCE_DATE_EPOCH" in os.environ:
            return None
        last = self.site.past.last(own.source) if own and own.source else None
        latest = last or self.site.conformance.commit
        return latest.date if latest else None

    def fill_context(self, context: dict[str, Any], page: MkDocsPage, nav: Navigation) -> None:
        """Give a page its violations box, sidebar and neighbors, and hand it to the theme as `own`."""
        url = page.url if page.url != "./" else ""
        own = self.site.page.get(page.file.src_uri)
        context["own"] = own
        if own:
            sections = own.render()
            _set_content(page, sections)
            self._searched[own.url] = search_index.to_json(self._search_pages.generated(own, sections))
        context["head"] = self.heads.tags(own.url if own else url)
        if self.is_preview:
            context["violations"] = self.box(url, own.source if own else None)
        if own and own.kind.section:
            near = self.site.neighbors(own)
            page.previous_page, page.next_page = (mkdocs_page(self._files, other) for other in near)
            context["nav"] = sidebar(nav, own, self.site.group_of(own), self._files)
        if cache := self._cache_for(own):
            key = self._page_digests[page.file.src_uri] = self._page_digest(context, own, page)
            context["finished"] = cache.get(key)

    def box(self, url: str, here: str | None) -> str:
        """Return the box of a preview for the page at an address, whose own file is `here`."""
        warnings = [warning for _, found in sorted(self._warnings.items()) for warning in found]
        return self._notice + self.site.box.html(url, here, [*warnings, *self._anchor_warnings])

    def _cache_for(self, own: Page | None) -> PageCache | None:
        """Return the cache for a page's file; None if it shows the whole suite."""
        return self.cache if own is None or own.key is not None else None

    def _page_digest(self, context: dict[str, Any], own: Page | None, page: MkDocsPage) -> bytes:
        """Return a digest of all that a page's file is made from."""
        near = [(other.title, other.url) if other else None for other in (page.previous_page, page.next_page)]
        frame = (page.url, str(page.title), page.meta, page.edit_url, near, list(headings(page.toc)))
        generated = (own.kind.name, own.redirect) if own else None
        shown = (page.content, str(context["head"]), str(context.get("violations", "")))
        sidebar_entries = list(navigation_entries(context["nav"]))
        return digest("page", self._environment_digest, generated, frame, shown, sidebar_entries)

    def finish_page(self, output: str, page: MkDocsPage, *, is_good: bool) -> None:
        """Cache a good page for the preview's next builds, and free the memory of its parts."""
        cache = self._cache_for(self.site.page.get(page.file.src_uri))
        if cache and is_good:
            cache.store(self._page_digests[page.file.src_uri], output)
        page.content, page.toc = None, _NO_TOC
        vars(page).pop("render", None)

    # Files beside the pages -----------------------------------------------------------------------

    def write_beside_pages(self, folder: Path) -> None:
        """Write what follows from the suite beside its pages: its files, byte for byte, the index, more.

        This ends a build of a preview.
        """
        write_files(folder, ((f"source/{path}", content) for path, content in self.site.copies()))
        problems: list[str] = []
        write_files(folder, addresses.replacing(self._handwritten, self.site.files(), problems))
        generated = [page.url for page in self.site.pages]
        urls = [*generated, *sorted(self._searched.keys() - set(generated))]
        searched = (self._searched[url] for url in urls)
        search_index.write(folder, searched, self._search_words.same, mutual_pairs(self.site.views))
        problems += self._search_words.unknown_pages(urls)
        assessment = self.report.suite.assessment
        if assessment and not self.report.count(Severity.ERROR):  # else pages lack what the links lead to
            problems += dead_links(assessment, folder)
        self._refuse(problems)
        if self.cache is not None:
            self.cache.finish_build()

    def _refuse(self, problems: Collection[str]) -> None:
        """Report problems. Raises Abort in a strict build, also in a quiet one, where MkDocs counts none."""
        for problem in problems:
            _LOG.log(logging.ERROR if self.config.strict else logging.WARNING, problem)
        if problems and self.config.strict:
            raise Abort("The site was not built, and the previous build is unchanged.")

    def is_late_file(self, path: str) -> bool:
        """Return whether `write_late_files` makes a file, by its path below the site's root."""
        return path in self._late_files or f"{path}index.html" in self._late_files

    def write_late_files(self, folder: Path) -> None:
        """Write the suite as data, and the headers; a preview does so when someone requests one of them."""
        self.site.write_evidence(folder)
        frame = (folder / COMPARE_URL / "index.html").read_text(encoding="utf-8")
        write_files(folder, self._comparisons.files(frame))
        put(folder / http_headers.NAME, http_headers.site_headers(folder, self.allowed_scripts).encode())
        self.is_complete = True

    @cached_property
    def _comparisons(self) -> Comparisons:
        return Comparisons(self.site)

    @cached_property
    def _late_files(self) -> frozenset[str]:
        """Paths of the files that are written when someone requests one of them."""
        return self._comparisons.paths | {http_headers.NAME, *LATE_FILES}

    # From one build of a preview to the next ------------------------------------------------------

    def continue_from(self, before: Self, folder: Path) -> None:
        """Take over what a finished site shows whose pages this build remakes one by one."""
        self._searched, self._page_digests = before._searched, before._page_digests
        self._warnings, self._anchor_warnings = before._warnings, before._anchor_warnings
        self.allowed_scripts = before.allowed_scripts
        gone = before._comparisons.paths - self._comparisons.paths
        for path in (http_headers.NAME, *LATE_FILES, *gone):  # they are written when someone requests them
            (folder / path).unlink(missing_ok=True)

    def retain(self, own: Page) -> bool:
        """Keep a generated page that stays as it is in the cache; return whether it was there."""
        key = self._page_digests.get(own.path)
        if self.cache is None or key is None or own.key is None:
            return False
        return None not in (self.cache.get(own.key), self.cache.get(key))

    def is_source(self, path: Path) -> bool:
        """Return whether a file or folder, existing or removed, is the suite's or the source of a page."""
        if path in reference_files(self._folder):
            return True
        if self.root not in path.parents:
            return False
        return any(fnmatchcase(path.relative_to(self.root).parts[0], name) for name in SUITE_NAMES)


def _withhold(page: MkDocsPage, *_: object) -> None:
    """Give a page that must not be converted a sentence as its content."""
    _set_content(page, ())
    page.content = _WITHHELD


def _set_content(page: MkDocsPage, sections: Collection[Section], *_: object) -> None:
    """Give a page its sections as content, its table of contents and its anchors."""
    page.content = body(sections)
    page.toc = get_toc(
        [
            {"level": 2, "id": section.id, "name": escape(section.heading), "children": []}
            for section in sections
            if section.heading
        ]
    )
    page.present_anchor_ids = _NO_ANCHORS  # MkDocs looks at them before any page has a body
