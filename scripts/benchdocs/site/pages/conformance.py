"""Make the conformance report: what was checked, and what the rules found."""

from __future__ import annotations

from collections.abc import Iterator

from benchdocs.site.audit.conformance import GROUP_NAMES
from benchdocs.site.page import Page, PageContext, PageKind

URL = "audit/conformance/"
REPORT_FILE = f"{URL}report.json"
"""Path of the report as data, below the site's root."""


def _pages(context: PageContext) -> Iterator[Page]:
    description = "Every file that was checked, what each rule found in it, and what was excused and why."
    values = {
        "conformance": context.conformance,
        "group_names": GROUP_NAMES,
        "report_file": REPORT_FILE,
        "pages": context.spec_urls,
        "sources": context.sources,
    }
    yield Page(KIND, URL, "Conformance report", description, context.renderer, values)


KIND = PageKind("conformance", _pages, styles=("audit.css",), hide=("toc",))
