"""Make the home page: the suite at a glance."""

from __future__ import annotations

from collections.abc import Iterator

from benchdocs.site.page import Page, PageContext, PageKind
from benchdocs.site.views.home import Overview


def _pages(context: PageContext) -> Iterator[Page]:
    overview = Overview(context.views)
    values = {"views": context.views, "overview": overview, "lists_rubrics": not overview.is_large}
    description = "Rubrics, weights, evaluators and gates of the suite."
    yield Page(KIND, "", "The suite at a glance", description, context.renderer, values)


KIND = PageKind(
    "home",
    _pages,
    styles=("home.css",),
    hide=("navigation", "toc"),
    guide_heading="",
    printed_sections=frozenset({"mix", "rubrics"}),
)
