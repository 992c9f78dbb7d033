"""The navigation beside a generated page: the site's own, with the page's group opened in it."""

from collections.abc import Sequence
from html import escape
from typing import Any

from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.nav import Section as NavigationSection
from mkdocs.structure.pages import Page as MkDocsPage

from benchdocs.site.page import Page, markdown_path


def mkdocs_page(files: Files, page: Page | None) -> MkDocsPage | None:
    """Return what MkDocs holds of a generated page; None where it holds nothing."""
    file = files.get_file_from_path(page.path) if page else None
    return file.page if file else None


def sidebar(nav: Navigation, own: Page, group: Sequence[Page], files: Files) -> Navigation:
    """Return a copy of the navigation that lists the pages of a page's group below their index.

    MkDocs' own navigation holds the indexes alone: it is written on every page.
    """
    index = files.get_file_from_path(markdown_path(own.kind.section))
    if not index:
        return nav
    near = [found for other in group if (found := mkdocs_page(files, other))]
    return Navigation([_opened(item, index.page, own.group, near) for item in nav.items], nav.pages)


def _opened(item: Any, index: MkDocsPage | None, title: str, near: list[MkDocsPage]) -> Any:
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
