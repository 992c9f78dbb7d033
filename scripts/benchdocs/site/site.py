"""Collect the pages of a checked suite, and write the files beside them."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path

from benchdocs.documents.text_file import read_text, unix_ends
from benchdocs.files.atomic import write_files
from benchdocs.history.provenance import checker_manifest
from benchdocs.history.revisions import RevisionError, suite_at
from benchdocs.reports.changes import history_json
from benchdocs.reports.text import findings_text, summary_line
from benchdocs.reports.urls import Address
from benchdocs.rules.check import version_findings
from benchdocs.rules.finding import Finding, Severity
from benchdocs.schemas import build
from benchdocs.site import llms_txt
from benchdocs.site.dataset.archive import Content, write_bundle
from benchdocs.site.dataset.downloads import BUNDLE, DOWNLOADS, files
from benchdocs.site.finding_box import FindingBox
from benchdocs.site.links import run_url
from benchdocs.site.moved import moved_addresses, redirects
from benchdocs.site.page import Page, PageContext
from benchdocs.site.pages.audit import CHANGES_FILE
from benchdocs.site.pages.benchmark import CRITERIA_FILE, criteria_script
from benchdocs.site.pages.registry import PAGE_KINDS
from benchdocs.site.print_foot import FOOT, foot
from benchdocs.site.views.runs import MOST_PAGES
from benchdocs.specs.discovery import norms
from benchdocs.suite.files import grouped

_HANDWRITTEN = (Address.AUTHORING, Address.METHODOLOGY)
LONGEST_SIDEBAR = 40
"""Longest group that a sidebar lists, so that the site does not grow with the suite's square."""
_NEAR = 4
"""Pages of a longer group that it lists before and after the page."""


