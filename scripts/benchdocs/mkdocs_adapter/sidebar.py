"""The navigation beside a generated page: the site's own, with the page's group opened in it."""

from collections.abc import Sequence
from html import escape
from typing import Any

from mkdocs.structure.nav import Link, Navigation
from mkdocs.structure.nav import Section as NavigationSection
from mkdocs.structure.pages import Page as MkDocsPage

from benchdocs.site.page import Page, markdown_path


def link(page: Page) -> Link:
    """Return a generated page as an entry of a navigation."""
    return Link(escape(page.title), page.url)


def sidebar(nav: Navigation, shown: MkDocsPage, own: Page, group: Sequence[Page]) -> Navigation:
    """Return a copy of the navigation that lists the pages of a page's group below their index.

    MkDocs' own navigation holds the indexes alone: it is written on every page.
    """
    index = next((page for page in nav.pages if page.file.src_uri == markdown_path(own.kind.section)), None)
    if not index:
        return nav
    near = [shown if other is own else link(other) for other in group]
    return Navigation([_opened(item, index, own.group, near) for item in nav.items], nav.pages)


def _opened(item: Any, index: MkDocsPage, title: str, near: list[MkDocsPage | Link]) -> Any:
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
