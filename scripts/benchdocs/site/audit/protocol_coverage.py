"""Which benchmarks concern which section of the protocols, read from the hand-written page about it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from benchdocs.documents.text_file import read_text
from benchdocs.site.links import plain_text
from benchdocs.suite.codes import CODE_IN_TEXT

COVERAGE_URL = "methodology/coverage/"
_ROW = re.compile(r"^\| *(\d+) *\|([^|\n]*)\|([^|\n]*)\| *$", re.M)


class ProtocolSection(NamedTuple):
    """A section of the protocols; `codes` are its benchmarks as the page lists them."""

    number: str
    subject: str
    codes: tuple[str, ...]


def read_coverage(docs: Path) -> tuple[ProtocolSection, ...]:
    """Return the rows of the page's table; none where there is no such page."""
    path = f"{COVERAGE_URL.rstrip('/')}.md"
    text = read_text(docs, path).text if (docs / path).is_file() else ""
    return tuple(
        ProtocolSection(
            number, plain_text(subject), tuple(match[0] for match in CODE_IN_TEXT.finditer(codes))
        )
        for number, subject, codes in _ROW.findall(text)
    )
