"""One generated page: its address, what the theme has to know of it, and what MkDocs reads of it."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from benchdocs.site.renderer import KeptSections, Section


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
    def key(self) -> bytes | None:
        """A digest of all that its sections are made from; None where nobody knows that."""
        return self.render.key if isinstance(self.render, KeptSections) else None

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
        """The file that MkDocs believes the page comes from: its front matter. The body is made later."""
        meta = {"title": html.escape(self.title), "description": html.escape(self.description)}
        front = "\n".join(
            f"{name}: {json.dumps(' '.join(text.split()), ensure_ascii=False)}" for name, text in meta.items()
        )
        if self.look.hide:
            front += f"\nhide: {json.dumps(self.look.hide)}"
        return f"---\n{front}\nsearch: {{exclude: true}}\n---\n"  # `search_index` makes the entries


def body(sections: Iterable[Section]) -> str:
    """A page's sections as one HTML text, each below its heading."""
    parts = []
    for section in sections:
        if section.heading:
            parts.append(f'<h2 id="{section.id}">{html.escape(section.heading, quote=False)}</h2>')
        parts.append(section.html)
    return "\n".join(parts)
