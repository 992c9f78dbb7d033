"""Define a generated page, the kind of page that it is, and what pages are made from."""

import html
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

from benchdocs.documents.text_file import TextFile
from benchdocs.history.log import Log
from benchdocs.history.provenance import Stamp
from benchdocs.history.signatures import Reviewed, reviewed
from benchdocs.reports.urls import Address, rule_url
from benchdocs.rules.check import Report
from benchdocs.rules.finding import Finding
from benchdocs.rules.registry import rules_of
from benchdocs.site import links
from benchdocs.site.audit.conformance import Conformance
from benchdocs.site.audit.weight_trace import WeightTrace
from benchdocs.site.renderer import Renderer, Section, copy_link, link_title
from benchdocs.site.site_info import About
from benchdocs.site.views.changes import ReleaseComparison, compare
from benchdocs.site.views.history import Past, shortened
from benchdocs.site.views.home import Overview
from benchdocs.site.views.judges import JudgeView, judges_of
from benchdocs.site.views.runs import RunView
from benchdocs.site.views.suite import Views
from benchdocs.specs.choices import Status
from benchdocs.specs.models import Rubric
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.cases import named_cases
from benchdocs.suite.digest import suite_digest
from benchdocs.suite.gates import gate_threshold


class PageContext:
    """What a site's pages are made from: a checked suite, and everything worked out of it."""

    def __init__(
        self,
        report: Report,
        glossary: tuple[links.GlossaryTerm, ...] = (),
        about: About | None = None,
        *,
        history: Log | None = None,
    ) -> None:
        """Take a checked suite, and the glossary of the hand-written pages."""
        self.report = report
        self.rules = rules_of(report.suite.settings)
        self.conformance = Conformance(report)
        self.about = about or About()
        log = history or Log()
        commit = self.conformance.commit if log.commits else None
        self.past = Past(log, report.suite, frozenset(commit.files if commit else ()))
        self.views = Views(report)
        self.linker = links.Linker(self.urls, glossary, self.retired)
        self.renderer = Renderer(
            self.linker,
            self.exists,
            site=self,
            views=self.views,
            rule_urls={rule.id: rule_url(rule.id) for rule in self.rules},
            gate_threshold=partial(gate_threshold, report.suite),
            short=shortened,
            commit_url=self.about.commit_url.rstrip("/"),
            nouns=report.suite.settings.nouns,
            form=report.suite.settings.prompts,
            criteria=report.suite.settings.criteria,
            language=self.about.language,
        )

    def exists(self, address: str) -> bool:
        """Return whether links may lead to an address of the site."""
        return True

    @cached_property
    def stamp(self) -> Stamp:
        """The commit and the digest of the suite, for everything that leaves the site."""
        commit = self.conformance.commit
        known = commit is not None and not commit.is_shallow
        return Stamp(
            self.about.version,
            commit.id if commit and known else "",
            commit.date if commit and known else "",
            len(commit.files) if commit else 0,
            suite_digest(self.report.suite),
            self.conformance.digest,
            self.conformance.tool.digest,
        )

    @cached_property
    def comparison(self) -> ReleaseComparison | None:
        """The suite compared with its last release, or with its state of some days ago."""
        return compare(self.report.suite, self.past.log, self.report.suite.settings.releases)

    @cached_property
    def urls(self) -> dict[str, str]:
        """Address of the page of each code, former codes included."""
        suite = self.report.suite
        urls = dict[str, str]()
        for file in self.views.broken:
            urls[file.code] = (links.rubric_url if file.model is Rubric else links.benchmark_url)(file.code)
        urls |= {alias: links.benchmark_url(code) for alias, code in suite.alias.items()}
        urls |= {code: links.rubric_url(code) for code in suite.rubric}
        return urls | {code: links.benchmark_url(code) for code in suite.benchmark}

    @cached_property
    def retired(self) -> frozenset[str]:
        """Codes of deprecated benchmarks, former codes included."""
        benchmarks = self.report.suite.benchmark
        present = {code: code for code in benchmarks} | self.report.suite.alias
        in_use = {code for code, spec in benchmarks.items() if spec.fields.status is not Status.DEPRECATED}
        return frozenset(code for code, now in present.items() if now not in in_use)

    @cached_property
    def prompt_urls(self) -> dict[str, str]:
        """Address of each prompt's page, by the prompt's path."""
        return {view.prompt.path: f"{Address.PROMPTS}{view.slug}/" for view in self.views.prompts}

    @cached_property
    def code_urls(self) -> dict[str, str]:
        """Address of each code evaluator's page, by its path."""
        return {view.script.path: f"{Address.EVALUATORS}{view.slug}/" for view in self.views.code_evaluators}

    @cached_property
    def case_urls(self) -> dict[str, str]:
        """Address of the page with the cases of each benchmark, by its code."""
        benchmarks = self.report.suite.benchmark.items()
        prompts = {code: self.prompt_urls.get(spec.fields.llm_prompt_file or "") for code, spec in benchmarks}
        return {code: url or self.urls[code] for code, url in prompts.items()}

    @cached_property
    def named_case_urls(self) -> dict[str, str]:
        """Address of each case and call of the suite, by the name that runs have for it."""
        suite = self.report.suite
        urls = {call.stem: f"{Address.CALLS}#{call.stem}" for call in suite.calls}
        for name, case in named_cases(suite).items():
            if name not in urls:
                id = name.rpartition("/")[2]
                urls[name] = f"{self.case_urls[case.codes[0]]}#case-{id}"
        return urls

    @cached_property
    def label_urls(self) -> dict[str, str]:
        """Address of the explanation of each label that the data dictionary lists."""
        return {key.name: f"{Address.LABELS}#{key.id}" for key in self.views.keys if key.part == "label"}

    @cached_property
    def spec_urls(self) -> dict[str, str]:
        """Address of the page of each spec, prompt and code evaluator, by its path."""
        specs = (*self.report.suite.specs, *self.views.broken)
        return (
            {spec.document.path: self.urls[spec.code] for spec in specs} | self.prompt_urls | self.code_urls
        )

    @cached_property
    def runs(self) -> tuple[RunView, ...]:
        """The recorded runs, the newest first; a preview leaves out those without a field or a right name."""
        overview = Overview(self.views, self.reviewed)
        return tuple(RunView(run, overview, self.past) for run in self.report.suite.runs)

    @cached_property
    def judges(self) -> tuple[JudgeView, ...]:
        """The judges with a record, those measured last first."""
        return judges_of(self.views, self.runs)

    @cached_property
    def trace(self) -> WeightTrace:
        """What each benchmark counts, and where its weight comes from."""
        return WeightTrace(self.views)

    @cached_property
    def finding_urls(self) -> dict[Finding, str]:
        """Where the page of its file shows each finding."""
        urls = dict[Finding, str]()
        for path, url in sorted(self.spec_urls.items()):
            for number, finding in enumerate(self.views.findings[path], 1):
                urls[finding] = f"{url}#finding-{number}"
        return urls

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """Paths of the files of the suite that the site carries verbatim."""
        return tuple(file.path for file in self.suite_files if file.text)

    @property
    def suite_files(self) -> tuple[TextFile, ...]:
        """The files of the specs, evaluators and cases, the review records, and the list of reviewers."""
        suite = self.report.suite
        return (*(spec.document for spec in suite.files), *suite.evaluators)

    @cached_property
    def reviewed(self) -> dict[str, Reviewed]:
        """What the reviews of each spec say of it, by code."""
        suite = self.report.suite
        specs: tuple[AnySpec, ...] = (*suite.rubric.values(), *suite.benchmark.values())
        return {spec.code: reviewed(suite, spec) for spec in specs}


