"""Make one page of all rubrics, benchmarks and prompts, to be printed.

Each part is made from the template of its own page, so nothing is worded twice. Links between parts stay on
the page, and so within a PDF that is printed from it.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from markupsafe import Markup

from benchdocs.site.page import Page, PageContext, PageKind
from benchdocs.site.pages.benchmark import BENCHMARK
from benchdocs.site.pages.home import HOME
from benchdocs.site.pages.home import values as home_values
from benchdocs.site.pages.prompt import PROMPT
from benchdocs.site.pages.rubric import RUBRIC
from benchdocs.site.renderer import Outline, Renderer, Section
from benchdocs.site.views.prompt import PromptView
from benchdocs.site.views.spec import BenchmarkView, RubricView, titled

URL = "audit/print/"
FOOT = "print-foot.css"
"""Style sheet of all pages that the build writes, beside `print.css`."""


class PrintedPage(NamedTuple):
    """A rubric, a benchmark or a prompt."""

    id: str
    title: str
    pieces: tuple[Section, ...]


def _pages(context: PageContext) -> Iterator[Page]:
    printed = PrintedSuite(context)
    shown = {"about": context.about, "views": context.views, "report": context.report, "printed": printed}
    shown["stamp"] = context.stamp
    description = "All rubrics, benchmarks and prompts on one page, to print or to save as a PDF."
    yield Page(PRINT, URL, "Print all rubrics, benchmarks and prompts", description, printed.renderer, shown)


def foot(stamp: str) -> str:
    """Return a style sheet that puts the state of the suite at the foot of each printed sheet."""
    text = re.sub(r"[^ -~]|[\"\\<]", lambda match: f"\\{ord(match[0]):x} ", stamp)
    return f'@page {{\n  @bottom-left {{\n    content: "{text}";\n  }}\n}}\n'


class PrintedSuite:
    """Every part of the printed page, linked to the other parts."""

    def __init__(self, context: PageContext) -> None:
        self._context = context
        self._views = context.views
        self.is_whole = not context.views.is_large

    @cached_property
    def renderer(self) -> Renderer:
        """A renderer whose links lead to parts of this page, or else to the pages of what it lacks."""
        views, urls = self._views, dict(self._context.urls)
        printed = {view.code for view in views.rubrics}
        printed |= {view.code for view in views.benchmarks if self.is_whole}
        for code in urls:
            current = code if code in printed else views.suite.alias.get(code)
            if current in printed:
                urls[code] = f"{URL}#{_anchor(current)}"
        prompt_urls = self._context.prompt_urls
        if self.is_whole:
            prompt_urls = {view.prompt.path: f"{URL}#{_prompt_anchor(view)}" for view in views.prompts}
        return self._context.renderer.with_links_to(urls, prompt_urls=prompt_urls)

    def overview(self) -> tuple[Section, ...]:
        """Return the matrix of the home page."""
        return self._sections(HOME, Outline("overview--", detail="h4"), home_values(self._context))

    def chapters(self) -> list[tuple[PrintedPage | None, list[PrintedPage]]]:
        """Return the rubrics in their order, each with its benchmarks; last, with None, those of none."""
        of_rubric: dict[str, list[PrintedPage]] = {}
        for view in self._views.benchmarks if self.is_whole else ():
            part = self._spec(BENCHMARK, Outline(title="h4"), view)
            of_rubric.setdefault(view.parent, []).append(part)
        outline = Outline(title="h3", detail="h5")
        chapters: list[tuple[PrintedPage | None, list[PrintedPage]]] = [
            (self._spec(RUBRIC, outline, view), of_rubric.pop(view.code, [])) for view in self._views.rubrics
        ]
        rest = [part for parts in of_rubric.values() for part in parts]
        return [*chapters, (None, rest)] if rest else chapters

    def prompts(self) -> list[PrintedPage]:
        """Return the prompts, verbatim."""
        outline, views = Outline(title="h3"), self._views.prompts if self.is_whole else ()
        return [
            self._page(PROMPT, _prompt_anchor(view), view.title, outline, view.prompt.path, view)
            for view in views
        ]

    def _spec(self, kind: PageKind, outline: Outline, view: RubricView | BenchmarkView) -> PrintedPage:
        title, path = titled(view.code, view.label), view.spec.document.path
        return self._page(kind, _anchor(view.code), title, outline, path, view)

    def _page(
        self, kind: PageKind, anchor: str, title: str, outline: Outline, path: str, view: object
    ) -> PrintedPage:
        values = {"view": view, "placed": self._context.in_place.on_page_of(path), "trial": None}
        values["reviewed"] = self._context.reviewed.get(getattr(view, "code", ""))
        outline = outline._replace(prefix=f"{anchor}--")
        return PrintedPage(anchor, title, self._sections(kind, outline, values))

    def _sections(self, kind: PageKind, outline: Outline, values: dict[str, Any]) -> tuple[Section, ...]:
        page = Page(kind, URL, "", "", self.renderer, {**values, "outline": outline})
        return tuple(
            Section(f"{outline.prefix}{section.id}", section.heading, Markup(section.html))
            for section in page.render()
            if section.id in kind.printed_sections
        )


def _anchor(code: str) -> str:
    """Return the id of a rubric's or benchmark's part; a code holds no two hyphens in a row."""
    return f"code-{re.sub(r'[^a-z0-9-]', '-', code.lower())}"


def _prompt_anchor(view: PromptView) -> str:
    return f"prompt-{view.slug}"


PRINT = PageKind(
    "print",
    _pages,
    styles=("home.css", "spec.css", "charts.css", "prompt.css", "print-view.css"),
    hide=("navigation", "toc"),
    is_searched=False,  # the search finds each part on its own page
)
