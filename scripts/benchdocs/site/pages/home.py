"""Make the home page: the suite at a glance."""

from typing import Any

from benchdocs.site.page import PageContext, single_page
from benchdocs.site.views.home import Overview


def _values(context: PageContext) -> dict[str, Any]:
    overview = Overview(context.views)
    return {"views": context.views, "overview": overview, "lists_rubrics": not overview.is_large}


HOME = single_page(
    "home",
    "",
    "The suite at a glance",
    "Rubrics, weights, evaluators and gates of the suite.",
    _values,
    styles=("home.css",),
    hide=("navigation", "toc"),
    guide_heading="",
    printed_sections=frozenset({"mix", "rubrics"}),
)
