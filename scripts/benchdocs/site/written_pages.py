"""Read the hand-written pages of a site: those below its `docs`, and those of the package that it lacks."""

import posixpath
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from markdown.extensions.toc import slugify

from benchdocs.documents.text_file import read_text
from benchdocs.files.tree import entries
from benchdocs.history.provenance import PACKAGE
from benchdocs.site.links import GLOSSARY_PATH
from benchdocs.specs.discovery import MAX_FOLDERS

PAGES = PACKAGE / "pages"
"""Folder of the package with the pages of every site, by the paths that they have in one."""
_LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]+)\]\((?P<path>[^\s)#:]+\.md)(?:#(?P<anchor>[^\s)]*))?\)")
_TERM = re.compile(r"^(?=### )", re.MULTILINE)
_HEADING = re.compile(r"^#+ +(.+?)(?: +\{[^}\n]*\})? *$", re.MULTILINE)
_ID = re.compile(r"\{[^{}\n]*#([\w-]+)")


class WrittenPages(NamedTuple):
    """The Markdown of hand-written pages, by path.

    Attributes:
        own: Those of the suite; its glossary has the terms of the package as well.
        added: Those that lie in no file below its `docs`.
    """

    own: Mapping[str, str]
    added: Mapping[str, str]


def read_written(docs: Path, more: Mapping[str, str]) -> WrittenPages:
    """Return the pages below a folder, and those of the package and `more` whose addresses are free."""
    own = read_pages(docs)
    taken = {page_address(path) for path in own}
    package = read_pages(PAGES)
    added = {path: text for path, text in (package | {**more}).items() if page_address(path) not in taken}
    if GLOSSARY_PATH in own:
        own[GLOSSARY_PATH] = _with_terms(own[GLOSSARY_PATH], package[GLOSSARY_PATH])
    return WrittenPages(own, added)


def read_pages(folder: Path) -> dict[str, str]:
    """Return the pages below a folder by path."""
    below = (Path(entry.path) for entry in entries(folder, MAX_FOLDERS) if entry.name.endswith(".md"))
    paths = sorted(path.relative_to(folder).as_posix() for path in below)
    return {path: read_text(folder.parent, f"{folder.name}/{path}").text for path in paths}


def page_address(path: str) -> str:
    """Return the address of a page below the site's root."""
    return f"{path.removesuffix('.md')}/".removesuffix("index/")


def anchors(pages: Mapping[str, str]) -> frozenset[str]:
    """Return the address of each place of hand-written pages: those that authors named, and headings."""
    return frozenset(
        f"{page_address(path)}#{id}"
        for path, text in pages.items()
        for id in (*_ID.findall(text), *(slugify(heading, "-") for heading in _HEADING.findall(text)))
    )


def _with_terms(own: str, package: str) -> str:
    """Return a glossary with the entries of another that it lacks."""
    known = {*_ID.findall(own)}
    missing = [term for term in _TERM.split(package)[1:] if known.isdisjoint(_ID.findall(term))]
    heading = "\n\n## General terms {#general-terms}\n\n"
    return f"{own.rstrip()}{heading}{''.join(missing)}" if missing else own


def without_dead_links(path: str, text: str, exists: Callable[[str], bool], own: Mapping[str, str]) -> str:
    """Return a page without its links to pages, and to places of a suite's own ones, that do not exist."""

    def kept(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link["path"]))
        if not exists(target):
            return link["text"]
        is_missing = link["anchor"] and target in own and f"{{#{link['anchor']}" not in own[target]
        return f"[{link['text']}]({link['path']})" if is_missing else link[0]

    return _LINK.sub(kept, text)
