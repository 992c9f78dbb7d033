"""Define a generated page, the kind of page that it is, and what pages are made from."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from benchdocs.rules.check import Report
from benchdocs.site.audit.conformance import Conformance
from benchdocs.site.audit.protocol_coverage import ProtocolSection
from benchdocs.site.cache import digest
from benchdocs.site.renderer import Renderer, Section
from benchdocs.site.site_info import About
from benchdocs.site.views.finding_slots import PlacedFindings
from benchdocs.site.views.history import Past
from benchdocs.site.views.suite import Views


@dataclass(frozen=True)
class PageContext:
    """What a site's pages are made from."""

    report: Report
    views: Views
    about: About
    coverage: tuple[ProtocolSection, ...]
    conformance: Conformance
    past: Past
    in_place: PlacedFindings
    renderer: Renderer
    urls: Mapping[str, str]
    """Address of the page of each code, former codes included."""
    prompt_urls: Mapping[str, str]
    """Address of each prompt's page, by the prompt's path."""
    spec_urls: Mapping[str, str]
    """Address of the page of each spec and prompt, by its path."""
    sources: tuple[str, ...]
    """Paths of the files of the suite that the site carries verbatim."""


@dataclass(frozen=True)
class PageKind:
    """What all pages of a kind have in common; `name` is the stem of their templates."""

    name: str
    pages: Callable[[PageContext], Iterator[Page]]
    """Yields the pages in the order in which navigation and search list them."""
    is_cached: bool = False
    """Whether a preview caches their sections, which then must show nothing but their values."""
    section: str = ""
    """Address of the index that lists them; empty where the navigation itself does."""
    styles: tuple[str, ...] = ()
    """Files of `docs/stylesheets/` that they need beside `site.css`."""
    scripts: tuple[str, ...] = ()
    """Files of `docs/javascripts/` that they need beside `site.js`."""
    hide: tuple[str, ...] = ()
    """Parts of the frame that they omit: `navigation`, `toc`."""
    is_searched: bool = True
    """Whether the search lists them."""
    searched_sections: frozenset[str] = frozenset()
    """Ids of the sections that the search lists as well, with their text."""
    search_boost: float | None = None
    """How much a hit counts; None for the search's own measure."""
    has_twin: bool = False
    """Whether a Markdown twin stands beside each, made from `name.md.j2` and their value `view`."""
    guide_heading: str = "Optional"
    """Heading in `llms.txt` under which they are listed; empty where they are not."""
    schema_type: str = "TechArticle"
    """Type of what each is about in the data of its head (https://schema.org)."""
    printed_sections: frozenset[str] = frozenset()
    """Ids of the sections that the page of the whole methodology repeats, to be printed."""

    @property
    def template(self) -> str:
        """File name of the template that makes the pages' sections."""
        return f"{self.name}.html.j2"


@dataclass(frozen=True)
class Page:
    """A generated page."""

    kind: PageKind
    url: str
    """Address below the site's root, with a closing slash; empty for the home page."""
    title: str
    description: str
    renderer: Renderer
    values: Mapping[str, Any]
    """What its template gets beside what every template gets."""
    source: str | None = None
    """File of the suite that it shows, relative to the root."""
    group: str = ""
    """Group of its section that its sidebar lists; empty for the section as a whole."""
    redirect: str = ""
    """Address that the page redirects to; empty for a page with content of its own."""
    summary: str | None = None
    """Its description in `llms.txt`, which may be empty; None for `description`."""
    search_text: str = ""
    """Text that the search finds it by; empty for `description`."""
    identifier: str = ""
    """Code or name of what it is about, for the data in its head."""
    version: str = ""
    """Stated version of what it is about, for the data in its head."""

    def render(self) -> tuple[Section, ...]:
        """Return its sections: new ones, or those in a preview's cache."""
        make = partial(self.renderer.sections, self.kind.template, self.url, **self.values)
        if self.renderer.cache is None or self.key is None:
            return make()
        return self.renderer.cache.get_or_make(self.key, make)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """Its sections, rendered on first use."""
        return self.render()

    @cached_property
    def key(self) -> bytes | None:
        """Digest of everything that its sections are made from; None where they are not cached."""
        if self.renderer.cache is None or not self.kind.is_cached:
            return None
        sources = (self.renderer.environment_digest, self.kind.template, self.url, self.values)
        return digest("sections", *sources)

    @property
    def path(self) -> str:
        """Path of the Markdown file that MkDocs takes it to come from."""
        is_index = self.url.count("/") <= 1
        return f"{self.url}index.md" if is_index else f"{self.url.rstrip('/')}.md"

    @property
    def markdown(self) -> str:
        """Text of that file: its front matter. The body is made when the page is written."""
        meta = {"title": html.escape(self.title), "description": html.escape(self.description)}
        front = "\n".join(
            f"{name}: {json.dumps(' '.join(text.split()), ensure_ascii=False)}" for name, text in meta.items()
        )
        if self.kind.hide:
            front += f"\nhide: {json.dumps(self.kind.hide)}"
        return f"---\n{front}\nsearch: {{exclude: true}}\n---\n"  # `search_index` makes the entries


def body(sections: Iterable[Section]) -> str:
    """Return a page's sections as one HTML text, each below its heading."""
    parts = []
    for section in sections:
        if section.heading:
            parts.append(f'<h2 id="{section.id}">{html.escape(section.heading, quote=False)}</h2>')
        parts.append(section.html)
    return "\n".join(parts)
