"""Make the part of a page's head for machines: Open Graph, the Markdown twin, and https://schema.org data."""

import json
from collections.abc import Iterator
from functools import cached_property, partial
from typing import Any
from urllib.parse import quote

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from benchdocs.site.links import GLOSSARY_URL, relative
from benchdocs.site.markdown_twins import TWIN_NAME
from benchdocs.site.page import Page
from benchdocs.site.site import Site
from benchdocs.site.site_info import Guide

SOCIAL_CARD = "images/social-card.png"
"""Picture that a shared link shows, a file of `docs/`."""
_META = Markup('<meta property="{}" content="{}">')
_TWIN = Markup('<link rel="alternate" type="text/markdown" href="{}">').format(TWIN_NAME)
_DATA = Markup('<script type="application/ld+json">{}</script>')
_dumps = partial(json.dumps, ensure_ascii=False)


class PageHeads:
    """The heads of a site's pages; addresses are absolute where the site's own is known, else relative."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.about = site.about

    def tags(self, url: str) -> Markup:
        """Return the tags for the head of the page at an address; none for a page that only redirects."""
        entry = self._entries.get(url)
        if entry is None:
            return Markup()
        lines = [_META.format(name, content) for name, content in self._open_graph(entry)]
        lines.append(Markup('<meta name="twitter:card" content="summary_large_image">'))
        if url in self._page and self._page[url].kind.has_twin:
            lines.append(_TWIN)
        graph = {"@context": "https://schema.org", "@graph": list(self._graph(entry))}
        lines.append(_DATA.format(htmlsafe_json_dumps(graph, dumps=_dumps)))
        return Markup("\n").join(lines)

    @cached_property
    def _entries(self) -> dict[str, Guide]:
        """Title and description of every page with content of its own, by its address."""
        generated = [page for page in self.site.pages if not page.redirect]
        entries = [Guide(page.url, page.title, page.description) for page in generated]
        entries += self.about.guides
        return {
            entry.url: Guide(entry.url, _one_line(entry.title), _one_line(entry.summary)) for entry in entries
        }

    @cached_property
    def _page(self) -> dict[str, Page]:
        return {page.url: page for page in self.site.pages}

    def _open_graph(self, entry: Guide) -> Iterator[tuple[str, str]]:
        yield "og:title", entry.title if entry.url else self.about.name
        yield "og:description", (entry.url and entry.summary) or self.about.description
        yield "og:type", "article" if entry.url else "website"
        yield "og:site_name", self.about.name
        if self.about.address:
            yield "og:url", self._address(entry.url, entry.url)
        yield "og:image", self._address(SOCIAL_CARD, entry.url)
        yield "og:image:width", "1200"
        yield "og:image:height", "630"
        yield "og:image:alt", f"{self.about.name}: how each benchmark is scored, weighted and judged."

    # Linked data ----------------------------------------------------------------------------------

    def _graph(self, entry: Guide) -> Iterator[dict[str, Any]]:
        site = {"@type": "WebSite", "name": self.about.name, "url": self._address("", entry.url)}
        if not entry.url:
            yield site | {"description": self.about.description}
            return
        page, is_glossary = self._page.get(entry.url), entry.url == GLOSSARY_URL
        subject: dict[str, Any] = {
            "@type": "DefinedTermSet" if is_glossary else page.kind.schema_type if page else "TechArticle",
            "name": entry.title,
            "description": entry.summary,
            "url": self._address(entry.url, entry.url),
            "isPartOf": site,
        }
        if subject["@type"] == "TechArticle":
            subject["headline"] = entry.title
        if page:
            subject |= self._facts(page)
        if is_glossary:
            subject["hasDefinedTerm"] = self._terms(entry.url)
        yield subject
        yield {"@type": "BreadcrumbList", "itemListElement": list(self._breadcrumbs(entry))}

    def _facts(self, page: Page) -> dict[str, Any]:
        """Return what the page is about, the spec that it is made from, and its twin."""
        named = (("identifier", page.identifier), ("version", page.version))
        facts: dict[str, Any] = {name: value for name, value in named if value}
        if page.source:
            facts["isBasedOn"] = self._address(f"source/{page.source}", page.url)
        if page.kind.has_twin:
            url = self._address(f"{page.url}{TWIN_NAME}", page.url)
            facts["encoding"] = {"@type": "MediaObject", "encodingFormat": "text/markdown", "contentUrl": url}
        return facts

    def _terms(self, url: str) -> list[dict[str, str]]:
        return [
            {
                "@type": "DefinedTerm",
                "name": term.name,
                "description": term.meaning,
                "url": f"{self._address(url, url)}#{term.id}",
            }
            for term in self.site.linker.terms
        ]

    def _breadcrumbs(self, entry: Guide) -> Iterator[dict[str, Any]]:
        """Yield the path from the home page to a page, through the index that lists it."""
        index = f"{entry.url.partition('/')[0]}/"
        urls = [url for url in dict.fromkeys(("", index, entry.url)) if url in self._entries]
        for place, url in enumerate(urls, start=1):
            name = self._entries[url].title if url else self.about.name
            yield {
                "@type": "ListItem",
                "position": place,
                "name": name,
                "item": self._address(url, entry.url),
            }

    def _address(self, target: str, url: str) -> str:
        """Return the address of a target below the root: absolute, or relative to the page at `url`."""
        own = self.about.address
        return f"{own}{quote(target)}" if own else relative(quote(target), quote(url))


def _one_line(text: str) -> str:
    return " ".join(text.split())
