"""The whole methodology as one page, to print: what every rubric's, benchmark's and prompt's page says.

Each part comes out of the template of its own page, so nothing is worded twice; links between parts stay
on the page, and with it inside a PDF that is printed from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from benchdocs.site.cache import Kept
from benchdocs.site.links import Linker
from benchdocs.site.page import Page
from benchdocs.site.renderer import Outline, Renderer, Section
from benchdocs.site.site_info import About
from benchdocs.site.views.finding_slots import PlacedFindings
from benchdocs.site.views.home import Overview
from benchdocs.site.views.prompt import PromptView
from benchdocs.site.views.spec import BenchmarkView, RubricView, titled
from benchdocs.site.views.suite import Views

URL = "audit/print/"
_KEPT = {
    "home": ("mix", "rubrics"),
    "rubric": ("top", "weights", "aggregation", "guidelines"),
    "benchmark": (
        "top",
        "what",
        "applies",
        "excluded",
        "scale",
        "threshold",
        "evaluator",
        "examples",
        "rationale",
    ),
    "prompt": ("top", "verbatim"),
}
"""Sections of each kind of page that go to paper: not what needs a mouse, nor the ways to other pages."""


MOST_PRINTED = 500
"""Benchmarks that the page holds at most, some 1,500 sheets; that of a larger suite ends with its rubrics."""


@dataclass(frozen=True)
class Piece:
    """A section of a page as it stands in a part; its HTML is finished."""

    id: str
    heading: str
    html: Markup


@dataclass(frozen=True)
class Part:
    """A rubric, a benchmark or a prompt."""

    id: str
    title: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Chapter:
    """A rubric and its benchmarks; `rubric` is None for the benchmarks that belong to none."""

    rubric: Part | None
    benchmarks: tuple[Part, ...]


def print_page(
    views: Views,
    about: About,
    urls: Mapping[str, str],
    values: Mapping[str, Any],
    in_place: PlacedFindings,
    kept: Kept | None = None,
    world: bytes = b"",
) -> Page:
    """The page. `urls` are the pages of all codes, for what this one lacks.

    `values` are what every template is given, `kept` and `world` what a renderer takes.
    """

    def sections() -> tuple[Section, ...]:
        writer = _Writer(views, urls, values, in_place, kept, world)
        return writer.renderer.sections(
            "print.html.j2",
            URL,
            about=about,
            views=views,
            report=views.report,
            overview=writer.overview(),
            chapters=tuple(writer.chapters()),
            prompts=tuple(writer.prompts()),
            is_whole=writer.is_whole,
        )

    description = "Everything on one page, to print or to save as a PDF."
    return Page(URL, "Print the whole methodology", description, sections, kind="print")


class _Writer:
    """Renders the parts, with the place of each on the page as its address."""

    def __init__(
        self,
        views: Views,
        urls: Mapping[str, str],
        values: Mapping[str, Any],
        in_place: PlacedFindings,
        kept: Kept | None,
        world: bytes,
    ) -> None:
        self.views = views
        self.in_place = in_place
        self.is_whole = len(views.benchmarks) <= MOST_PRINTED
        printed = {view.code for view in views.rubrics}
        printed |= {view.code for view in views.benchmarks if self.is_whole}
        places = dict(urls)
        for code in urls:
            current = code if code in printed else views.suite.alias.get(code)
            if current in printed:
                places[code] = f"{URL}#{_anchor(current)}"
        self.renderer = Renderer(Linker(places), kept, world)
        if self.is_whole:
            prompts = {view.prompt.path: f"{URL}#{_prompt_anchor(view)}" for view in views.prompts}
            values = {**values, "prompt_urls": prompts}
        self.renderer.environment.globals.update(values)

    def overview(self) -> tuple[Piece, ...]:
        """What the home page says of the suite in tables."""
        outline = Outline("overview--", detail="h4")
        values = {"views": self.views, "overview": Overview(self.views), "lists_rubrics": True}
        sections = self.renderer.sections("home.html.j2", URL, outline=outline, **values)
        return self._pieces("home", outline, sections)

    def chapters(self) -> Iterator[Chapter]:
        """The rubrics in their order, each with its benchmarks, and at last the benchmarks that have none."""
        of_rubric: dict[str, list[Part]] = {}
        for view in self.views.benchmarks if self.is_whole else ():
            of_rubric.setdefault(view.parent, []).append(self._benchmark(view))
        for rubric in self.views.rubrics:
            yield Chapter(self._rubric(rubric), tuple(of_rubric.pop(rubric.code, ())))
        if of_rubric:
            yield Chapter(None, tuple(part for parts in of_rubric.values() for part in parts))

    def prompts(self) -> Iterator[Part]:
        """The prompts, verbatim."""
        for view in self.views.prompts if self.is_whole else ():
            outline, path = Outline(title="h3"), view.prompt.path
            yield self._part("prompt", _prompt_anchor(view), view.title, outline, path, view=view)

    def _rubric(self, view: RubricView) -> Part:
        outline = Outline(title="h3", detail="h5")
        title = titled(view.code, view.label)
        return self._part(
            "rubric", _anchor(view.code), title, outline, view.spec.document.path, view=view, trial=None
        )

    def _benchmark(self, view: BenchmarkView) -> Part:
        title = titled(view.code, view.label)
        path = view.spec.document.path
        return self._part("benchmark", _anchor(view.code), title, Outline(title="h4"), path, view=view)

    def _part(self, kind: str, anchor: str, title: str, outline: Outline, path: str, **values: Any) -> Part:
        outline = Outline(f"{anchor}--", outline.title, outline.detail)
        values["placed"] = self.in_place.on_page_of(path)
        sections = self.renderer.kept_sections(f"{kind}.html.j2", URL, outline=outline, **values)
        return Part(anchor, title, self._pieces(kind, outline, sections))

    def _pieces(self, kind: str, outline: Outline, sections: tuple[Section, ...]) -> tuple[Piece, ...]:
        return tuple(
            Piece(f"{outline.prefix}{section.id}", section.heading, Markup(section.html))
            for section in sections
            if section.id in _KEPT[kind]
        )


def _anchor(code: str) -> str:
    """The place of a rubric or benchmark on the page; a code holds no two hyphens in a row."""
    return f"code-{re.sub(r'[^a-z0-9-]', '-', code.lower())}"


def _prompt_anchor(view: PromptView) -> str:
    return f"prompt-{view.slug}"
