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


class _WarningRecorder(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


@contextmanager
def captured_warnings() -> Iterator[list[str]]:
    """Capture the warnings MkDocs logs while it renders a page; they still reach the terminal."""
    handler = _WarningRecorder()
    _LOG.addHandler(handler)
    try:
        yield handler.messages
    finally:
        _LOG.removeHandler(handler)


def missing_anchors(pages: Iterable[Any], files: Any, level: int) -> list[str]:
    """Return MkDocs' warnings of links to anchors that no page has, without logging them a second time."""
    with captured_warnings() as messages:
        _LOG.propagate = False
        try:
            for page in pages:
                page.validate_anchor_links(files=files, log_level=level)
        finally:
            _LOG.propagate = True
    return messages
