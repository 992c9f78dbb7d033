"""The words that an author gives the search: phrases that mean the same, and what else a page is called."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import yaml

from benchdocs.site.links import GlossaryTerm
from benchdocs.site.written_pages import PAGES
from benchdocs.specs.discovery import SEARCH_FILE
from benchdocs.specs.search_words import SearchFile

_ABBREVIATION = re.compile(r"[A-Z][A-Za-z0-9]*[A-Z0-9][A-Za-z0-9]*")
_MEANING = re.compile(r"(?i:an? |the )?([^.:;,(]{3,60})(?=[.:;,(]|$)")
_LONGEST_MEANING = 6
"""Words of what an abbreviation stands for; what is longer explains it."""
_ALSO_CALLED = re.compile(r"also called (?:an? |the )?([\w -]+)")


class SearchWords(NamedTuple):
    """What the file says, with what the glossary adds.

    Attributes:
        same: Groups of words and phrases that mean the same.
        pages: What else a page is called, by its address.
    """

    same: Sequence[Sequence[str]] = ()
    pages: Mapping[str, str] = MappingProxyType({})

    def unknown_pages(self, urls: Iterable[str]) -> Iterator[str]:
        """Yield a message for each address of the file that no page of the site has."""
        for url in self.pages.keys() - {*urls}:
            yield f"`{SEARCH_FILE}` names the page `{url}`, which does not exist."


def read_search_words(
    file: SearchFile, glossary: Iterable[GlossaryTerm], urls: Container[str]
) -> SearchWords:
    """Return the words of a suite's file, of the package for pages of these addresses, and of a glossary."""
    text = (PAGES / "search.yaml").read_text(encoding="utf-8")
    general = SearchFile.model_validate(yaml.load(text, yaml.CSafeLoader))
    pages = {url: words for url, words in general.pages.items() if url in urls}
    for url, words in file.pages.items():
        pages[url] = f"{pages[url]}, {words}" if url in pages else words
    return SearchWords((*general.same, *file.same, *_glossary_synonyms(glossary)), pages)


def _glossary_synonyms(glossary: Iterable[GlossaryTerm]) -> Iterator[tuple[str, str]]:
    """Yield each abbreviation with what it stands for, and each term with what else it is called."""
    for term in glossary:
        meaning = _MEANING.match(term.meaning)
        if _ABBREVIATION.fullmatch(term.name) and meaning and len(meaning[1].split()) <= _LONGEST_MEANING:
            yield term.name, meaning[1].strip()
        if other := _ALSO_CALLED.search(term.meaning):
            yield term.name, other[1].strip()
