"""Make the page that lists every benchmark, with filters."""

from __future__ import annotations

from collections.abc import Iterator

from benchdocs.site.page import Page, PageContext, PageKind
from benchdocs.site.views.home import Overview

URL = "benchmarks/"


def _pages(context: PageContext) -> Iterator[Page]:
    values = {"benchmarks": context.views.benchmarks, "unweighted": Overview(context.views).unweighted}
    description = "Every benchmark with its weight, threshold and evaluator."
    yield Page(KIND, URL, "Benchmarks", description, context.renderer, values)


KIND = PageKind(
    "inventory",
    _pages,
    styles=("inventory.css",),
    scripts=("inventory.js",),
    hide=("navigation", "toc"),
    schema_type="CollectionPage",
)
