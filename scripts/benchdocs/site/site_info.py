"""Describe the site: its name, its address, its hand-written pages, and what one says of protocols."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from benchdocs.documents.sentences import sentences
from benchdocs.site.links import plain_text
from benchdocs.site.written_pages import page_address

_OPENING = re.compile(r"^# (?P<title>[^\n]+)\n\s*(?P<text>[^#\s].*?)(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)


class Guide(NamedTuple):
    """A hand-written page; `description` is the first sentence of its first paragraph."""

    url: str
    title: str
    description: str


class About(NamedTuple):
    """The site as a whole; `address` is where it is published, with a slash at the end, or empty.

    Attributes:
        version: Name of the released version; empty if the site is not one of several versions.
        commit_url: Address below which a code host shows each commit; empty where commits are not linked.
        introduction: What is tested and what the suite asks of it, for the first screen; empty where nobody
            has said.
        anchors: Addresses of the places of the hand-written pages.
        language: Code of the language of the suite's texts; empty for that of the pages, English.
    """

    name: str = ""
    description: str = ""
    address: str = ""
    guides: tuple[Guide, ...] = ()
    version: str = ""
    commit_url: str = ""
    introduction: str = ""
    anchors: frozenset[str] = frozenset()
    language: str = ""


def read_guides(pages: Mapping[str, str], order: Sequence[str] = ()) -> tuple[Guide, ...]:
    """Return the hand-written pages of a site, first those that `order` names by their paths."""
    listed = [path for path in order if path in pages]
    return tuple(_guide(path, pages[path]) for path in dict.fromkeys([*listed, *sorted(pages)]))


def _guide(path: str, text: str) -> Guide:
    url = page_address(path)
    opening = _OPENING.search(text)
    if not opening:
        return Guide(url, path, "")
    return Guide(url, plain_text(opening["title"]), next(iter(sentences(plain_text(opening["text"]))), ""))
