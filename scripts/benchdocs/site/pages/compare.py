"""Make the page on which two to four specs are chosen to stand side by side."""

from typing import Any

from benchdocs.site.links import COMPARE_URL
from benchdocs.site.page import PageContext, single_page
from benchdocs.site.views.suite import Views


def _values(context: PageContext) -> dict[str, Any]:
    return {"views": context.views, "partners": partners(context.views)}


def partners(views: Views) -> dict[str, list[str]]:
    """Return the benchmarks with which each one exchanges cases, in reading order."""
    order = {view.code: place for place, view in enumerate(views.benchmarks)}
    given = {(entry.giver, entry.taker) for entry in views.suite.delegations if entry.taker in order}
    found: dict[str, list[str]] = {}
    for giver, taker in sorted(given, key=lambda pair: (order[pair[0]], order[pair[1]])):
        if (taker, giver) in given:
            found.setdefault(giver, []).append(taker)
    return found


COMPARE = single_page(
    "compare",
    COMPARE_URL,
    "Compare",
    "Two to four benchmarks or rubrics side by side: criteria, numbers, scale and the judge's conditions.",
    _values,
    styles=("filters.css", "compare.css"),
    scripts=("compare.js",),
    hide=("navigation", "toc"),
)
