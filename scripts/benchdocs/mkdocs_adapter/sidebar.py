"""The navigation beside a generated page: the site's own, with the page's group opened in it."""

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from mkdocs.structure.nav import Navigation
from mkdocs.structure.nav import Section as NavigationSection
from mkdocs.structure.pages import Page as MkDocsPage

from benchdocs.site.page import Page, markdown_path


def sidebar(
    nav: Navigation, own: Page, group: Sequence[Page], page_of: Callable[[Page], MkDocsPage | None]
) -> Navigation:
    """Return a copy of the navigation that lists the pages of a page's group below their index.

    MkDocs' own navigation holds the indexes alone: it is written on every page. `page_of` returns what
    MkDocs holds of a generated page.
    """
    index = next((page for page in nav.pages if page.file.src_uri == markdown_path(own.kind.section)), None)
    if not index:
        return nav
    near = [found for other in group if (found := page_of(other))]
    return Navigation([_opened(item, index, own.group, near) for item in nav.items], nav.pages)


def _opened(item: Any, index: MkDocsPage, title: str, near: list[MkDocsPage]) -> Any:
    """Return an entry of the navigation; where it holds the index, a copy that lists the pages near it."""
    children = item.children or []
    if index in children:
        group = NavigationSection(escape(title), list(near))
        group.active = True
        children = [*children, *([group] if title else near)]
    else:
        opened = [_opened(child, index, title, near) for child in children]
        if all(new is old for new, old in zip(opened, children, strict=True)):
            return item
        children = opened
    section = NavigationSection(item.title, children)
    section.active = True
    return section
