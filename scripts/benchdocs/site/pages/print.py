"""Make one page of all rubrics, benchmarks and prompts, to be printed.

Each part consists of finished sections of its own page. Links between parts stay on the page, and so within a
PDF that is printed from it.
"""

import html
import re
from functools import cached_property
from itertools import chain
from typing import NamedTuple
from urllib.parse import urlsplit

from markupsafe import Markup

from benchdocs.site.links import relative, resolved
from benchdocs.site.page import Page, PageContext, single_page
from benchdocs.site.pages.benchmark import BENCHMARK
from benchdocs.site.pages.code_evaluator import CODE_EVALUATOR
from benchdocs.site.pages.home import HOME
from benchdocs.site.pages.prompt import PROMPT
from benchdocs.site.pages.rubric import RUBRIC
from benchdocs.site.renderer import Section

URL = "audit/print/"
FOOT = "print-foot.css"
"""Style sheet of all pages that the build writes, beside `print.css`."""
_LEFT_OUT = re.compile(
    r"""<(?P<element>nav|fieldset|details)\b(?!\ class="fold\ printed").*?</(?P=element)>
    | <ul\ class="key\b.*?</ul>|<a\ class="headerlink"[^>]*></a>|<p\ class="finding__next">.*?</p>
    |\ card--side""",
    re.VERBOSE | re.DOTALL,
)
"""What serves on a screen only: menus, switches, what is folded, and links to copy."""
_ID = re.compile(r'(?<=\sid=")[^"]*')
_LINK = re.compile(r'(?<=\shref=")[^"]*')
_HEADING = re.compile(r"(</?h)([1-6])\b")
_OVERVIEW_NAME = re.compile(
    r'<(?P<element>h\d)(?P<rest> [^>]*class="suite__name".*?)</(?P=element)>', re.DOTALL
)
"""Name of a rubric in the overview, which would be in the outline of a PDF twice."""


class PrintedPage(NamedTuple):
    """A rubric, a benchmark or a prompt."""

    id: str
    title: str
    pieces: tuple[Section, ...]


def foot(name: str, stamp: str) -> str:
    """Return a style sheet that puts the suite's name above each printed sheet, its state below."""
    style = "color: #51626f; font: 6pt sans-serif"
    boxes = (("bottom-left", stamp), ("top-right", name))
    rules = (f'  @{place} {{content: "{_in_css(text)}"; {style}}}\n' for place, text in boxes)
    return f"@page {{\n{''.join(rules)}}}\n"


def _in_css(text: str) -> str:
    """Return a text as it is written between quotes in a style sheet."""
    return re.sub(r"[^ -~]|[\"\\<]", lambda match: f"\\{ord(match[0]):x} ", text)


class PrintedSuite:
    """Every part of the printed page, linked to the other parts."""

    def __init__(self, context: PageContext) -> None:
        self._context = context

    @cached_property
    def _pages(self) -> dict[str, Page]:
        """The pages of which parts are printed, by address."""
        others = () if self._context.views.is_large else (BENCHMARK, PROMPT, CODE_EVALUATOR)
        return {page.url: page for kind in (HOME, RUBRIC, *others) for page in kind.pages(self._context)}

    @cached_property
    def _sections(self) -> dict[str, list[Section]]:
        """What is printed of each, by address."""
        return {
            url: [
                section._replace(
                    html=_OVERVIEW_NAME.sub(r"<p\g<rest></p>", _LEFT_OUT.sub("", section.html)).replace(
                        ' class="fold printed"', ' class="fold" open'
                    )
                )
                for section in page.render()
                if section.id in page.kind.printed_sections
            ]
            for url, page in self._pages.items()
        }

    @cached_property
    def _places(self) -> dict[str, str]:
        """Anchors on this page of all pages that are printed, and of places on them, by address."""
        places = {}
        for url, sections in self._sections.items():
            anchor = _anchor(self._pages[url])
            places[url] = anchor
            ids = chain.from_iterable((each.id, *_ID.findall(each.html)) for each in sections)
            places |= {f"{url}#{html.unescape(id)}": f"{anchor}--{html.unescape(id)}" for id in ids}
        codes = self._context.report.suite.alias.items()
        urls = self._context.urls
        return places | {urls[alias]: places[urls[code]] for alias, code in codes if urls[code] in places}

    def overview(self) -> tuple[Section, ...]:
        """Return the matrix of the home page."""
        return self._part(self._pages[""], level=2).pieces

    def chapters(self) -> list[tuple[PrintedPage | None, list[PrintedPage]]]:
        """Return the rubrics in their order, each with its benchmarks; last, with None, those of none."""
        views, urls = self._context.views, self._context.urls
        of_rubric: dict[str, list[PrintedPage]] = {}
        for view in () if views.is_large else views.benchmarks:
            part = self._part(self._pages[urls[view.code]], level=4)
            of_rubric.setdefault(view.parent, []).append(part)
        chapters: list[tuple[PrintedPage | None, list[PrintedPage]]] = [
            (self._part(self._pages[urls[view.code]], level=3), of_rubric.pop(view.code, []))
            for view in views.rubrics
        ]
        rest = [part for parts in of_rubric.values() for part in parts]
        return [*chapters, (None, rest)] if rest else chapters

    def evaluators(self) -> dict[str, list[PrintedPage]]:
        """Return the prompts and the code evaluators, verbatim, each under the name of its appendix."""
        kinds = {"Judge prompts": PROMPT, "Code evaluators": CODE_EVALUATOR}
        found = {
            name: [self._part(page, level=3) for page in self._pages.values() if page.kind is kind]
            for name, kind in kinds.items()
        }
        return {name: parts for name, parts in found.items() if parts or name == "Judge prompts"}

    def _part(self, page: Page, level: int) -> PrintedPage:
        """Return what is printed of a page, whose title is a heading of this level."""
        anchor = _anchor(page)

        def heading(match: re.Match[str]) -> str:
            own = int(match[2])
            return f"{match[1]}{min(6, own + level - 1)}"

        def link(match: re.Match[str]) -> str:
            return html.escape(self._address(page.url, html.unescape(match[0])))

        def piece(section: Section) -> Section:
            text = _HEADING.sub(heading, _ID.sub(rf"{anchor}--\g<0>", _LINK.sub(link, section.html)))
            return Section(f"{anchor}--{section.id}", section.heading, Markup(text))

        return PrintedPage(anchor, page.title, tuple(map(piece, self._sections[page.url])))

    def _address(self, url: str, href: str) -> str:
        """Return where a link of the page at an address leads from this page."""
        parts = urlsplit(href)
        if parts.scheme:
            return href
        target = parts._replace(path=resolved(parts.path, url) if parts.path else url).geturl()
        place = self._places.get(target)
        return f"#{place}" if place else relative(target, URL)


def _anchor(page: Page) -> str:
    """Return the id of a page's part; a code holds no two hyphens in a row."""
    if page.kind in (PROMPT, CODE_EVALUATOR):
        return f"{page.kind.name}-{page.url.split('/')[-2]}"
    return f"code-{re.sub(r'[^a-z0-9-]', '-', page.identifier.lower())}" if page.url else "overview"


PRINT = single_page(
    "print",
    URL,
    "Print all rubrics, benchmarks and prompts",
    "All rubrics, benchmarks and prompts on one page, to print or to save as a PDF.",
    lambda context: {"printed": PrintedSuite(context)},
    styles=("home.css", "spec.css", "charts.css", "prompt.css", "print-view.css"),
    hide=("navigation", "toc"),
    is_searched=False,  # the search finds each part on its own page
)
