"""Make the methodology page that is computed: what a verdict is worth over so many cases."""

from typing import Any

from benchdocs.reports.urls import Address
from benchdocs.site.page import PageContext, PageKind, single_page
from benchdocs.site.views import sampling
from benchdocs.site.views.judges import unmeasured
from benchdocs.suite.operating_curves import DRAWS


def _values(context: PageContext) -> dict[str, Any]:
    benchmarks, suite = [view.spec.fields for view in context.views.benchmarks], context.report.suite
    rows = sampling.suite_rows(benchmarks)
    return {
        "intervals": sampling.intervals(),
        "level": sampling.LEVEL,
        "risk": sampling.RISK,
        "draws": DRAWS,
        "claims": sampling.claims(),
        "gate_cases": sampling.GATE_CASES,
        "never_flagged": sampling.never_flagged,
        "never_noticed": sampling.never_noticed,
        "rows": rows,
        "usual_chances": sampling.usual_chances(rows),
        "few_cases": sampling.few_cases(),
        "together": sampling.all_at_once(suite),
        "unmeasured": unmeasured(suite),
        "curves": sampling.operating_curves(suite),
    }


SAMPLING: PageKind = single_page(
    "sampling",
    Address.HOW_SURE,
    "How sure is a pass?",
    "How much a verdict is worth: bounds, chances to pass, cases needed, and errors of a judge.",
    _values,
    styles=("charts.css",),
    searched_sections=frozenset({"intervals", "operating", "needed", "judge"}),
    guide_heading="Methodology",
)
