"""The search index: what helps to find a page, with a benchmark ahead of the pages that only mention it."""

from __future__ import annotations

import html
from typing import Any

from benchdocs.links import GLOSSARY_URL
from benchdocs.pages import Site, benchmark_url

_KEPT = {
    "benchmark": {"applies", "excluded", "examples", "rationale"},
    "rubric": {"guidelines"},
}
"""Sections of a kind of page that are searched; the rest repeats another page, or is numbers and charts."""
_BOOST = {"benchmark": 4, "rubric": 6, "prompt": 0.5, "rule": 0.25}
"""How much a hit in a kind of page counts; a rubric's code begins its members' codes, and is meant alone."""
_TERM_BOOST = 3
"""How much a hit in an entry of the glossary counts."""


def search_index(index: dict[str, Any], site: Site) -> dict[str, Any]:
    """Material's index of the whole site, cut down to what helps to find a page."""
    pages = {page.url: page for page in site.pages}
    former: dict[str, list[str]] = {}
    for alias, code in sorted(site.report.suite.alias.items()):
        former.setdefault(site.urls[code], []).append(alias)
    concepts = {
        benchmark_url(spec.code): spec.fields.concept
        for spec in site.report.suite.benchmarks
        if spec.fields.concept
    }
    entries = []
    for entry in index["docs"]:
        url, _, anchor = entry["location"].partition("#")
        page = pages.get(url)
        if page is None:
            is_term = anchor and url == GLOSSARY_URL
            entries.append({**entry, "boost": _TERM_BOOST} if is_term else entry)
        elif not page.redirect and (not anchor or anchor in _KEPT.get(page.kind, ())):
            entry = dict(entry)
            if not anchor:
                entry["title"] = html.escape(page.title, quote=False)
                words = concepts.get(url, page.description)
                if page.kind == "prompt" and page.source:
                    words += f" {page.source.rpartition('/')[2]}"
                entry["text"] = f"<p>{html.escape(words, quote=False)}</p>"
                if url in former:
                    entry["tags"] = former[url]
            if page.kind in _BOOST:
                entry["boost"] = _BOOST[page.kind] / max(1, page.url.count("-"))
            entries.append(entry)
    return {**index, "docs": entries}
