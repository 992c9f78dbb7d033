"""The search index: what helps to find a page, with a benchmark before the pages that only mention it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from json import dumps, loads
from pathlib import Path
from typing import Any

from benchdocs.files.atomic import put
from benchdocs.site.links import GLOSSARY_URL
from benchdocs.site.page import Page
from benchdocs.site.pages import Site, benchmark_url
from benchdocs.site.renderer import Section

_SEARCHED_SECTIONS = {
    "benchmark": {"applies", "excluded", "examples", "rationale"},
    "rubric": {"guidelines"},
}
"""Sections of a kind of page that are searched; the rest repeats another page, or is numbers and charts."""
MOST_SEARCHED = 500
"""Benchmarks of which those sections are searched; with more of them, each key takes a browser seconds."""
_BOOST = {"benchmark": 4, "rubric": 6, "prompt": 0.5, "rule": 0.25}
"""How much a hit in a kind of page counts; a rubric's code begins its members' codes, and is meant alone."""
_INLINE = re.compile(r"</?(?:a|code|span|strong)\b[^>]*>")
_CODE = re.compile(r"<pre>.*?</pre>|</?code>", re.DOTALL)
"""Commands and settings to copy, and the tags of code within a line."""
_FINDINGS = re.compile(r'<div class="broken\b.*?</div>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_TERM_BOOST = 3
"""How much a hit in an entry of the glossary counts."""

SearchEntry = dict[str, Any]


class SearchEntries:
    """Entries of the search index for generated pages."""

    def __init__(self, site: Site) -> None:
        suite = site.report.suite
        self._sections = _SEARCHED_SECTIONS if len(suite.benchmarks) <= MOST_SEARCHED else {}
        self._former_codes: dict[str, list[str]] = {}
        for alias, code in sorted(suite.alias.items()):
            self._former_codes.setdefault(site.urls[code], []).append(alias)
        self._concepts = {
            benchmark_url(spec.code): spec.fields.concept for spec in suite.benchmarks if spec.fields.concept
        }

    def of_page(self, page: Page, sections: Iterable[Section]) -> Iterator[SearchEntry]:
        """Yield an entry for a page, and one for each of its sections that are searched."""
        if page.redirect or not page.look.is_searched:
            return
        words = self._concepts.get(page.url, page.description)
        if page.kind == "prompt" and page.source:
            words += f" {page.source.rpartition('/')[2]}"
        boost = {}
        if page.kind in _BOOST:
            boost["boost"] = _BOOST[page.kind] / max(1, page.url.count("-"))
        tags = {"tags": self._former_codes[page.url]} if page.url in self._former_codes else {}
        yield _entry(page.url, page.title, words) | tags | boost
        for section in sections:
            if section.id in self._sections.get(page.kind, ()):
                yield _entry(f"{page.url}#{section.id}", section.heading, _words(section.html)) | boost


def handwritten_entries(entries: Iterable[SearchEntry]) -> Iterator[SearchEntry]:
    """Yield Material's entries of hand-written pages without the code that is there to be copied."""
    for entry in entries:
        is_term = entry["location"].startswith(f"{GLOSSARY_URL}#")
        yield entry | {"text": _CODE.sub("", entry["text"])} | ({"boost": _TERM_BOOST} if is_term else {})


def to_json(entries: Iterable[SearchEntry]) -> bytes:
    """Return entries as the index holds them, separated by commas."""
    return ",".join(dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in entries).encode()


def write(folder: Path, entries: Iterable[bytes]) -> None:
    """Replace Material's index with one of these entries, also as a script, which a `file:` page can read."""
    path = folder / "search_index.json"
    config = to_json([loads(path.read_text(encoding="utf-8"))["config"]])
    content = b"".join((b'{"config":', config, b',"docs":[', b",".join(filter(None, entries)), b"]}"))
    put(path, content)
    put(path.with_suffix(".js"), b"var __index = " + content)


def _entry(location: str, title: str, text: str) -> SearchEntry:
    """Return the entry of an address."""
    title, text = (html.escape(words, quote=False) for words in (title, text))
    return {"location": location, "title": title, "text": f"<p>{text}</p>"}


def _words(finished: str) -> str:
    """Return the text of finished HTML in one line, without the findings in it."""
    text = _FINDINGS.sub("", finished)
    return " ".join(html.unescape(_TAG.sub(" ", _INLINE.sub("", text))).split())
