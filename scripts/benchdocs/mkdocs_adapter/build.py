"""One build of the site inside MkDocs: the suite checked, its pages, and what MkDocs' events do with them.

MkDocs empties the site's folder before it reads a page. So the suite is checked when a `Build` is made.
"""

import logging
import os
import sys
from collections.abc import Callable, Collection
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import click
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import get_toc

from benchdocs.files.atomic import put, write_files
from benchdocs.files.lock import BusyError, undisturbed
from benchdocs.history.log import read_log
from benchdocs.mkdocs_adapter import addresses, handwritten_pages, search_index
from benchdocs.mkdocs_adapter.config import about_site, canonical_address, suite_root
from benchdocs.mkdocs_adapter.navigation import KNOWN, listed, navigation
from benchdocs.mkdocs_adapter.search_index import SearchPages
from benchdocs.mkdocs_adapter.search_words import read_search_words
from benchdocs.mkdocs_adapter.sidebar import link, sidebar
from benchdocs.reports.text import closing_lines, findings_text, shows_color
from benchdocs.reports.urls import site_address
from benchdocs.rules.check import Report, check
from benchdocs.rules.registry import rules_of
from benchdocs.rules.support.conversion import unconvertible
from benchdocs.rules.support.markup import refused_in_html
from benchdocs.site.links import GLOSSARY_PATH, read_glossary
from benchdocs.site.page import Page, body
from benchdocs.site.reference_pages import read_references
from benchdocs.site.renderer import Section
from benchdocs.site.site import Site
from benchdocs.site.written_pages import read_written, without_dead_links
from benchdocs.specs.numbers import counted
from benchdocs.specs.search_words import SearchFile

_LOG = logging.getLogger("mkdocs.plugins.benchdocs")
_NO_TOC = get_toc([])
_WITHHELD = "<p>This page is not shown: it contains markup that is not allowed in a hand-written page.</p>"
_OWN_PLUGINS = {"gen-files", "benchdocs", "search"}


