"""Make the page of the complete calls: whole inputs with their labels, right outputs and mutants."""

from typing import Any

from benchdocs.reports.urls import Address
from benchdocs.site.page import PageContext, single_page
from benchdocs.site.views.cases import differences
from benchdocs.suite.cases import applying


def _values(context: PageContext) -> dict[str, Any]:
    suite = context.report.suite
    return {
        "calls": [(call, applying(suite, call.fields.labels or {})) for call in suite.calls],
        "findings": [each for call in suite.calls for each in context.views.findings[call.document.path]],
        "differences": differences,
    }


CALLS = single_page(
    "calls",
    Address.CALLS,
    "Complete calls",
    "Whole {inputs} with their labels, the right {output} of each, and {outputs} that are wrong.",
    _values,
    exists=lambda context: context.report.suite.calls,
    styles=("prompt.css",),
    guide_heading="Prompts",
)
