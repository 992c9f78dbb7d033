"""The main content of a built page: its text and its headings' anchors, without the theme's frame."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple


class Content(NamedTuple):
    """What stands in a page's article."""

    text: str
    """In one line, with a single space between words."""
    anchors: tuple[str, ...]
    """Of its headings, in order."""


class _Article(HTMLParser):
    """Collects what stands in the article."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = 0
        self.words: list[str] = []
        self.anchors: list[str] = []
        self.skipped = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.depth += tag == "article"
        if self.depth and tag in ("script", "style"):
            self.skipped = tag
        if self.depth and tag in ("h1", "h2", "h3", "h4"):
            self.anchors.append(dict(attrs).get("id") or "")

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag == "article"
        self.skipped = "" if tag == self.skipped else self.skipped

    def handle_data(self, data: str) -> None:
        if self.depth and not self.skipped:
            self.words.append(data)


def contents(site: Path) -> dict[str, Content]:
    """The main content of every page of a site, by its path."""
    found = {}
    for path in sorted(site.rglob("*.html")):
        article = _Article()
        article.feed(path.read_text(encoding="utf-8"))
        text = " ".join("".join(article.words).split())
        found[path.relative_to(site).as_posix()] = Content(text, tuple(article.anchors))
    return found
