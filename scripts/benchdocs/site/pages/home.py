"""Make the home page: what is tested, what is open, where to go, and the suite as a matrix."""

from typing import Any

from benchdocs.site.page import PageContext, single_page
from benchdocs.site.views.home import Overview

_FILTERED = ("gate", "evaluator", "status")
"""Colorings by which the table of all benchmarks can be filtered."""


def values(context: PageContext) -> dict[str, Any]:
    """Return what the template shows of a suite."""
    overview = Overview(context.views, context.reviewed)
    return {"views": context.views, "overview": overview, "filtered": _FILTERED}


HOME = single_page(
    "home",
    "",
    "Home",
    "Rubrics, weights, evaluators and gates of the suite.",
    values,
    styles=("home.css",),
    hide=("navigation", "toc"),
    guide_heading="",
    printed_sections=frozenset({"rubrics"}),
)
