"""Make the field reference: every field of a benchmark and of a rubric."""

from __future__ import annotations

from collections.abc import Iterator

from benchdocs.schemas import build, field_guide
from benchdocs.site.page import Page, PageContext, PageKind

URL = "authoring/fields/"


def _pages(context: PageContext) -> Iterator[Page]:
    values = {"blocks": field_guide.blocks(), "folder": build.FOLDER, "schemas": build.schemas()}
    description = "Every field of a benchmark and of a rubric, what it takes, and which rules look at it."
    yield Page(KIND, URL, "Field reference", description, context.renderer, values)


KIND = PageKind("fields", _pages)
