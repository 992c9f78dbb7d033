"""Make the page of a benchmark or rubric that is broken, which says what is wrong; only a preview has one."""

from collections.abc import Iterator

from benchdocs.site.page import Page, PageContext, PageKind
from benchdocs.specs.fields import Fields


def broken_pages(context: PageContext, kind: PageKind, model: type[Fields]) -> Iterator[Page]:
    """Yield a page of each broken file, beside the pages of the sound ones of its kind."""
    for file in context.views.broken:
        if file.model is model:
            path = file.document.path
            yield Page(
                kind._replace(name="broken"),
                context.spec_urls[path],
                file.code,
                f"{file.code} cannot be read completely.",
                context.renderer,
                {"file": file, "noun": model.__name__, "findings": context.views.findings[path]},
                source=path,
                identifier=file.code,
            )
