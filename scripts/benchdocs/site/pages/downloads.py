"""Make the page that lists the data files and says how to read them."""

from __future__ import annotations

from collections.abc import Iterator

from benchdocs.rules.finding import Severity
from benchdocs.site.dataset.downloads import BUNDLE, DOWNLOADS, TABLES
from benchdocs.site.dataset.tables import columns
from benchdocs.site.page import Page, PageContext, PageKind

URL = "audit/downloads/"


def _pages(context: PageContext) -> Iterator[Page]:
    description = "The whole suite as a workbook, JSON and CSV."
    values = {
        "downloads": (BUNDLE, *DOWNLOADS),
        "tables": [(name, title, tuple(columns(model))) for name, title, model in TABLES],
        "errors": context.report.count(Severity.ERROR),
    }
    yield Page(KIND, URL, "Downloads", description, context.renderer, values)


KIND = PageKind("downloads", _pages)
