"""The links of a built site: what each page links to, the anchors it has, and what leads nowhere."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit


class Links(HTMLParser):
    """Collects what a page links to and the anchors it has."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value and tag != "base":
                self.targets.append(value)
            if name in ("id", "name") and value:
                self.anchors.add(value)


_MARKDOWN_LINK = re.compile(r"\]\(([^)\s]+)\)")


@cache
def links_of(site: Path) -> dict[str, Links]:
    """Every page's links and anchors, by its address."""
    found = {}
    for path in site.rglob("*.html"):
        parser = Links()
        parser.feed(path.read_text())
        url = "/" + path.relative_to(site).as_posix().removesuffix("index.html")
        found[url] = parser
    return found


def broken_links(site: Path, pages: dict[str, Links]) -> list[str]:
    """Internal links, with the page they stand on, that lead to no file or no anchor."""
    broken = []
    for url, page in pages.items():
        for target in page.targets:
            parts = urlsplit(urljoin(f"http://site{url}", target))
            if parts.netloc != "site" or url == "/404.html":
                continue
            path, anchor = unquote(parts.path), unquote(parts.fragment)
            exists = (site / path.lstrip("/")).is_file() or path in pages
            if not exists or (anchor and path in pages and anchor not in pages[path].anchors):
                broken.append(f"{url} -> {target}")
    return broken


def broken_links_of_texts(site: Path, pages: dict[str, Links]) -> list[str]:
    """Links of `llms.txt` that lead to no file, or to no anchor of its page."""
    links = Links()
    links.targets = _MARKDOWN_LINK.findall((site / "llms.txt").read_text())
    assert links.targets
    broken = broken_links(site, {**pages, "/llms.txt": links})
    return [line for line in broken if line.startswith("/llms.txt -> ")]
