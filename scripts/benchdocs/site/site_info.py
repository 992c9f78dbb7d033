"""Describe the site: its name, its address, its hand-written pages, and what one says of protocols."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from benchdocs.documents.sentences import sentences
from benchdocs.files.tree import entries
from benchdocs.site.links import page_text, plain_text
from benchdocs.specs.discovery import MAX_FOLDERS
from benchdocs.suite.codes import CODE_IN_TEXT

COVERAGE_URL = "methodology/coverage/"
_ROW = re.compile(r"^\| *(\d+) *\|([^|\n]*)\|([^|\n]*)\| *$", re.M)
_OPENING = re.compile(r"^# (?P<title>[^\n]+)\n\s*(?P<text>[^#\s].*?)(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)


class Guide(NamedTuple):
    """A hand-written page; `description` is the first sentence of its first paragraph."""

    url: str
    title: str
    description: str


class About(NamedTuple):
    """The site as a whole; `address` is where it is published, with a slash at the end, or empty."""

    name: str = ""
    description: str = ""
    address: str = ""
    guides: tuple[Guide, ...] = ()
    version: str = ""
    """Name of the released version; empty if the site is not one of several versions."""
    commit_url: str = ""
    """Address below which a code host shows each commit; empty where commits are not linked."""
    introduction: str = ""
    """What is tested and what the suite asks of it, for the first screen; empty where nobody has said."""


def handwritten_paths(docs: Path) -> Iterator[str]:
    """Yield the paths of the hand-written pages below a folder."""
    below = (Path(entry.path) for entry in entries(docs, MAX_FOLDERS) if entry.name.endswith(".md"))
    return (path.relative_to(docs).as_posix() for path in below)


def read_guides(
    docs: Path, order: Sequence[str] = (), more: Mapping[str, str] = MappingProxyType({})
) -> tuple[Guide, ...]:
    """Return the hand-written pages below a folder, first those that `order` names by their paths.

    `more` holds the texts of such pages that lie elsewhere, by path.
    """
    found = sorted({*more, *handwritten_paths(docs)})
    listed = [path for path in dict.fromkeys(order) if path in found]
    paths = dict.fromkeys([*listed, *found])
    return tuple(_guide(path, more.get(path) or page_text(docs, path)) for path in paths)


def _guide(path: str, text: str) -> Guide:
    url = f"{path.removesuffix('.md')}/".removesuffix("index/")
    opening = _OPENING.search(text)
    if not opening:
        return Guide(url, path, "")
    return Guide(url, plain_text(opening["title"]), next(iter(sentences(plain_text(opening["text"]))), ""))


class ProtocolSection(NamedTuple):
    """A section of the protocols; `codes` are its benchmarks as the page lists them."""

    number: str
    subject: str
    codes: tuple[str, ...]


def read_coverage(docs: Path) -> tuple[ProtocolSection, ...]:
    """Return the rows of the page's table; none where there is no such page."""
    path = f"{COVERAGE_URL.rstrip('/')}.md"
    text = page_text(docs, path)
    return tuple(
        ProtocolSection(
            number, plain_text(subject), tuple(match[0] for match in CODE_IN_TEXT.finditer(codes))
        )
        for number, subject, codes in _ROW.findall(text)
    )
