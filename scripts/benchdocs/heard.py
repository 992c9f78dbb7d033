"""What MkDocs warns of while it makes a page: it tells the terminal alone."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

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
