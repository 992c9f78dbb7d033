"""Every generated page of the site: its address, its title, its sections, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

from benchdocs.documents.sentences import sentences
from benchdocs.documents.text_file import TextFile, read_text
from benchdocs.files.atomic import write_files
from benchdocs.history.git_log import History
from benchdocs.reports.changes import history_json, history_markdown
from benchdocs.reports.text import findings_text, summary_line
from benchdocs.reports.urls import rule_url
from benchdocs.rules.check import Report
from benchdocs.rules.finding import Severity
from benchdocs.rules.registry import RULES
from benchdocs.rules.rule import Rule
from benchdocs.schemas import build, field_guide
from benchdocs.site import llms_txt, social_cards
from benchdocs.site.audit.conformance import Conformance
from benchdocs.site.audit.pages import BUNDLE_FILE, CHANGES_FILE, REPORT_FILE, audit_pages
from benchdocs.site.audit.protocol_coverage import ProtocolSection
from benchdocs.site.audit.traceability import Traceability
from benchdocs.site.cache import Kept, digest
from benchdocs.site.dataset import downloads
from benchdocs.site.dataset.archive import Content, write_bundle
from benchdocs.site.dataset.build import Addresses
from benchdocs.site.finding_box import Box
from benchdocs.site.links import Linker, Term
from benchdocs.site.markdown_twins import Twins
from benchdocs.site.page import Page
from benchdocs.site.print_page import print_page
from benchdocs.site.renderer import Renderer
from benchdocs.site.site_info import About, Guide
from benchdocs.site.views.finding_slots import PlacedFindings
from benchdocs.site.views.history import MOST_CHANGES, Past, short
from benchdocs.site.views.home import Overview, by_category
from benchdocs.site.views.prompt import PromptView
from benchdocs.site.views.spec import GATE_NAMES, RubricView, titled
from benchdocs.site.views.suite import Views
from benchdocs.suite.verdicts import MOST_TRIED, TooManyBenchmarksError, worked_result

LATE_FILES = frozenset({BUNDLE_FILE, *(file.path for file in downloads.DOWNLOADS)})
"""Files of the evidence, by their path below the site's root."""
LONGEST_SIDEBAR = 40
"""Pages that a sidebar lists at most, so that the site grows with the suite and not with its square."""


def rubric_url(code: str) -> str:
    """Address of a rubric's page."""
    return f"rubrics/{code.lower()}/"


def benchmark_url(code: str) -> str:
    """Address of a benchmark's page."""
    return f"benchmarks/{code.lower()}/"


