"""Make the methodology page that is computed: what a verdict is worth over so many cases."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from benchdocs.site.page import PageContext, PageKind, single_page
from benchdocs.site.views import sampling


def _values(context: PageContext) -> dict[str, Any]:
    benchmarks = [view.spec.fields for view in context.views.benchmarks]
    return {
        "charts": sampling.charts(),
        "needed": [sampling.needed(Fraction(failed), Decimal("0.99")) for failed in (0, 1)],
        "unseen": sampling.unseen(),
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
