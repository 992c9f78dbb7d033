"""What MkDocs holds of a page, as plain values: its headings, the navigation around it, and its warnings."""

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

_LOG = logging.getLogger("mkdocs.structure.pages")


def navigation_entries(items: Iterable[Any]) -> Iterator[tuple[str, str, bool]]:
    """Yield the title, address and state of every entry of a navigation, in order."""
    for item in items:
        yield str(item.title), getattr(item, "url", None) or "", bool(item.active)
        yield from navigation_entries(item.children or ())


def headings(toc: Iterable[Any]) -> Iterator[tuple[str, str, int]]:
    """Yield the title, anchor and level of every heading of a page."""
    for heading in toc:
        yield heading.title, heading.id, heading.level
        yield from headings(heading.children)


@contextmanager
def captured_warnings(*, silent: bool = False) -> Iterator[list[str]]:
    """Capture the warnings MkDocs logs of pages; they still reach the terminal, unless it is to be silent."""
    messages: list[str] = []

    def note(record: logging.LogRecord) -> bool:
        if record.levelno >= logging.WARNING:
            messages.append(record.getMessage())
        return not silent

    _LOG.addFilter(note)
    try:
        yield messages
    finally:
        _LOG.removeFilter(note)


def missing_anchors(pages: Iterable[Any], files: Any, level: int) -> list[str]:
    """Return MkDocs' warnings of links to anchors that no page has, without logging them a second time."""
    with captured_warnings(silent=True) as messages:
        for page in pages:
            page.validate_anchor_links(files=files, log_level=level)
    return messages
