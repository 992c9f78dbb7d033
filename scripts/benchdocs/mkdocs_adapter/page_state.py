"""What MkDocs warns of while it makes a page: it tells the terminal alone."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

_LOG = logging.getLogger("mkdocs.structure.pages")


class _Heard(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


@contextmanager
def heard() -> Iterator[list[str]]:
    """The warnings about pages that are given within the block."""
    handler = _Heard()
    _LOG.addHandler(handler)
    try:
        yield handler.said
    finally:
        _LOG.removeHandler(handler)


def astray(pages: Iterable[Any], files: Any, level: int) -> list[str]:
    """What MkDocs will say of links to anchors that no page has, which the terminal is not told twice."""
    with heard() as said:
        _LOG.propagate = False
        try:
            for page in pages:
                page.validate_anchor_links(files=files, log_level=level)
        finally:
            _LOG.propagate = True
    return said