class PageKind(NamedTuple):
    """What all pages of a kind have in common; `name` is the stem of their templates.

    Attributes:
        pages: Yields the pages in the order in which navigation and search list them.
        section: Address of the index that lists them; empty where the navigation itself does.
        styles: Style sheets of the theme that they need beside `site.css`.
        scripts: Scripts of the theme that they need beside `site.js`.
        hide: Parts of the frame that they omit: `navigation`, `toc`.
        searched_sections: Ids of the sections that the search knows in full.
        searches_paragraphs: Whether the search knows how their other sections begin: heading and first
            paragraphs.
        guide_heading: Heading in `llms.txt` under which they are listed; empty where they are not.
    """

    name: str
    pages: Callable[[PageContext], Iterator["Page"]]
    section: str = ""
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()
    searched_sections: frozenset[str] = frozenset()
    searches_paragraphs: bool = False
    guide_heading: str = "Optional"

    @property
    def template(self) -> str:
        """File name of the template that makes the pages' sections."""
        return f"{self.name}.html.j2"


def single_page(
    name: str,
    url: str,
    title: str,
    description: str,
    values: Callable[[PageContext], Mapping[str, Any]] = lambda context: {},
    source: Callable[[PageContext], str | None] = lambda context: None,
    *,
    exists: Callable[[PageContext], object] = lambda context: True,
    **facts: Any,
) -> PageKind:
    """Return the kind of a page that is the only one of its kind; `facts` are the kind's further ones.

    `values` and `source` return what the page has of these, `exists` what a suite without the page has none
    of. Title and description may contain nouns of the suite: `{output}`.
    """

    def pages(context: PageContext) -> Iterator[Page]:
        if exists(context):
            shown, fill = partial(values, context), context.report.suite.settings.nouns.fill
            renderer, file = context.renderer, source(context)
            yield Page(kind, url, fill(title), fill(description), renderer, shown, source=file)

    kind = PageKind(name, pages, searches_paragraphs=True, **facts)
    return kind


