"""Make the first page of the audit section: what an auditor asks, and where the answer is."""

from __future__ import annotations

from collections.abc import Iterator

from benchdocs.site.audit.traceability import Traceability
from benchdocs.site.page import Page, PageContext, PageKind

URL = "audit/"


def _pages(context: PageContext) -> Iterator[Page]:
    trace = Traceability(context.views, context.coverage)
    description = "What was checked, what it adds up to, and what was excused."
    values = {"conformance": context.conformance, "trace": trace}
    yield Page(KIND, URL, "Audit", description, context.renderer, values)


KIND = PageKind("audit", _pages)
