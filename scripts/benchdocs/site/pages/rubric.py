"""Make the page of each rubric, and the list of all."""

from collections.abc import Iterator
from typing import Any

from benchdocs.documents.sentences import sentences
from benchdocs.reports.urls import Address
from benchdocs.site.links import rubric_url
from benchdocs.site.page import Page, PageContext, PageKind, single_page
from benchdocs.site.pages.broken import broken_pages
from benchdocs.site.views.run_results import results_over_runs
from benchdocs.site.views.spec import RubricView, in_brief
from benchdocs.specs.choices import Criticality
from benchdocs.specs.models import Rubric
from benchdocs.suite.verdicts import MOST_TRIED, TooManyBenchmarksError, worked_result


def group_name(context: PageContext, code: str) -> str:
    """Return what sidebars call the group of a rubric's members."""
    view = context.views.rubric.get(code)
    return view.title if view else code


def _pages(context: PageContext) -> Iterator[Page]:
    for view in context.views.rubrics:
        summary = next(iter(sentences(view.spec.fields.description or "")), "")
        counts = ""
        if not (view.is_top or view.unused_by):
            counts = f"Counts {view.effective_text} of {view.figures.top}. "
        yield Page(
            RUBRIC,
            rubric_url(view.code),
            view.title,
            summary or view.label,
            context.renderer,
            {
                "view": view,
                "over": results_over_runs(view, context.runs),
                "gates": Criticality,
                **_first_scores(context, view),
            },
            source=view.spec.document.path,
            summary=f"{summary} {in_brief(view)}".strip(),
            search_text=f"{summary or view.label} {counts}{view.aggregation_name}.",
            identifier=view.code,
        )
    yield from broken_pages(context, RUBRIC, Rubric)


def _first_scores(context: PageContext, view: RubricView) -> dict[str, Any]:
    """Return what the score explorer shows at first, or how many scores it can try at most."""
    try:
        return {"trial": worked_result(context.report.suite, view.spec) if view.can_be_scored else None}
    except TooManyBenchmarksError:
        return {"trial": None, "most_tried": MOST_TRIED}


RUBRIC_LIST = single_page(
    "rubrics",
    Address.RUBRICS,
    "Rubrics",
    "Every rubric with its weight, aggregation and threshold.",
    hide=("navigation", "toc"),
)
RUBRIC = PageKind(
    "rubric",
    _pages,
    section=Address.RUBRICS,
    styles=("spec.css", "charts.css", "explorer.css"),
    scripts=("explorer.js",),
    searched_sections=frozenset({"guidelines"}),
    guide_heading="Rubrics",
)
