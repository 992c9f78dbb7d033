"""The main content of built pages, without the theme's frame, to compare what two generators made."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin
from xml.etree.ElementTree import Element

from support.elements import parsed, words

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


def contents(site: Path) -> dict[str, Content]:
    """The main content of every page of a site, by its path."""
    found = {}
    for page in sorted(site.rglob("*.html")):
        path = page.relative_to(site).as_posix()
        article = parsed(page.read_text("utf-8")).find(".//article")
        found[path] = Content("", (), (), ()) if article is None else _content(path, article)
    return found


def _content(path: str, article: Element) -> Content:
    for part in article.iter():
        if part.tag in _LEFT_OUT:
            part.text = ""
    parts = [*article.iter()][1:]
    # Ids that open like this are the theme's own.
    anchors = (part.get("id", "__") for part in parts)
    links = (
        urljoin(f"/{path}", link).replace("index.html", "") for part in parts if (link := part.get("href"))
    )
    return Content(
        words(article),
        tuple(anchor for anchor in anchors if not anchor.startswith("__")),
        tuple(link.replace("index.html", "") for link in links),
        tuple("".join(part.itertext()) for part in parts if part.tag == "pre"),
    )


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
