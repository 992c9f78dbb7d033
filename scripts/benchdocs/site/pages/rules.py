"""Make the page that lists every rule of the checks."""

from __future__ import annotations

from collections.abc import Iterator

from benchdocs.rules.registry import RULES
from benchdocs.site.page import Page, PageContext, PageKind

URL = "rules/"


def _pages(context: PageContext) -> Iterator[Page]:
    description = "Every rule that the specs are checked against."
    yield Page(KIND, URL, "Rules", description, context.renderer, {"rules": RULES})


KIND = PageKind("rules", _pages, schema_type="CollectionPage")
