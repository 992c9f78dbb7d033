"""One build of the site inside MkDocs: pages in, finished site out, and nothing half-written.

MkDocs empties the site's folder before it reads a page. So the suite is checked when a `Build` is made,
and the site is built beside the old one and takes its place at the end.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Collection
from fnmatch import fnmatchcase
from functools import partial
from html import escape
from itertools import chain
from pathlib import Path
from typing import Any

import click
from material.plugins.search.plugin import SearchIndex  # type: ignore[import-untyped]
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.nav import Section as NavigationSection
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import get_toc

from benchdocs.files.atomic import put, write_files
from benchdocs.files.lock import BusyError, undisturbed
from benchdocs.history.git_log import History, history
from benchdocs.mkdocs_adapter import config as project
from benchdocs.mkdocs_adapter import handwritten_pages, search_index
from benchdocs.mkdocs_adapter.minify import squeeze
from benchdocs.mkdocs_adapter.outline import entries, outline
from benchdocs.mkdocs_adapter.page_state import astray, heard
from benchdocs.mkdocs_adapter.search_index import Entry, Searched, written_entries
from benchdocs.reports.terminal import style_of
from benchdocs.reports.text import closing_lines, findings_text
from benchdocs.reports.urls import site_address
from benchdocs.rules.check import Report, check
from benchdocs.rules.finding import Finding, Severity
from benchdocs.site import http_headers
from benchdocs.site.audit.protocol_coverage import read_coverage
from benchdocs.site.cache import Kept, digest
from benchdocs.site.links import read_glossary
from benchdocs.site.page import Page, body
from benchdocs.site.page_head import Heads
from benchdocs.site.pages import LATE_FILES, Site
from benchdocs.site.reference_pages import files_of, read_references
from benchdocs.site.renderer import Section
from benchdocs.specs.discovery import SUITE_NAMES

_KEPT = Kept()
_LOG = logging.getLogger("mkdocs.plugins.benchdocs")
_NO_TOC = get_toc([])
_NO_ANCHORS: set[str] = set()
_SOURCES = ("mkdocs.yml", "scripts/benchdocs/templates", "docs/overrides")
"""What pages are made with besides the suite and the program, below the folder of `mkdocs.yml`."""


class Build:
    """The pages of one build, and what MkDocs' events do with them."""

    def __init__(self, config: MkDocsConfig, *, serving: bool, root: Path | None = None) -> None:
        """Check the suite of a root, or of the one that the environment or `mkdocs.yml` names."""
        self.config = config
        self.serving = serving
        self.root = (root or project.suite_root(config)).absolute()
        try:
            undisturbed(self.root, self._read)
        except BusyError as error:
            raise Abort(f"The site was not built: {error}.") from None
        self.heads = Heads(self.site)
        self._files = Files([])
        self._searched = Searched(self.site)
        self._found: dict[str, bytes] = {}
        self._found_in_written: dict[str, list[Entry]] = {}
        self._finished: dict[str, bytes] = {}
        self._warnings: dict[str, list[str]] = {}
        self._astray: list[str] = []
        self._files_digest = b""
        self.is_complete = False

    def _read(self) -> None:
        """Check the suite, and take what else the site is made from."""
        self.report: Report = check(self.root)
        docs = Path(self.config.docs_dir)
        self.references = read_references(self._folder)
        past = history(self.root)
        self.kept = _KEPT if self.serving else None
        self._world = self._world_of(past) if self.serving else b""
        self.site = Site(
            self.report,
            read_glossary(docs),
            project.about_site(self.config, self.references),
            coverage=read_coverage(docs),
            history=past,
            kept=self.kept,
            world=self._world,
        )

    @property
    def _folder(self) -> Path:
        """The folder of the project, which holds `mkdocs.yml`."""
        return Path(self.config.config_file_path).parent.absolute()

    def _world_of(self, past: History) -> bytes:
        """A digest of what the pages of a preview depend on besides the suite."""
        folder = self._folder
        files = [path for name in _SOURCES for path in sorted([folder / name, *(folder / name).rglob("*")])]
        texts = [(str(path), path.read_bytes()) for path in files if path.is_file()]
        return digest(_KEPT.number(past.entries), past.gap, texts)

    @property
    def violations(self) -> tuple[Finding, ...]:
        """Findings that an author has to see while working."""
        return tuple(finding for finding in self.report.findings if finding.severity is not Severity.NOTE)

    @property
    def pages(self) -> tuple[Page, ...]:
        """The generated pages."""
        return self.site.pages

    def announce(self) -> None:
        """Print the findings; in a build that they fail, stop before MkDocs touches anything."""
        failing = self.report.failing(strict=self.config.strict)
        shown = self.violations if self.serving or not failing else self.report.findings
        style = style_of(sys.stderr)
        for line in findings_text(shown, style):
            click.echo(line, err=True, color=style.color)
        if shown:
            for line in closing_lines(self.report, shown, self.report.findings, site_address()):
                click.echo(line, err=True)
        if failing and not self.serving:
            raise Abort("The specs have violations; the site was not built and the last one is untouched.")

    @property
    def texts(self) -> dict[str, str]:
        """The Markdown of all pages that stand in no file of MkDocs', by the files that it believes in."""
        references = {path: text.markdown for path, text in self.references.items()}
        return references | {page.path: page.markdown for page in self.pages}

    def edit_url(self, path: str) -> str | None:
        """Where the file behind a page is edited; None where `extra.edit_url` is not set."""
        base = str(self.config.extra.get("edit_url") or "")
        if path in self.references:
            source: str | None = self.references[path].reference.source
        else:
            source = self.site.page[path].source if path in self.site.page else None
        return f"{base.rstrip('/')}/{source}" if base and source else None

    # MkDocs' events -------------------------------------------------------------------------------

    def convert(self, markdown: str, page: MkDocsPage, files: Files) -> str:
        """Spare MkDocs the conversion of a page that has no text of its own, or that a preview has kept."""
        for lost in self._lost(page.file.src_uri):
            _LOG.warning(lost)
        if page.file.src_uri in self.site.page:
            vars(page)["render"] = partial(_put, page, ())
        elif self.kept is not None:
            self._files_digest = self._files_digest or digest(
                sorted((file.src_uri, file.url) for file in files)
            )
            sources = ("markdown", self._world, self._files_digest, page.file.src_uri, markdown, page.meta)
            vars(page)["render"] = partial(self._restore, page, self.kept, digest(*sources))
        return handwritten_pages.with_spaces(markdown)

    def _lost(self, path: str) -> list[str]:
        """Why a page has nothing of the file that it is made from; empty where it has."""
        reference = self.references.get(path)
        return [f"{reference.trouble}, which `{path}` shows."] if reference and reference.trouble else []

    def _restore(self, page: MkDocsPage, kept: Kept, key: bytes, config: MkDocsConfig, files: Files) -> None:
        """Convert a hand-written page, unless its HTML is kept."""
        found = kept.find(key)
        if found is None:
            with heard() as said:
                MkDocsPage.render(page, config, files)
            links = [(to.src_uri, found) for to, found in (page.links_to_anchors or {}).items()]
            kept.keep(key, (page.content, page.toc, page.title, page.present_anchor_ids, links, said))
        else:
            page.content, page.toc, page.title, page.present_anchor_ids, links, said = found
            there = ((files.get_file_from_path(path), anchors) for path, anchors in links)
            page.links_to_anchors = {file: anchors for file, anchors in there if file}
        self._warnings[page.file.src_uri] = [*said, *self._lost(page.file.src_uri)]

    def look_for_anchors(self, files: Files) -> None:
        """Find in a preview what MkDocs says only when all pages are made: links to anchors that are not."""
        if self.serving:
            pages = [file.page for file in files.documentation_pages()]
            self._astray = astray(pages, files, self.config.validation.links.anchors)

    def fill(self, html: str, page: MkDocsPage, files: Files) -> str:
        """Link a hand-written page's HTML; a generated one gets its body when it is written."""
        self._files = files
        own = self.site.page.get(page.file.src_uri)
        page.update_date = self._date(own) or page.update_date
        page.edit_url = self.edit_url(page.file.src_uri) or page.edit_url
        return self._written(html, page) if own is None else html

    def _written(self, html: str, page: MkDocsPage) -> str:
        """A hand-written page with its codes and terms linked; its entries of the search are made with it."""

        def made() -> tuple[str, list[Entry]]:
            self.site.linker.start_page()
            page.content = handwritten_pages.finished(self.site.linker.in_html(html, page.url))
            index = SearchIndex()
            index.add_entry_from_context(page)
            return page.content, index.entries

        own = (page.url, page.title, page.meta, list(outline(page.toc)), html)
        keep = self.kept.made if self.kept is not None else lambda make, *_: make()
        linked, self._found_in_written[page.url] = keep(made, "written", self.site.world, *own)
        page.meta["search"] = {"exclude": True}  # else Material's search would read the page as well
        return linked

    def _date(self, own: Page | None) -> str | None:
        """Day for the sitemap: that of a page's last commit, so that all builds of one commit are equal."""
        if "SOURCE_DATE_EPOCH" in os.environ:
            return None
        last = self.site.past.last(own.source) if own and own.source else None
        latest = last or self.site.conformance.commit
        return latest.date if latest else None

    def finish(self, folder: Path) -> None:
        """Add what a reader sees beside the pages, and make the style sheets and scripts small."""
        self.surround(folder)
        squeeze(folder)

    def surround(self, folder: Path) -> None:
        """Put beside the pages what follows from the suite: its files, byte for byte, a small search, more.

        With it all of a preview is made.
        """
        write_files(folder, ((f"source/{path}", content) for path, content in self.site.copies()))
        write_files(folder, self.site.files())
        self._finish_search(folder / "search")
        if self.kept is not None:
            self.kept.forget()

    def complete(self, folder: Path) -> None:
        """Add the suite as data, and the headers: in a preview when somebody asks for one of them."""
        self.site.write_evidence(folder)
        (folder / http_headers.NAME).write_text(http_headers.headers(folder), encoding="utf-8")
        self.is_complete = True

    def go_on_from(self, before: Build, folder: Path) -> None:
        """Take over what stands in a finished site whose pages this build makes anew one by one."""
        self._found, self._finished = before._found, before._finished
        self._warnings, self._astray = before._warnings, before._astray
        for path in (http_headers.NAME, *LATE_FILES):  # they are made anew when somebody asks for them
            (folder / path).unlink(missing_ok=True)

    def retain(self, own: Page) -> bool:
        """Go on keeping a generated page that stays as it is; false where it is not kept."""
        key = self._finished.get(own.path)
        if self.kept is None or key is None or own.key is None:
            return False
        return None not in (self.kept.find(own.key), self.kept.find(key))

    def give_up(self) -> None:
        """Forget what this build of a preview has made so far, which a newer one will make again."""
        if self.kept is not None:
            self.kept.take_back()

    def completes(self, path: str) -> bool:
        """Whether a file, by its path below the site's root, is one of those that `complete` adds."""
        return path == http_headers.NAME or path in LATE_FILES

    def refuse_changes(self) -> None:
        """Stop where a file is not what was checked any more: pages, copies and evidence would not agree."""
        for path in self.site.changed:
            raise Abort(f"The site was not built: `{path}` changed meanwhile. Build it again.")

    def _finish_search(self, folder: Path) -> None:
        """Cut the search index down, and lay it beside as a script, which a `file:` page can read."""
        path = folder / "search_index.json"
        config = search_index.json([json.loads(path.read_text(encoding="utf-8"))["config"]])
        in_written = (entries for _, entries in sorted(self._found_in_written.items()))
        handwritten_pages = written_entries(chain.from_iterable(in_written))
        docs = [*(self._found[page.url] for page in self.pages), search_index.json(handwritten_pages)]
        pieces = (b'{"config":', config, b',"docs":[', b",".join(filter(None, docs)), b"]}")
        put(path, b"".join(pieces))
        put(path.with_suffix(".js"), b"".join((b"var __index = ", *pieces)))

    @property
    def _reference_files(self) -> set[Path]:
        return set(files_of(self._folder))

    @property
    def watched(self) -> tuple[Path, ...]:
        """Folders of the suite as they are now, a change in which asks for a rebuild."""
        folders = {path for name in SUITE_NAMES for path in self.root.glob(name) if path.is_dir()}
        beside = {path.parent for path in self._reference_files if path.parent.is_dir()}
        return tuple(sorted(folders | {path for path in beside if not folders & {path, *path.parents}}))

    def concerns(self, path: Path) -> bool:
        """Whether a file or folder, there or gone, belongs to the suite, or is a page of the project's."""
        if path in self._reference_files:
            return True
        if self.root not in path.parents:
            return False
        return any(fnmatchcase(path.relative_to(self.root).parts[0], name) for name in SUITE_NAMES)

    def context(self, context: dict[str, Any], page: MkDocsPage, nav: Navigation) -> dict[str, Any]:
        """Give a page its violations box, sidebar and neighbours, and hand it to the theme as `own`."""
        files = self._files
        url = page.url if page.url != "./" else ""
        own = self.site.page.get(page.file.src_uri)
        context["own"] = own
        if own:
            sections = own.render()
            _put(page, sections)
            self._found[own.url] = search_index.json(self._searched.entries(own, sections))
        context["head"] = self.heads.tags(own.url if own else url)
        if self.serving:
            context["violations"] = self.box(url, own.source if own else None)
        if own and own.section:
            context["nav"] = self._sidebar(own, page, nav, files)
        if kept := self._keeps(own):
            key = self._finished[page.file.src_uri] = self._page_digest(context, own, page)
            context["finished"] = kept.find(key)
        return context

    def box(self, url: str, here: str | None) -> str:
        """The box of a preview for the page at an address, whose own file is `here`."""
        warnings = [said for _, found in sorted(self._warnings.items()) for said in found]
        return self.site.box.html(url, here, [*warnings, *self._astray])

    def _keeps(self, own: Page | None) -> Kept | None:
        """Where a page's file is kept; nowhere if it shows the whole suite, so that every edit changes it."""
        return self.kept if own is None or own.key is not None else None

    def written(self, output: str, page: MkDocsPage, *, is_good: bool) -> None:
        """A page is finished: keep a good one for the preview's next builds, and let go of its parts."""
        kept = self._keeps(self.site.page.get(page.file.src_uri))
        if kept and is_good:
            kept.keep(self._finished[page.file.src_uri], output)
        page.content, page.toc = None, _NO_TOC
        vars(page).pop("render", None)

    def _page_digest(self, context: dict[str, Any], own: Page | None, page: MkDocsPage) -> bytes:
        """A digest of all that makes a page's file."""
        near = [(other.title, other.url) if other else None for other in (page.previous_page, page.next_page)]
        frame = (page.url, str(page.title), page.meta, page.edit_url, near, list(outline(page.toc)))
        generated = (own.look, own.redirect) if own else None
        shown = (page.content, str(context["head"]), str(context.get("violations", "")))
        return digest("page", self._world, generated, frame, shown, list(entries(context["nav"])))

    def _sidebar(self, own: Page, page: MkDocsPage, nav: Navigation, files: Files) -> Navigation:
        """The site's navigation with the page's own group opened; the one that MkDocs keeps stays small."""
        page.previous_page, page.next_page = (_page(files, near) for near in self.site.neighbours(own))
        index = files.get_file_from_path(f"{own.section}index.md")
        items = [self._opened(item, index.page, own, files) for item in nav.items] if index else nav.items
        return Navigation(items, nav.pages)

    def _opened(self, item: Any, index: MkDocsPage | None, own: Page, files: Files) -> Any:
        """An entry of the navigation; where it holds the index, a copy that lists the pages around it."""
        children = item.children or []
        if index in children:
            near = [found for other in self.site.group_of(own) if (found := _page(files, other))]
            group = NavigationSection(escape(own.group), list(near))
            group.active = True
            children = [*children, *([group] if own.group else near)]
        else:
            opened = [self._opened(child, index, own, files) for child in children]
            if all(new is old for new, old in zip(opened, children, strict=True)):
                return item
            children = opened
        section = NavigationSection(item.title, children)
        section.active = True
        return section


def _put(page: MkDocsPage, sections: Collection[Section], *_: object) -> None:
    """Give a page the sections as its content, its table of contents and its anchors."""
    page.content = body(sections)
    page.toc = get_toc(
        [
            {"level": 2, "id": section.id, "name": escape(section.heading), "children": []}
            for section in sections
            if section.heading
        ]
    )
    page.present_anchor_ids = _NO_ANCHORS  # MkDocs looks at them before any page has a body


def _page(files: Files, page: Page | None) -> MkDocsPage | None:
    file = files.get_file_from_path(page.path) if page else None
    return file.page if file else None


def build_of(config: MkDocsConfig) -> Build:
    """The build that the hooks left with the configuration, where the generating script finds it."""
    build = config.extra["benchdocs"]
    assert isinstance(build, Build)
    return build
