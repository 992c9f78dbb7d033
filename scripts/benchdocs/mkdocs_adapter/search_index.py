"""The search index: what helps to find a page, with a benchmark before the pages that only mention it."""

import html
import re
from collections.abc import Iterable, Iterator
from json import dumps, loads
from pathlib import Path
from typing import Any

from benchdocs.files.atomic import put
from benchdocs.site.links import GLOSSARY_URL
from benchdocs.site.page import Page
from benchdocs.site.renderer import Section
from benchdocs.site.site import Site

MOST_SEARCHED = 500
"""Benchmarks up to which sections of pages are searched; with more, each key takes a browser seconds."""
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
        self._lists_sections = len(suite.benchmarks) <= MOST_SEARCHED
        self._former_codes: dict[str, list[str]] = {}
        for alias, code in sorted(suite.alias.items()):
            self._former_codes.setdefault(site.urls[code], []).append(alias)

    def of_page(self, page: Page, sections: Iterable[Section]) -> Iterator[SearchEntry]:
        """Yield an entry for a page, and one for each of its sections that are searched."""
        kind = page.kind
        if not kind.is_searched:
            return
        boost = {}
        if kind.search_boost:
            boost["boost"] = kind.search_boost / max(1, page.url.count("-"))
        entry = _entry(page.url, page.title, page.search_text or page.description)
        if former := self._former_codes.get(page.url):
            entry |= {"tags": former, "text": f"<p>{entry['text']}</p>"}  # which stand below a paragraph
        yield entry | boost
        for section in sections:
            if self._lists_sections and section.id in kind.searched_sections:
                yield _entry(f"{page.url}#{section.id}", section.heading, _words(section.html)) | boost


def handwritten_entries(entries: Iterable[SearchEntry]) -> Iterator[SearchEntry]:
    """Yield Material's entries of hand-written pages: their words, without the code that is to be copied."""
    for entry in entries:
        words = html.escape(_words(_CODE.sub("", entry["text"])), quote=False)
        boost = {"boost": _TERM_BOOST} if entry["location"].startswith(f"{GLOSSARY_URL}#") else {}
        yield entry | {"text": words} | boost


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
    return {"location": location, "title": title, "text": text}


def _words(finished: str) -> str:
    """Return the text of finished HTML in one line, without the findings in it."""
    text = _FINDINGS.sub("", finished)
    return " ".join(html.unescape(_TAG.sub(" ", _INLINE.sub("", text))).split())
