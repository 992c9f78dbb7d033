"""The main content of built pages, without the theme's frame, to compare what two generators made."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

_LEFT_OUT = ("script", "style")
_FOLD = re.compile(r"Show all \d+ (?:rows|lines) ?")
"""What the site adds to a long table or listing of a hand-written page, which it folds."""


class Content(NamedTuple):
    """What stands in a page's article."""

    text: str
    """In one line, with a single space between words."""
    anchors: tuple[str, ...]
    """Its ids, in order."""
    links: tuple[str, ...]
    """What it links to, in order, as addresses from the site's root."""
    verbatim: tuple[str, ...]
    """Its preformatted texts, with their blanks and line ends."""


class _Article(HTMLParser):
    """Collects what stands in an article."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.words: list[str] = []
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.verbatim: list[str] = []
        self.skipped = ""
        self.is_verbatim = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.skipped = tag if tag in _LEFT_OUT else self.skipped
        # Ids that open like this are the theme's own.
        if (anchor := values.get("id")) and not anchor.startswith("__"):
            self.anchors.append(anchor)
        if link := values.get("href"):
            self.links.append(urljoin(f"/{self.path}", link).replace("index.html", ""))
        if tag == "pre":
            self.verbatim.append("")
            self.is_verbatim = True

    def handle_endtag(self, tag: str) -> None:
        self.is_verbatim &= tag != "pre"
        self.skipped = "" if tag == self.skipped else self.skipped

    def handle_data(self, data: str) -> None:
        if not self.skipped:
            self.words.append(data)
            if self.is_verbatim:
                self.verbatim[-1] += data


def contents(site: Path) -> dict[str, Content]:
    """The main content of every page of a site, by its path."""
    found = {}
    for page in sorted(site.rglob("*.html")):
        path = page.relative_to(site).as_posix()
        parser = _Article(path)
        parser.feed(page.read_text(encoding="utf-8").partition("<article")[2].partition("</article>")[0])
        parser.close()
        text = " ".join("".join(parser.words).partition(">")[2].split())
        found[path] = Content(text, tuple(parser.anchors), tuple(parser.links), tuple(parser.verbatim))
    return found


def differences(expected: dict[str, Content], found: dict[str, Content]) -> list[str]:
    """Pages of an exported site that are missing, not expected, or different where they must not be.

    A file that is no page may be called `*.md.txt` there. On hand-written pages, codes and terms need not be
    links, long parts need not be folded, and code may be colored and so lie in other lines.
    """
    return [
        path
        for path in sorted(expected.keys() | found.keys())
        if path not in expected or path not in found or not _is_same(path, expected[path], found[path])
    ]


def _is_same(path: str, expected: Content, found: Content) -> bool:
    links = tuple(link.removesuffix(".txt") if link.endswith(".md.txt") else link for link in found.links)
    if expected == found._replace(links=links):
        return True
    is_written = path.startswith(("authoring/", "methodology/"))
    text = _FOLD.sub("", expected.text)
    return is_written and (text, expected.anchors) == found[:2] and set(links) <= set(expected.links)
