"""Make the methodology page that is computed: what a verdict is worth over so many cases."""

from typing import Any

from benchdocs.site.page import PageContext, PageKind, single_page
from benchdocs.site.views import sampling


def _values(context: PageContext) -> dict[str, Any]:
    benchmarks = [view.spec.fields for view in context.views.benchmarks]
    return {
        "intervals": sampling.intervals(),
        "level": sampling.LEVEL,
        "claims": sampling.claims(),
        "gate_cases": sampling.GATE_CASES,
        "never_flagged": sampling.never_flagged,
        "never_noticed": sampling.never_noticed,
        "rows": sampling.suite_rows(benchmarks),
        "together": sampling.all_at_once(context.report.suite),
    }


SAMPLING: PageKind = single_page(
    "sampling",
    sampling.PAGE,
    "How sure is a pass?",
    "How much a verdict is worth: intervals, chances to pass, cases needed, and errors of a judge.",
    _values,
    styles=("charts.css",),
    searched_sections=frozenset({"intervals", "operating", "needed", "judge"}),
    guide_heading="Methodology",
)
