"""Write the files beside the page that compares: a ready page for each pair, and each spec as a script.

A ready page is the page that compares, with other content: MkDocs would take seconds for all of them.
"""

import json
import re
from collections.abc import Iterator
from functools import cached_property
from html import escape
from typing import NamedTuple

from benchdocs.site.links import BENCHMARKS_URL, COMPARE_URL, pair_url
from benchdocs.site.page import PageContext, body
from benchdocs.site.page_head import PageHeads
from benchdocs.site.renderer import link_title
from benchdocs.site.site import Site
from benchdocs.site.views.comparison import ComparedSpec, mutual_pairs, rows
from benchdocs.site.views.spec import BenchmarkView, RubricView
from benchdocs.suite.codes import CODE_IN_TEXT

_SPECS = f"{COMPARE_URL}specs/"
_WORDS = f"{BENCHMARKS_URL}criteria.js"
"""The words of all criteria, which the table of benchmarks loads once someone looks for one."""
_TITLE = re.compile(r"<title>.*?</title>")
_DESCRIPTION = re.compile(r'(<meta name="description" content=")[^"]*')
_CANONICAL = re.compile(r'<link rel="canonical"[^>]*>\s*')
_RELATIVE = re.compile(r'((?:href|src)="|"(?:base|search)": "|new URL\(")(?=\.)(?:\./)?')
"""Where a page names an address relative to its own."""
_WORD = re.compile(r"[\w-]{3,}")


class ReadyPage(NamedTuple):
    """The page of a pair: its address, title and content."""

    url: str
    title: str
    html: str


class Comparisons:
    """The comparisons of a site's specs, each spec rendered once."""

    def __init__(self, site: Site) -> None:
        self._site = site

    @cached_property
    def _columns(self) -> dict[str, ComparedSpec]:
        views: list[BenchmarkView | RubricView] = [*self._site.views.rubrics, *self._site.views.benchmarks]
        return {view.code: _column(self._site, view) for view in views}

    @cached_property
    def paths(self) -> frozenset[str]:
        """The paths of all files below the site's root."""
        pages = (f"{pair_url(*pair)}index.html" for pair in mutual_pairs(self._site.views))
        scripts = (_script_path(spec.code) for spec in self._site.report.suite.specs)
        return frozenset((*pages, *scripts, _WORDS))

    def files(self, frame: str) -> Iterator[tuple[str, bytes]]:
        """Yield the files by their path below the site's root; `frame` is the finished page that compares."""
        yield from self.scripts()
        framed = _Frame(self._site, frame)
        for page in self.ready_pages():
            yield f"{page.url}index.html", framed.around(page).encode()

    def scripts(self) -> Iterator[tuple[str, bytes]]:
        """Yield the data of each spec, and the words of all criteria, by path."""
        for column in self._columns.values():
            sections = [(row.id, row.heading, row.html.strip()) for row in column.rows]
            data = (column.code, column.label, self._site.urls[column.code], sections)
            yield _script_path(column.code), f"compared({json.dumps(data, ensure_ascii=False)})".encode()
        words = dict(_words(self._site))
        yield _WORDS, f"var criteria = {json.dumps(words, ensure_ascii=False)}".encode()

    def ready_pages(self) -> Iterator[ReadyPage]:
        """Yield the page of each pair of benchmarks that name each other."""
        for pair in mutual_pairs(self._site.views):
            title, both = f"{pair[0]} and {pair[1]} side by side", [self._columns[code] for code in pair]
            content = self._site.renderer.fragment(
                "comparison.html.j2", COMPARE_URL, columns=both, rows=rows(both), title=title
            )
            yield ReadyPage(pair_url(*pair), title, _RELATIVE.sub(r"\1../", content))


def _script_path(code: str) -> str:
    return f"{_SPECS}{code.lower()}.js"


def _column(context: PageContext, view: BenchmarkView | RubricView) -> ComparedSpec:
    renderer = context.renderer.with_links_to(context.urls)
    return ComparedSpec(view.code, view.label, renderer.sections("compared.html.j2", COMPARE_URL, view=view))


def _words(site: Site) -> Iterator[tuple[str, str]]:
    """Yield each benchmark's code with the words of its criteria, each word once."""
    for view in site.views.benchmarks:
        fields = view.spec.fields
        criteria = (fields.inclusion_criteria, fields.exclusion_criteria, *fields.out_of_scope)
        text = CODE_IN_TEXT.sub("", " ".join(filter(None, criteria))).lower()
        yield view.code, " ".join(sorted(set(_WORD.findall(text))))


class _Frame:
    """The page that compares, cut around its content."""

    def __init__(self, site: Site, html: str) -> None:
        self._site = site
        own = next(page for page in site.pages if page.url == COMPARE_URL)
        html = html.replace(str(PageHeads(site).tags(COMPARE_URL)), "", 1)
        html = _RELATIVE.sub(r"\1../", _CANONICAL.sub("", html))
        content = _RELATIVE.sub(r"\1../", body(own.sections))
        self._before, _, self._after = html.partition(content)

    def around(self, page: ReadyPage) -> str:
        """Return the page that compares with a comparison as its content, one folder below."""
        title = escape(page.title)
        before = _TITLE.sub(f"<title>{title} - {escape(self._site.about.name)}</title>", self._before)
        before = _DESCRIPTION.sub(rf"\g<1>{title}: criteria, numbers and scale.", before)
        return f"{before}{link_title(page.html)}{self._after}"
