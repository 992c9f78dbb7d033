"""Make the pages of recorded runs, measured judges and labels by people; a suite without records has none."""

from collections.abc import Iterator, Mapping
from typing import Any

from benchdocs.reports.urls import Address
from benchdocs.site.links import run_url
from benchdocs.site.page import Page, PageContext, PageKind, single_page
from benchdocs.site.views.judges import qualifying_plan
from benchdocs.site.views.runs import MOST_PAGES, SIGNS
from benchdocs.specs.blocks import USUAL_LEVEL
from benchdocs.specs.numbers import percent, round_down, round_up, shown_score
from benchdocs.specs.records import NONE_OF_THE_ABOVE
from benchdocs.suite.trace_labels import TraceLabels


def _pages(context: PageContext) -> Iterator[Page]:
    for view in context.runs[:MOST_PAGES]:
        product = view.run.fields.product
        yield Page(
            RUN,
            run_url(view.name),
            view.name,
            f"Would you release {product}? {view.answer}",
            context.renderer,
            {
                "view": view,
                "compares_sign": SIGNS[view.comparability],
                "is_newest": view is context.runs[0],
                "total": len(context.runs),
                "most_commits": 5,
                "case_urls": context.named_case_urls,
            },
            source=view.run.document.path,
            identifier=view.name,
        )


def _values(context: PageContext) -> Mapping[str, Any]:
    rows = []
    for number, view in enumerate(context.runs):
        address = run_url(view.name) if number < MOST_PAGES else f"source/{view.run.document.path}"
        rows.append((view, address, SIGNS[view.comparability]))
    has_labels = context.report.suite.label_records
    return {
        "runs": rows,
        "most_pages": MOST_PAGES,
        "labels_url": Address.TRACE_LABELS if has_labels else "",
    }


def _label_values(context: PageContext) -> Mapping[str, Any]:
    runs = {}
    for run in context.report.suite.runs:
        runs[run.fields.product, run.fields.judge, run.fields.plan.digest] = run_url(run.stem)
    records = []
    for record in context.report.suite.label_records:
        fields = record.fields
        of_run = runs.get((fields.product, fields.judge, fields.plan), "")
        records.append((record, TraceLabels(fields.labels), of_run))
    return {
        "records": records,
        "no_code": NONE_OF_THE_ABOVE,
        "level": float(USUAL_LEVEL),
        "level_text": percent(USUAL_LEVEL),
        "down": round_down,
        "up": round_up,
        "share": shown_score,
        "case_urls": context.named_case_urls,
    }


RUN_LIST = single_page(
    "runs",
    Address.RUNS,
    "Runs",
    "What recorded runs of products came to, the newest first.",
    _values,
    exists=lambda context: context.runs,
    styles=("charts.css", "run.css"),
    hide=("navigation", "toc"),
)
JUDGES = single_page(
    "judges",
    Address.JUDGES,
    "Can this judge be trusted?",
    "How many good records each measured judge passes, and how many faulty ones it fails.",
    lambda context: {
        "plan": qualifying_plan(context.report.suite.settings.judge_floor),
        "level": percent(USUAL_LEVEL),
    },
    exists=lambda context: context.judges,
    styles=("spec.css", "charts.css", "run.css", "judges.css"),
    hide=("navigation", "toc"),
)
RUN = PageKind(
    "run",
    _pages,
    section=Address.RUNS,
    styles=("spec.css", "home.css", "charts.css", "run.css"),
    hide=("navigation", "toc"),
)
TRACE_LABELS = single_page(
    "trace_labels",
    Address.TRACE_LABELS,
    "Labels by people",
    "How many of the cases to which people gave a code a run fails by it, and what people could not place.",
    _label_values,
    exists=lambda context: context.report.suite.label_records,
    styles=("charts.css", "run.css"),
    hide=("navigation", "toc"),
)
