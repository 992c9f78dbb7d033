"""Make the page that lists every rubric."""

from __future__ import annotations

from collections.abc import Iterator

from benchdocs.site.page import Page, PageContext, PageKind
from benchdocs.site.views.home import by_category

URL = "rubrics/"


def _pages(context: PageContext) -> Iterator[Page]:
    values = {"categories": list(by_category(context.views.rubrics))}
    description = "Every rubric with its weight, aggregation and passing threshold."
    yield Page(KIND, URL, "Rubrics", description, context.renderer, values)


KIND = PageKind("rubrics", _pages, hide=("navigation", "toc"), schema_type="CollectionPage")
