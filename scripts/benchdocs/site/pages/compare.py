"""Make the page on which two to four specs are chosen to stand side by side."""

from typing import Any

from benchdocs.site.links import COMPARE_URL
from benchdocs.site.page import PageContext, single_page
from benchdocs.site.views.comparison import mutual_pairs


def _values(context: PageContext) -> dict[str, Any]:
    views = context.views
    partners: dict[str, list[str]] = {}
    for pair in mutual_pairs(views):
        for code, other in (pair, pair[::-1]):
            partners.setdefault(code, []).append(other)
    return {"views": views, "partners": partners}


COMPARE = single_page(
    "compare",
    COMPARE_URL,
    "Compare",
    "Two to four benchmarks or rubrics side by side: criteria, numbers, scale and the judge's conditions.",
    _values,
    styles=("filters.css", "compare.css"),
    scripts=("compare.js",),
    hide=("navigation", "toc"),
    schema_type="CollectionPage",
)
