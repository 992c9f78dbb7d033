"""The search index: the words that pages are found by, which `theme/javascripts/search-engine.js` ranks."""

import html
import re
from collections.abc import Iterable, Sequence
from itertools import islice
from json import dumps
from pathlib import PurePath
from typing import NamedTuple

from benchdocs.mkdocs_adapter.search_words import SearchWords
from benchdocs.reports.urls import Address
from benchdocs.site.page import Page, PagePart
from benchdocs.site.renderer import Section
from benchdocs.site.site import Site
from benchdocs.suite.files import grouped

FILE = "search/search_index.js"
"""Path of the index below the site's root: a script, which a page opened from a file can load."""
_INLINE = re.compile(r"</?(?:a|b|code|em|mark|span|strong|time|wbr)\b[^>]*>")
_CODE = re.compile(r"<pre>.*?</pre>", re.DOTALL)
"""Commands and settings to copy."""
_TITLE = re.compile(r"<h1\b[^>]*>(.*?)</h1>", re.DOTALL)
_SECTION = re.compile(r'(?=<h[1-6]\b[^>]* id=")')
"""Where a section of a hand-written page begins: at a heading that has an address."""
_SECTION_HEADING = re.compile(r'<h[1-6]\b[^>]* id="(?P<id>[^"]*)"[^>]*>(?P<text>.*?)</h[1-6]>', re.DOTALL)
_EXCLUDED = re.compile(r"<h[1-6]\b[^>]* data-search-exclude\b")
_UNSEARCHED = re.compile(
    r'<div class="broken\b.*?</div>|<caption class="visually-hidden".*?</caption>|<thead\b.*?</thead>',
    re.DOTALL,
)
"""Findings, and the heads of tables, which a result would begin with."""
_MOST_PARAGRAPHS = 3
"""Paragraphs of a section of which the search knows no more than how it begins."""
_EXCLUDED_WORDS = re.compile(r"<span[^>]* data-search-exclude>.*?</span>", re.DOTALL)
"""Words of a page that the search is not to find."""
_PARAGRAPH = re.compile(r'<p\b(?! class="eyebrow")[^>]*>.*?</p>', re.DOTALL)
"""A paragraph, but for the line above a title."""
_KEY = re.compile(r'<tr id="([^"]*)"><th scope="row">(<code\b.*?)</th>(.*?)</tr>', re.DOTALL)
"""A row that says what a key means: a section of its own."""
_HEADING = re.compile(r"<(h[23])\b[^>]*>.*?</\1>", re.DOTALL)
_BORDER = re.compile(r"(</\w+>)(?=<(?!wbr\b)\w)|(?=<br\b)")
"""Where cells, lines and other parts meet: words on both sides are apart."""
_TAG = re.compile(r"<[^>]*>")


class SearchKind(NamedTuple):
    """Pages that results show under one name.

    Attributes:
        weight: How much a page counts, the index apart.
        several: Whether a query that has the kind's name looks for one of its pages.
    """

    folder: str
    name: str
    weight: float
    several: bool = False


KINDS = (
    SearchKind(Address.BENCHMARKS, "Benchmarks", 1.2, several=True),
    SearchKind(Address.RUBRICS, "Rubrics", 1.1, several=True),
    SearchKind(Address.PROMPTS, "Prompts", 0.5, several=True),
    SearchKind(Address.LABELS, "Prompts", 1.0),
    SearchKind(Address.CALLS.rstrip("/"), "Prompts", 0.2),  # whole inputs, which have words of everything
    SearchKind(Address.EVALUATORS, "Code evaluators", 0.5, several=True),
    SearchKind(Address.WHICH.rstrip("/"), "Methodology", 0.6),  # topics, which rubrics and benchmarks answer
    SearchKind(Address.METHODOLOGY, "Methodology", 1.2),
    SearchKind(Address.RUNS, "Runs", 0.5, several=True),
    SearchKind(Address.RULES, "Rules", 0.65, several=True),
    SearchKind(Address.AUTHORING, "Authoring", 1.0),
    SearchKind(Address.AUDIT, "Audit", 1.0),
    SearchKind("", "Other pages", 1.0),
)
"""Kinds in the order in which filters list them; a page is of the first whose folder it lies in."""

