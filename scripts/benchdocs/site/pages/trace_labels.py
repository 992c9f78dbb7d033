"""Make the page of the labels that people gave the cases of runs; a suite without such records has none."""

from collections.abc import Mapping
from typing import Any

from benchdocs.site.links import TRACE_LABELS_URL, run_url
from benchdocs.site.page import PageContext, single_page
from benchdocs.specs.blocks import USUAL_LEVEL
from benchdocs.specs.numbers import round_down, round_up, shown_score
from benchdocs.specs.trace_labels import NONE_OF_THE_ABOVE
from benchdocs.suite.trace_labels import TraceLabels


def _values(context: PageContext) -> Mapping[str, Any]:
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
        "down": round_down,
        "up": round_up,
        "share": shown_score,
        "case_urls": context.named_case_urls,
    }


TRACE_LABELS = single_page(
    "trace_labels",
    TRACE_LABELS_URL,
    "Labels by people",
    "How many of the cases to which people gave a code a run fails by it, and what people could not place.",
    _values,
    exists=lambda context: context.report.suite.label_records,
    styles=("charts.css", "run.css"),
    hide=("navigation", "toc"),
)
