"""Make the page on coverage and traceability: how weights, prompts and delegations are connected."""

from __future__ import annotations

from collections.abc import Iterator

from benchdocs.site.audit.protocol_coverage import COVERAGE_URL
from benchdocs.site.audit.traceability import Traceability
from benchdocs.site.page import Page, PageContext, PageKind

URL = "audit/traceability/"


def _pages(context: PageContext) -> Iterator[Page]:
    trace = Traceability(context.views, context.coverage)
    description = "How weights, prompts and delegations hang together, and where something is missing."
    values = {"trace": trace, "coverage_url": COVERAGE_URL, "pages": context.spec_urls}
    yield Page(KIND, URL, "Coverage and traceability", description, context.renderer, values)


KIND = PageKind("traceability", _pages, styles=("audit.css",), hide=("toc",))
