"""One generated page: its address, what the theme has to know of it, and the Markdown that MkDocs sees."""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from benchdocs.render import Section

SLOT = '<div data-slot="{}"></div>'
"""Stands in a page's Markdown where a section's finished HTML goes."""


class Look(NamedTuple):
    """What a kind of page needs of the theme beside the site's own style sheet."""

    styles: tuple[str, ...] = ()
    """Files of `docs/stylesheets/`."""
    scripts: tuple[str, ...] = ()
    """Files of `docs/javascripts/`."""
    hide: tuple[str, ...] = ()
    """Parts of the frame that the page does without: `navigation`, `toc`."""
    is_searched: bool = True
    """Whether the search knows the page."""


_LOOKS = {
    "home": Look(("home.css",), (), ("navigation", "toc")),
    "list": Look(hide=("navigation", "toc")),
    "inventory": Look(("inventory.css",), ("inventory.js",), ("navigation", "toc")),
    "rubric": Look(("spec.css", "explorer.css"), ("explorer.js",), ("toc",)),
    "benchmark": Look(("spec.css",)),
    "prompt": Look(("spec.css",), (), ("navigation", "toc")),
    "changes": Look(("spec.css", "audit.css")),
    "conformance": Look(("audit.css",), (), ("toc",)),
    "traceability": Look(("audit.css",), (), ("toc",)),
    # The search finds each part on its own page.
    "print": Look(("home.css", "spec.css", "print-view.css"), (), ("navigation", "toc"), is_searched=False),
}


@dataclass(frozen=True)
class Page:
    """One generated page."""

    url: str
    """Address below the site's root, with a closing slash; empty for the home page."""
    title: str
    description: str
    render: Callable[[], tuple[Section, ...]]
    """Makes its sections."""
    source: str | None = None
    """File of the suite that it shows, relative to the root."""
    section: str = ""
    """Address of the index it is listed under; empty for pages that stand in the navigation themselves."""
    group: str = ""
    """Name of the group within the section that its sidebar shows; empty for the section as a whole."""
    kind: str = ""
    """What kind of page it is: one of those with a look of their own, `rule`, or empty."""
    redirect: str = ""
    """Address that the page sends its reader on to; empty for a page with content of its own."""

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """Its parts, rendered when they are first asked for."""
        return self.render()

    @property
    def look(self) -> Look:
        """What its kind needs of the theme."""
        return _LOOKS.get(self.kind, Look())

    @property
    def path(self) -> str:
        """The Markdown file that MkDocs believes it comes from."""
        return (
            f"{self.url}index.md"
            if not self.url or self.url.count("/") == 1
            else f"{self.url.rstrip('/')}.md"
        )

    @property
    def markdown(self) -> str:
        """Front matter, fixed headings and slots; no text of a spec but the escaped title."""
        meta = {"title": html.escape(self.title), "description": html.escape(self.description)}
        front = "\n".join(
            f"{name}: {json.dumps(' '.join(text.split()), ensure_ascii=False)}" for name, text in meta.items()
        )
        if self.look.hide:
            front += f"\nhide: {json.dumps(self.look.hide)}"
        front += "\nsearch: {exclude: true}"  # `search_index` makes the entries
        parts = [f"---\n{front}\n---"]
        for section in self.sections:
            if section.heading:
                parts.append(f"## {section.heading} {{#{section.id}}}")
            parts.append(SLOT.format(section.id))
        return "\n\n".join(parts) + "\n"