class PagePart(NamedTuple):
    """A part of a page that the search lists like a page, and to which hand-written pages may link.

    Attributes:
        identifier: What the search finds it by beside its title and its text.
    """

    anchor: str
    title: str
    text: str
    identifier: str


@dataclass(frozen=True)
class Page:
    """A generated page.

    Attributes:
        url: Address below the site's root, with a closing slash; empty for the home page.
        values: What its template gets beside what every template gets, or what makes it when it is rendered.
        source: File of the suite that it shows, relative to the root.
        group: Group of its section that its sidebar lists; empty for the section as a whole.
        summary: Its description in `llms.txt`; None for `description`.
        search_text: Text that the search finds it by; empty for `description`.
        identifier: Code or name of what it is about, which the search finds it by.
        parts: Parts of it that are found on their own.
    """

    kind: PageKind
    url: str
    title: str
    description: str
    renderer: Renderer
    values: Mapping[str, Any] | Callable[[], Mapping[str, Any]]
    source: str | None = None
    group: str = ""
    summary: str | None = None
    search_text: str = ""
    identifier: str = ""
    parts: tuple[PagePart, ...] = ()

    @property
    def addresses(self) -> tuple[str, ...]:
        """Its address, and those of its parts."""
        return (self.url, *(f"{self.url}#{part.anchor}" for part in self.parts))

    @property
    def anchors(self) -> set[str]:
        """Anchors of its parts."""
        return {part.anchor for part in self.parts}

    def render(self) -> tuple[Section, ...]:
        """Return its sections."""
        values = self.values() if callable(self.values) else self.values
        return self.renderer.sections(self.kind.template, self.url, **values)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """Its sections, rendered on first use."""
        return self.render()

    @property
    def path(self) -> str:
        """Path of the Markdown file that MkDocs takes it to come from."""
        return markdown_path(self.url)

    @property
    def markdown(self) -> str:
        """Text of that file: its front matter. The body is made when the page is written."""
        meta = {"title": html.escape(self.title), "description": html.escape(self.description)}
        front = "\n".join(
            f"{name}: {json.dumps(' '.join(text.split()), ensure_ascii=False)}" for name, text in meta.items()
        )
        if self.kind.hide:
            front += f"\nhide: {json.dumps(self.kind.hide)}"
        return f"---\n{front}\n---\n"


def markdown_path(url: str) -> str:
    """Return the path of the Markdown file that MkDocs takes the page of an address to come from."""
    is_index = url.count("/") <= 1 or url.endswith("/index/")
    return f"{url}index.md" if is_index else f"{url.rstrip('/')}.md"


def body(sections: Iterable[Section]) -> str:
    """Return a page's sections as one HTML text, each below its heading; headings get links to copy."""
    parts = []
    for section in sections:
        if section.heading:
            heading = html.escape(section.heading, quote=False)
            link = copy_link(section.id, f"“{section.heading}”")
            parts.append(f'<h2 id="{section.id}">{heading}{link}</h2>')
        parts.append(section.html)
    return link_title("\n".join(parts))
