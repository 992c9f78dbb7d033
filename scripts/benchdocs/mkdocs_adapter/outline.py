"""What MkDocs' navigation and a page's table of contents show, as plain values that can be compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any


def entries(items: Iterable[Any]) -> Iterator[tuple[str, str, bool]]:
    """Title, address and state of every entry of a navigation, in order."""
    for item in items:
        yield str(item.title), getattr(item, "url", None) or "", bool(item.active)
        yield from entries(item.children or ())


def outline(toc: Iterable[Any]) -> Iterator[tuple[str, str, int]]:
    """Title, anchor and level of every heading of a page."""
    for heading in toc:
        yield heading.title, heading.id, heading.level
        yield from outline(heading.children)