class Build:
    """The pages of one build, and what MkDocs' events do with them.

    Attributes:
        search_examples: Queries that the search offers before one is typed.
        added: Markdown of the hand-written pages that lie in no file below `docs`, by path.
    """

    def __init__(
        self,
        config: MkDocsConfig,
        *,
        root: Path | None = None,
        is_preview: bool = False,
    ) -> None:
        """Check the suite of a root, or of the one that the environment or `mkdocs.yml` names.

        Raises Abort where the suite cannot be read now, ConfigurationError where there is none.
        """
        self.config = config
        self.is_preview = is_preview
        self._folder = Path(config.config_file_path).parent.absolute()
        self.root = (root or suite_root(config)).absolute()
        try:
            undisturbed(self.root, self._read)
        except BusyError as error:
            raise Abort(f"The site was not built: {error}.") from None
        whole = navigation(self.texts, self._written.own)
        left_out = sorted({*listed(whole)} - {*listed(config.nav or whole)})
        if left_out:
            pages = f"{counted(len(left_out), 'page')}, such as `{left_out[0]}`"
            _LOG.info(f"The `nav` of `mkdocs.yml` leaves out {pages}; without it, all are there.")
        config.nav = config.nav or whole
        self._guide = {guide.url: guide for guide in self.site.about.guides}
        self._handwritten: dict[str, str] = {}
        self._rendered: dict[object, str] = {}
        self._search_pages = SearchPages(self.site, self._search_words)
        self._searched: dict[str, bytes] = {}

    def _read(self) -> None:
        """Check the suite, and read what else the site is made from."""
        self.report: Report = check(self.root, project=self._folder)
        settings = self.report.suite.settings
        references = read_references(self._folder, rules_of(settings), settings.criteria)
        more = {path: reference.markdown for path, reference in references.items()}
        self._written = read_written(Path(self.config.docs_dir), more)
        self._references = {}
        for path, reference in references.items():
            if path in self._written.added:
                self._references[path] = reference
        pages = {**self._written.own, **self._written.added}
        glossary = read_glossary(pages)
        self.site = Site(
            self.report,
            glossary,
            about_site(self.config, pages),
            history=read_log(self.root),
        )
        search = self.report.suite.search
        urls = {guide.url for guide in self.site.about.guides}
        for page in self.site.pages:
            urls.update(page.addresses)
        words = search.fields if search else SearchFile()
        self._search_words = read_search_words(words, glossary, urls)
        codes = [*self.report.suite.benchmark][:1]
        general = ["how is a score calculated", "download CSV"]
        self.search_examples = [*codes, *general] if words.examples is None else words.examples
        paths = pages.keys() | self.site.page.keys()
        self._missing = {*listed(KNOWN)} - paths
        self.added = {}
        for path, text in self._written.added.items():
            self.added[path] = without_dead_links(path, text, paths.__contains__, self._written.own)

    def announce(self) -> None:
        """Print the findings. Raises Abort in a build that they fail, before MkDocs touches anything."""
        failing = self.report.failing(strict=self.config.strict)
        shown = self.report.listed()
        color = shows_color(sys.stderr)
        for line in findings_text(shown, color=color):
            click.echo(line, err=True, color=color)
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
        return self.added | {page.path: page.markdown for page in self.site.pages}

    @property
    def completed(self) -> dict[str, str]:
        """Markdown of the suite's own glossary, if any, with the terms of the package, by its path."""
        return {path: text for path, text in self._written.own.items() if path == GLOSSARY_PATH}

    def exists(self, address: str) -> bool:
        """Return whether the site has a page, or a file of the docs folder, at an address."""
        if not address or address.endswith("/"):
            return self.site.exists(address)
        return Path(self.config.docs_dir, address).is_file()

    def edit_url(self, path: str) -> str | None:
        """Return where the file behind a page is edited; None where `extra.edit_url` is not set."""
        base = str(self.config.extra.get("edit_url") or "")
        source = self.source_of(path) if path in self.added or path in self.site.page else ""
        return f"{base.rstrip('/')}/{source}" if base and source else None

    def source_of(self, path: str) -> str:
        """Return the file behind a page; empty where it is made from many."""
        if path in self.added:
            return self._references[path].source if path in self._references else ""
        own = self.site.page.get(path)
        return (own.source or "") if own else f"docs/{path}"

    # MkDocs' events -------------------------------------------------------------------------------

    def take_addresses(self, files: Files) -> None:
        """Keep hand-written files from the addresses of generated pages. Raises Abort without those pages."""
        lost: list[str] = []
        self._handwritten = addresses.take(files, self.texts, Path(self.config.docs_dir), lost)
        self._refuse(lost)

    def convert(self, markdown: str, page: MkDocsPage) -> str:
        """Keep MkDocs from converting a page that has no text of its own."""
        for problem in self.reference_problems(page.file.src_uri):
            _LOG.warning(problem)
        if page.file.src_uri in self.site.page:
            vars(page)["render"] = partial(_set_content, page, ())
            page.present_anchor_ids = self.site.page[page.file.src_uri].anchors
            return markdown
        if why_not := unconvertible(markdown):
            _LOG.warning(f"`{page.file.src_uri}` is not shown: the page {why_not}.")
            vars(page)["render"] = partial(_withhold, page)
            return ""
        page.meta.clear()  # the theme writes settings of a page as they are: the check refuses them
        return without_dead_links(page.file.src_uri, markdown, lambda path: path not in self._missing, {})

    def reference_problems(self, path: str) -> list[str]:
        """Return why a page shows nothing of the file beside the specs that it is made from."""
        problems = self._references[path].problems if path in self._references else ()
        return [f"{problem}, which `{path}` shows." for problem in problems]

    def fill(self, html: str, page: MkDocsPage) -> str:
        """Link a hand-written page's HTML; a generated page gets its body when it is written."""
        own = self.site.page.get(page.file.src_uri)
        if own is None and (refusal := next(refused_in_html(html), None)):
            html, page.toc = _WITHHELD, _NO_TOC
            others = sorted(self.config.plugins.keys() - _OWN_PLUGINS)
            by = f"; a plugin may have put it there: {', '.join(others)}" if others else ""
            _LOG.warning(f"`{page.file.src_uri}` is not shown: {refusal.message}{by}.")
        page.update_date = self._sitemap_date(own) or page.update_date
        page.edit_url = self.edit_url(page.file.src_uri) or page.edit_url
        page.canonical_url = canonical_address(self.config, page)
        return self._finish_handwritten(html, page) if own is None else html

    def _finish_handwritten(self, html: str, page: MkDocsPage) -> str:
        """Return a hand-written page with its codes and terms linked, and note what is searched of it."""
        self.site.linker.start_page()
        content = handwritten_pages.finish_tables(self.site.linker.in_html(html, page.url))
        content = handwritten_pages.name_links(content)
        searched = self._search_pages.handwritten(page.url, str(page.title), content)
        self._searched[page.url] = search_index.to_json([searched])
        return content

    def _sitemap_date(self, own: Page | None) -> str | None:
        """Return the day of a page's last commit, so that all builds of one commit are equal."""
        if "SOURCE_DATE_EPOCH" in os.environ:
            return None
        last = self.site.past.last(own.source) if own and own.source else None
        latest = last or self.site.conformance.commit
        return latest.date if latest else None

    def fill_context(self, context: dict[str, Any], page: MkDocsPage, nav: Navigation) -> None:
        """Give a page its sidebar and neighbors, and hand it to the theme as `own`."""
        own = self.site.page.get(page.file.src_uri)
        context["own"] = own
        is_of_suite = own is None and page.file.src_uri not in self.added
        context["language"] = self.site.about.language if is_of_suite else ""
        if own:
            sections = own.render()
            _set_content(page, sections)
            self._note_searched(own, sections)
        context["described"] = own or self._guide.get(page.url.removeprefix("./"))
        if own and own.kind.section:
            near: Any = [other and link(other) for other in self.site.neighbors(own)]
            page.previous_page, page.next_page = near
            context["nav"] = sidebar(nav, page, own, self.site.group_of(own))

    def once(self, key: object, render: Callable[[], str]) -> str:
        """Return a part of the frame that all pages of a key share, rendered for the first of them."""
        if key not in self._rendered:
            self._rendered[key] = render()
        return self._rendered[key]

    def free(self, page: MkDocsPage) -> None:
        """Free the memory of a finished page's parts."""
        page.content, page.toc = None, _NO_TOC
        vars(page).pop("render", None)

    # Files beside the pages -----------------------------------------------------------------------

    def write_beside_pages(self, folder: Path) -> None:
        """Write what follows from the suite beside its pages: its files, byte for byte, the index, data.

        Raises Abort where the site would contradict itself, in a strict build also where a link is broken.
        """
        write_files(folder, ((f"source/{path}", content) for path, content in self.site.copies()))
        problems: list[str] = []
        write_files(folder, addresses.replacing(self._handwritten, self.site.files(), problems))
        put(folder / search_index.FILE, self.search_index())
        parts = (address for page in self.site.pages for address in page.addresses)
        self._refuse([*problems, *self._search_words.unknown_pages([*self._searched_urls, *parts])])
        self.site.write_evidence(folder)
        for path in self.site.changed:  # pages, copies and evidence would not agree
            raise Abort(f"The site was not built: `{path}` changed in the meantime. Build it again.")

    def search_index(self) -> bytes:
        """Return the search index; the hand-written pages have to be filled before."""
        for page in self.site.pages:
            if page.url not in self._searched:
                self._note_searched(page, page.render())
        searched = (self._searched[url] for url in self._searched_urls)
        return search_index.content(searched, self._search_words.same)

    def _note_searched(self, page: Page, sections: Collection[Section]) -> None:
        self._searched[page.url] = search_index.to_json(self._search_pages.generated(page, sections))

    @property
    def _searched_urls(self) -> list[str]:
        generated = [page.url for page in self.site.pages]
        return [*generated, *sorted(self._searched.keys() - set(generated))]

    def _refuse(self, problems: Collection[str]) -> None:
        """Report problems. Raises Abort in a strict build, also in a quiet one, where MkDocs counts none."""
        for problem in problems:
            _LOG.log(logging.ERROR if self.config.strict else logging.WARNING, problem)
        if problems and self.config.strict:
            raise Abort("The site was not built, and the previous build is unchanged.")


def _withhold(page: MkDocsPage, *_: object) -> None:
    """Give a page that must not be converted a sentence as its content."""
    _set_content(page, ())
    page.content = _WITHHELD
    page.present_anchor_ids = set()


def _set_content(page: MkDocsPage, sections: Collection[Section], *_: object) -> None:
    """Give a page its sections as content, and its table of contents."""
    page.content = body(sections)
    page.toc = get_toc(
        [
            {"level": 2, "id": section.id, "name": escape(section.heading), "children": []}
            for section in sections
            if section.heading
        ]
    )
