"""The search index: what helps to find a page, with a benchmark ahead of the pages that only mention it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
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
_INLINE = re.compile(r"</?(?:a|code|span|strong)\b[^>]*>")
_CODE = re.compile(r"</?code>")
_FINDINGS = re.compile(r'<div class="broken\b.*?</div>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_TERM_BOOST = 3
"""How much a hit in an entry of the glossary counts."""


def search_index(index: dict[str, Any], site: Site) -> dict[str, Any]:
    """Material's index of the hand-written pages, with entries for the generated ones."""
    written = [
        entry
        | {"text": _CODE.sub("", entry["text"])}
        | ({"boost": _TERM_BOOST} if entry["location"].startswith(f"{GLOSSARY_URL}#") else {})
        for entry in index["docs"]
    ]
    return {**index, "docs": [*_entries(site), *written]}


def _entries(site: Site) -> Iterator[dict[str, Any]]:
    """An entry for each page, and one for each of its sections that are searched."""
    former: dict[str, list[str]] = {}
    for alias, code in sorted(site.report.suite.alias.items()):
        former.setdefault(site.urls[code], []).append(alias)
    concepts = {
        benchmark_url(spec.code): spec.fields.concept
        for spec in site.report.suite.benchmarks
        if spec.fields.concept
    }
    for page in site.pages:
        if page.redirect or not page.look.is_searched:
            continue
        words = concepts.get(page.url, page.description)
        if page.kind == "prompt" and page.source:
            words += f" {page.source.rpartition('/')[2]}"
        boost = {}
        if page.kind in _BOOST:
            boost["boost"] = _BOOST[page.kind] / max(1, page.url.count("-"))
        tags = {"tags": former[page.url]} if page.url in former else {}
        yield _entry(page.url, page.title, words) | tags | boost
        for section in page.sections:
            if section.id in _KEPT.get(page.kind, ()):
                yield _entry(f"{page.url}#{section.id}", section.heading, _words(section.html)) | boost


def _entry(location: str, title: str, text: str) -> dict[str, Any]:
    """What the search knows of a place."""
    title, text = (html.escape(words, quote=False) for words in (title, text))
    return {"location": location, "title": title, "text": f"<p>{text}</p>"}


def _words(finished: str) -> str:
    """The text of finished HTML in one line, without the findings that stand in it."""
    text = _FINDINGS.sub("", finished)
    return " ".join(html.unescape(_TAG.sub(" ", _INLINE.sub("", text))).split())