class Site:
    """All generated pages of a checked suite."""

    def __init__(
        self,
        report: Report,
        glossary: tuple[Term, ...] = (),
        about: About | None = None,
        *,
        coverage: tuple[ProtocolSection, ...] = (),
        history: History | None = None,
        kept: Kept | None = None,
        world: bytes = b"",
    ) -> None:
        """Take a checked suite and what the hand-written pages say of it.

        A preview passes on what it kept, with a digest of everything outside the suite that pages depend on.
        """
        self.report = report
        self.kept = kept
        self.coverage = coverage
        self.conformance = Conformance(report)
        self.about = about or About()
        self.past = Past(history or History(), report.suite)
        self.views = Views(report)
        self.linker = Linker(self.urls, glossary)
        self.world = digest(world, self.urls, self.prompt_urls, glossary) if kept else b""
        self.renderer = Renderer(self.linker, kept, self.world)
        self.renderer.environment.globals.update(self._values)

    @cached_property
    def urls(self) -> dict[str, str]:
        """Address of the page of each code, former codes included."""
        suite = self.report.suite
        urls = {alias: benchmark_url(code) for alias, code in suite.alias.items()}
        urls |= {code: rubric_url(code) for code in suite.rubric}
        return urls | {code: benchmark_url(code) for code in suite.benchmark}

    @cached_property
    def prompt_urls(self) -> dict[str, str]:
        """Address of each prompt's page, by the prompt's path."""
        return {view.prompt.path: f"prompts/{view.slug}/" for view in self.views.prompts}

    @cached_property
    def spec_urls(self) -> dict[str, str]:
        """Address of the page of each spec and prompt, by its path."""
        specs = self.report.suite.specs
        return {spec.document.path: self.urls[spec.code] for spec in specs} | self.prompt_urls

    @cached_property
    def twinned(self) -> frozenset[str]:
        """Addresses of the pages that have a Markdown twin."""
        return frozenset(self.spec_urls.values())

    @cached_property
    def in_place(self) -> PlacedFindings:
        """Where the findings stand on the pages of their files."""
        return PlacedFindings(self.views, self.spec_urls)

    @cached_property
    def box(self) -> Box:
        """The box with the violations, which only a preview shows."""
        return Box(self.renderer, self.report.findings, self.in_place.address, self.spec_urls)

    @cached_property
    def _values(self) -> dict[str, Any]:
        """What every page's template is given."""
        return {
            "rule_urls": {rule.id: rule_url(rule.id) for rule in RULES},
            "prompt_urls": self.prompt_urls,
            "past": self.past,
            "short": short,
            "most_changes": MOST_CHANGES,
        }

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """All pages; each is rendered when its sections are asked for."""
        return (
            self._home(),
            self._inventory(),
            self._rubric_index(),
            self._prompt_index(),
            self._rule_index(),
            self._fields(),
            *self._audit(),
            downloads.page(self.renderer, self.views),
            self._print(),
            *(self._rubric(view) for view in self.views.rubrics),
            *self._benchmarks(),
            *(self._prompt(view) for view in self.views.prompts),
            *(self._rule(rule) for rule in RULES),
            *self._redirects(),
        )

    @cached_property
    def page(self) -> dict[str, Page]:
        """Pages by the path that MkDocs knows them under."""
        return {page.path: page for page in self.pages}

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """Files of the suite that the site carries verbatim."""
        return tuple(file.path for file in self._read if file.text)

    @property
    def _read(self) -> tuple[TextFile, ...]:
        suite = self.report.suite
        return (*(spec.document for spec in suite.specs), *suite.prompts)

    @property
    def changed(self) -> Iterator[str]:
        """Files of the suite that are not what they were when they were checked."""
        root = self.report.suite.root
        return (file.path for file in self._read if read_text(root, file.path).text != file.text)

    def copies(self) -> Iterator[tuple[str, bytes]]:
        """Those files byte for byte, by their path below the suite's root; one that has gone is left out."""
        for path in self.sources:
            with suppress(FileNotFoundError):
                yield path, (self.report.suite.root / path).read_bytes()

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Files that the site carries beside its pages and the evidence, by their path below its root."""
        lists = [
            Guide(page.url, page.title, page.description)
            for page in self.pages
            if page.url and not page.section and not page.redirect
        ]
        index = llms_txt.index(self.about, self.views, self.urls, self.prompt_urls, lists)
        yield "llms.txt", index.encode()
        yield "robots.txt", llms_txt.robots(self.about).encode()
        yield from self._reports.items()
        yield from social_cards.files(self.about.name, self.views, self.kept).items()
        yield from Twins(self.views, self.urls, self.prompt_urls, self.kept, self.world).files()
        for name, known in build.schemas().items():
            yield f"{build.FOLDER}/{name}", build.json_text(known).encode()

    def write_evidence(self, folder: Path) -> None:
        """Write the suite as data and the audit bundle below the site's root.

        Nothing for a suite with errors, which only a preview shows. Raises OSError.
        """
        if self.report.count(Severity.ERROR):
            return
        addresses = Addresses(self.urls, self.prompt_urls)
        write_files(folder, downloads.files(self.views, addresses, self.about))
        data = {file.path: folder / file.path for file in downloads.DOWNLOADS}
        (folder / BUNDLE_FILE).parent.mkdir(parents=True, exist_ok=True)
        write_bundle(folder / BUNDLE_FILE, self.about.name, self._evidence | data)

    @cached_property
    def _reports(self) -> dict[str, bytes]:
        """The conformance report and the changes as data, for the site and for its bundle."""
        return {
            REPORT_FILE: self.conformance.json().encode(),
            CHANGES_FILE: history_json(self.past.history).encode(),
        }

    @property
    def _evidence(self) -> dict[str, Content]:
        """What the audit bundle holds beside the data files."""
        report, suite = self.report, self.report.suite
        findings = "\n".join((*findings_text(report.findings), summary_line(report, report.findings)))
        files: dict[str, Content] = {f"suite/{path}": suite.root / path for path in self.sources}
        if suite.settings.file.text:
            files[f"suite/{suite.settings.file.path}"] = suite.settings.file.text.encode()
        return files | {
            "report/report.json": self._reports[REPORT_FILE],
            "report/findings.txt": f"{findings}\n".encode(),
            "changes/changes.json": self._reports[CHANGES_FILE],
            "changes/changes.md": history_markdown(self.past.history).encode(),
        }

    # Neighbours -----------------------------------------------------------------------------------

    @cached_property
    def _sections(self) -> dict[str, list[Page]]:
        sections: dict[str, list[Page]] = {}
        for page in self.pages:
            sections.setdefault(page.section, []).append(page)
        return sections

    @cached_property
    def _places(self) -> dict[str, int]:
        return {page.url: place for pages in self._sections.values() for place, page in enumerate(pages)}

    @cached_property
    def _groups(self) -> dict[tuple[str, str], list[Page]]:
        groups: dict[tuple[str, str], list[Page]] = {}
        for page in self.pages:
            groups.setdefault((page.section, page.group), []).append(page)
        return groups

    def neighbours(self, page: Page) -> tuple[Page | None, Page | None]:
        """The pages ahead of and behind a page in its section."""
        pages, place = self._sections[page.section], self._places[page.url]
        return (pages[place - 1] if place else None, pages[place + 1] if place + 1 < len(pages) else None)

    def group_of(self, page: Page) -> list[Page]:
        """The pages that a page's sidebar lists: its group, or the part of a long one around it."""
        pages = self._groups[page.section, page.group]
        if len(pages) <= LONGEST_SIDEBAR:
            return pages
        start = max(0, min(pages.index(page) - LONGEST_SIDEBAR // 2, len(pages) - LONGEST_SIDEBAR))
        return pages[start : start + LONGEST_SIDEBAR]

    # One method a kind of page --------------------------------------------------------------------

    def _home(self) -> Page:
        overview = Overview(self.views)
        values = {"views": self.views, "overview": overview, "lists_rubrics": not overview.is_large}
        sections = self.renderer.later("home.html.j2", "", **values)
        title, description = "The suite at a glance", "Rubrics, weights, evaluators and gates of the suite."
        return Page("", title, description, sections, kind="home")

    def _inventory(self) -> Page:
        url = "benchmarks/"
        unweighted = Overview(self.views).unweighted
        sections = self.renderer.later(
            "inventory.html.j2", url, benchmarks=self.views.benchmarks, unweighted=unweighted
        )
        description = "Every benchmark with its weight, threshold and evaluator."
        return Page(url, "Benchmarks", description, sections, kind="inventory")

    def _rubric_index(self) -> Page:
        url = "rubrics/"
        sections = self.renderer.later(
            "rubrics.html.j2", url, categories=list(by_category(self.views.rubrics))
        )
        description = "Every rubric with its weight, aggregation and passing threshold."
        return Page(url, "Rubrics", description, sections, kind="list")

    def _prompt_index(self) -> Page:
        url = "prompts/"
        sections = self.renderer.later("prompts.html.j2", url, prompts=self.views.prompts)
        description = "Every judge prompt and the benchmarks that use it."
        return Page(url, "Judge prompts", description, sections, kind="list")

    def _rule_index(self) -> Page:
        url = "rules/"
        sections = self.renderer.later("rules.html.j2", url, rules=RULES)
        return Page(url, "Rules", "Every rule that the specs are checked against.", sections)

    def _fields(self) -> Page:
        url = "authoring/fields/"
        sections = self.renderer.later(
            "fields.html.j2", url, blocks=field_guide.blocks(), folder=build.FOLDER, schemas=build.schemas()
        )
        description = "Every field of a benchmark and of a rubric, what it takes, and which rules look at it."
        return Page(url, "Field reference", description, sections)

    def _audit(self) -> Iterator[Page]:
        trace = Traceability(self.views, self.coverage)
        yield from audit_pages(self.renderer, self.conformance, trace, self.spec_urls, self.sources)

    def _print(self) -> Page:
        return print_page(
            self.views, self.about, self.urls, self._values, self.in_place, self.kept, self.world
        )

    def _rubric(self, view: RubricView) -> Page:
        url = rubric_url(view.code)
        path = view.spec.document.path
        placed = self.in_place.on_page_of(path)

        values = {"view": view, "placed": placed, "trial": None, "gate_names": GATE_NAMES}
        try:
            values["trial"] = worked_result(self.report.suite, view.spec) if view.can_be_scored else None
        except TooManyBenchmarksError:
            values["most_tried"] = MOST_TRIED
        sections = self.renderer.kept_later("rubric.html.j2", url, **values)
        description = next(iter(sentences(view.spec.fields.description or "")), view.label)
        return Page(
            url,
            titled(view.code, view.label),
            description,
            sections,
            source=path,
            section="rubrics/",
            kind="rubric",
        )

    def _benchmarks(self) -> Iterator[Page]:
        for view in self.views.benchmarks:
            url = benchmark_url(view.code)
            title, source = titled(view.code, view.label), view.spec.document.path
            placed = self.in_place.on_page_of(source)
            sections = self.renderer.kept_later("benchmark.html.j2", url, view=view, placed=placed)
            group = self._rubric_name(view.parent)
            description = view.summary or view.label
            yield Page(url, title, description, sections, source, "benchmarks/", group, kind="benchmark")

    def _prompt(self, view: PromptView) -> Page:
        url = self.prompt_urls[view.prompt.path]
        path = view.prompt.path
        placed = self.in_place.on_page_of(path)
        sections = self.renderer.kept_later("prompt.html.j2", url, view=view, placed=placed)
        description = f"Judge prompt for {', '.join(user.code for user in view.users) or view.unused}."
        group = (
            self._rubric_name(self.report.suite.parent_code(view.users[0])) if view.users else "Not in use"
        )
        return Page(url, view.title, description, sections, path, "prompts/", group, kind="prompt")

    def _rule(self, rule: Rule) -> Page:
        url = rule_url(rule.id)
        sections = self.renderer.kept_later("rule.html.j2", url, rule=rule, page=rule.explanation)
        title = rule.title.replace("`", '"')
        return Page(
            url,
            f"{rule.id} {title}",
            f"{rule.id}: {title}.",
            sections,
            None,
            "rules/",
            f"{rule.id[:3]} rules",
            kind="rule",
        )

    def _redirects(self) -> Iterator[Page]:
        for alias, code in sorted(self.report.suite.alias.items()):
            url = benchmark_url(alias)
            if alias not in self.report.suite.benchmark:
                sections = self.renderer.later("alias.html.j2", url, alias=alias, code=code)
                title, description = f"{alias} is now {code}", f"{alias} is a former code of {code}."
                yield Page(url, title, description, sections, redirect=benchmark_url(code))

    def _rubric_name(self, code: str) -> str:
        rubric = self.report.suite.rubric.get(code)
        return titled(code, rubric.fields.label or code) if rubric else code