SearchPart = tuple[str, str, str]
"""Id, heading and text of a section; that of the page itself comes first, with neither id nor heading."""


class SearchPage(NamedTuple):
    """A page, or a part of one, as the index holds it.

    Attributes:
        codes: Its code, file name or rule ID, and its former codes.
        words: Words it is found by besides its own.
    """

    url: str
    title: str
    codes: Sequence[str]
    words: str
    parts: Sequence[SearchPart]


class SearchPages:
    """What the index holds of each page."""

    def __init__(self, site: Site, words: SearchWords) -> None:
        suite = site.report.suite
        self._words = words
        self._lists_sections = not site.views.is_large
        self._former_codes = grouped((site.urls[code], alias) for alias, code in sorted(suite.alias.items()))

    def generated(self, page: Page, sections: Iterable[Section]) -> list[SearchPage]:
        """Return what is searched of a generated page, and of its parts that are found on their own."""
        kind = page.kind
        opening = [page.search_text or page.description]
        parts: list[SearchPart] = []
        for section in sections:
            text = _EXCLUDED_WORDS.sub("", section.html)
            keys = [(anchor, _text(key), _text(rest)) for anchor, key, rest in _KEY.findall(text)]
            if section.id not in kind.searched_sections or not self._lists_sections:
                if not kind.searches_paragraphs:
                    continue
                begins = islice(_PARAGRAPH.finditer(text), _MOST_PARAGRAPHS)
                text = " ".join(match[0] for match in (*begins, *_HEADING.finditer(text)))
            if section.heading:
                parts.append((section.id, section.heading, _text(text)))
            else:
                opening.append(_text(text))
            parts += keys
        codes, words = self._former_codes.get(page.url, ()), self._words.pages.get(page.url, "")
        if page.identifier and page.title.startswith(page.identifier):
            codes = (page.identifier, *codes)
        else:
            words = f"{page.identifier} {PurePath(page.source or '').stem} {words}".strip()
        own = SearchPage(page.url, page.title, codes, words, [("", "", " ".join(opening)), *parts])
        return [own, *(self._part(f"{page.url}#{part.anchor}", part) for part in page.parts)]

    def _part(self, url: str, part: PagePart) -> SearchPage:
        words = self._words.pages.get(url, "")
        return SearchPage(url, part.title, (part.identifier,), words, [("", "", part.text)])

    def handwritten(self, url: str, name: str, content: str) -> SearchPage:
        """Return what is searched of a hand-written page; it is called by its name if it has no title."""
        title = _TITLE.search(content)
        parts = handwritten_parts(_TITLE.sub("", content, count=1))
        return SearchPage(url, _text(title[1]) if title else name, (), self._words.pages.get(url, ""), parts)


def handwritten_parts(content: str) -> list[SearchPart]:
    """Return the words of each section of a hand-written page, without the code that is to be copied.

    A section whose heading excludes it from the search is left out.
    """
    opening, *sections = _SECTION.split(_CODE.sub("", content))
    parts = [("", "", _text(opening))]
    for section in sections:
        heading = _SECTION_HEADING.match(section)
        if heading and not _EXCLUDED.match(section):
            parts.append((heading["id"], _text(heading["text"]), _text(section[heading.end() :])))
    return parts


def to_json(pages: Iterable[SearchPage]) -> bytes:
    """Return pages as the index holds them."""
    return ",\n".join(dumps(page, ensure_ascii=False, separators=(",", ":")) for page in pages).encode()


def content(pages: Iterable[bytes], same: Sequence[Sequence[str]]) -> bytes:
    """Return the index of these pages, with the phrases that mean the same."""
    kinds = [kind._asdict() for kind in KINDS]
    head = dumps({"kinds": kinds, "same": same}, ensure_ascii=False, separators=(",", ":"))
    listed = b",\n".join(pages)
    return b"".join((b"window.searchIndex=", head[:-1].encode(), b',"pages":[', listed, b"]};\n"))


def _text(finished: str) -> str:
    """Return the text of finished HTML in one line, without findings and heads of tables."""
    text = _BORDER.sub(r"\1 ", _UNSEARCHED.sub("", finished))
    return " ".join(html.unescape(_TAG.sub(" ", _INLINE.sub("", text))).split())