class Site(PageContext):
    """All generated pages of a checked suite, and the files beside them."""

    @cached_property
    def box(self) -> FindingBox:
        """The box with the violations, which only a preview shows, with what uncommitted edits still owe."""
        return FindingBox(self.renderer, self.report.findings, self._owed)

    @property
    def _owed(self) -> tuple[Finding, ...]:
        """What the rules on versions find in the edits since the last commit."""
        commit = self.conformance.commit
        if commit is None or not commit.files:
            return ()
        try:
            return version_findings(self.report.suite, suite_at("HEAD", self.report.suite.root))
        except RevisionError:
            return ()

    # Pages ----------------------------------------------------------------------------------------

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """All pages, kind by kind; each is rendered when its sections are asked for."""
        return tuple(page for kind in PAGE_KINDS for page in kind.pages(self))

    @cached_property
    def page(self) -> dict[str, Page]:
        """Pages by the path of the Markdown file that MkDocs takes them to come from."""
        return {page.path: page for page in self.pages}

    @cached_property
    def _handwritten(self) -> frozenset[str]:
        return frozenset(guide.url for guide in self.about.guides)

    @cached_property
    def _generated(self) -> frozenset[str]:
        return frozenset(page.url for page in self.pages)

    def exists(self, address: str) -> bool:
        """Return whether the site has a page and the place on it, or what is no page.

        Where no hand-written pages are known, all that generated ones name count as there.
        """
        page, _, anchor = address.partition("?")[0].partition("#")
        if page in self._handwritten:
            return not anchor or address in self.about.anchors
        is_unknown = not self._handwritten and page.startswith(_HANDWRITTEN)
        return is_unknown or not page.endswith("/") or page in self._generated

    @cached_property
    def _groups(self) -> dict[tuple[str, ...], tuple[Page, ...]]:
        """Pages by their section, and by their section and group."""
        keys = ((page, (page.kind.section, page.group)) for page in self.pages)
        return grouped((key, page) for page, both in keys for key in (both[:1], both))

    @cached_property
    def _positions(self) -> dict[str, int]:
        sections = (pages for key, pages in self._groups.items() if len(key) == 1)
        return {page.url: index for pages in sections for index, page in enumerate(pages)}

    def neighbors(self, page: Page) -> tuple[Page | None, Page | None]:
        """Return the pages before and after a page in its section."""
        pages, index = self._groups[page.kind.section,], self._positions[page.url]
        return (pages[index - 1] if index else None, pages[index + 1] if index + 1 < len(pages) else None)

    def group_of(self, page: Page) -> tuple[Page, ...]:
        """Return the pages that a page's sidebar lists: its group, or the part of a long one around it."""
        pages = self._groups[page.kind.section, page.group]
        if len(pages) <= LONGEST_SIDEBAR:
            return pages
        index = pages.index(page)
        return pages[max(0, index - _NEAR) : index + _NEAR + 1]

    # Files ----------------------------------------------------------------------------------------

    @property
    def changed(self) -> Iterator[str]:
        """Paths of the files of the suite that have changed since they were checked."""
        root = self.report.suite.root
        return (file.path for file in self.suite_files if read_text(root, file.path).text != file.text)

    def copies(self) -> Iterator[tuple[str, bytes]]:
        """Yield the files of `sources` as git stores them, by path; one that has gone is left out."""
        for path in self.sources:
            with suppress(FileNotFoundError):
                yield path, self.copy(path)

    def copy(self, path: str) -> bytes:
        """Return a file of `sources` as git stores it. Raises OSError."""
        return unix_ends((self.report.suite.root / path).read_bytes())

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield the files beside the pages, without evidence, by their path below the root."""
        yield from ((path, make()) for path, make in self.makers.items())
        yield from self.redirects.items()

    @cached_property
    def redirects(self) -> dict[str, bytes]:
        """The pages that lead on from earlier addresses, by path."""
        titles = {page.url: page.title for page in self.pages}
        titles |= {guide.url: guide.title for guide in self.about.guides}
        moved = moved_addresses(self.report.suite, self.rules)
        moved |= {run_url(view.name): f"{Address.RUNS}#{view.name}" for view in self.runs[MOST_PAGES:]}
        return redirects(self.renderer, moved, titles, self.exists)

    @cached_property
    def makers(self) -> dict[str, Callable[[], bytes]]:
        """What makes each of these files."""
        suite = self.report.suite
        makers: dict[str, Callable[[], bytes]] = {
            "llms.txt": lambda: llms_txt.index(self.about, self.pages, suite).encode(),
            "robots.txt": lambda: llms_txt.robots(self.about).encode(),
            CRITERIA_FILE: lambda: criteria_script(self.views),
            CHANGES_FILE: lambda: self._changes_json,
            f"stylesheets/{FOOT}": lambda: foot(self.about.name, self.stamp.text).encode(),
        }
        for name, schema in build.with_record(suite.dictionary, suite.settings).items():
            makers[f"{build.FOLDER}/{name}"] = partial(
                lambda schema: build.json_text(schema).encode(), schema
            )
        reply = suite.settings.prompts.reply
        if reply and (suite.root / reply).is_file():
            makers[f"{build.FOLDER}/{build.REPLY_FILE}"] = lambda: self.copy(reply)
        return makers

    def write_evidence(self, folder: Path) -> None:
        """Write the suite as data and the audit bundle below the site's root.

        Nothing for a suite with errors, which only a preview shows. Raises OSError.
        """
        if self.report.count(Severity.ERROR):
            return
        write_files(folder, files(self))
        data = {file.path: folder / file.path for file in DOWNLOADS}
        (folder / BUNDLE.path).parent.mkdir(parents=True, exist_ok=True)
        commit = self.conformance.commit
        uncommitted = commit.files if commit else ()
        name, stamp = self.about.name, self.stamp.text
        write_bundle(folder / BUNDLE.path, name, stamp, self._evidence | data, uncommitted)

    @cached_property
    def _changes_json(self) -> bytes:
        """The changes as data, for the site and for its bundle."""
        comparison, log = self.comparison, self.past.log
        since = comparison.since if comparison else None
        return history_json(comparison.changes if comparison else (), since, log).encode()

    @property
    def _evidence(self) -> dict[str, Content]:
        """What the audit bundle holds beside the data files."""
        report, suite = self.report, self.report.suite
        findings = "\n".join((*findings_text(report.findings), summary_line(report, report.findings)))
        files: dict[str, Content] = {f"suite/{path}": suite.root / path for path in self.sources}
        if suite.settings.file.text:
            files[f"suite/{suite.settings.file.path}"] = suite.settings.file.text.encode()
        files |= {f"norms/{path}": suite.project / path for path in norms(suite.project)}
        return files | {
            "report/checker.sha256": checker_manifest(),
            "report/findings.txt": f"{findings}\n".encode(),
            "changes/changes.json": self._changes_json,
        }
