"""Make the page of changes: what changed in the methodology, commit by commit."""

from __future__ import annotations

from collections.abc import Iterator

from benchdocs.site.page import Page, PageContext, PageKind

URL = "audit/changes/"
CHANGES_FILE = f"{URL}changes.json"
"""Path of the changes as data, below the site's root."""


def _pages(context: PageContext) -> Iterator[Page]:
    description = "What changed in the methodology, commit by commit, and whether it affects scores."
    yield Page(KIND, URL, "Changes", description, context.renderer, {})


KIND = PageKind("changes", _pages, styles=("spec.css", "audit.css"))
