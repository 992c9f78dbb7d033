"""Make the page that lists every judge prompt."""

from __future__ import annotations

from collections.abc import Iterator

from benchdocs.site.page import Page, PageContext, PageKind

URL = "prompts/"


def _pages(context: PageContext) -> Iterator[Page]:
    values = {"prompts": context.views.prompts}
    description = "Every judge prompt and the benchmarks that use it."
    yield Page(KIND, URL, "Judge prompts", description, context.renderer, values)


KIND = PageKind("prompts", _pages, hide=("navigation", "toc"), schema_type="CollectionPage")
