"""The words that an author gives the search: phrases that mean the same, and what else a page is found by."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from benchdocs.documents.text_file import read_text
from benchdocs.site.links import GlossaryTerm

NAME = "search.yaml"
"""The file, in the folder of the hand-written pages."""
_ABBREVIATION = re.compile(r"[A-Z][A-Za-z0-9]*[A-Z0-9][A-Za-z0-9]*")
_MEANING = re.compile(r"(?:an? |the )?([^.:;,(]{3,60})(?=[.:;,(]|$)")
_LONGEST_MEANING = 6
_ALSO_CALLED = re.compile(r"also called (?:an? |the )?([\w -]+)")


class SearchWords(NamedTuple):
    """What the file says, and what the glossary adds."""

    same: tuple[tuple[str, ...], ...] = ()
    pages: Mapping[str, str] = {}
    problems: tuple[str, ...] = ()

    def of_page(self, url: str) -> str:
        """Return the words that a page is found by besides its own."""
        return self.pages.get(url, "")


def read_search_words(docs: Path, glossary: Sequence[GlossaryTerm]) -> SearchWords:
    """Return the words of the file below a folder, if there is one, and the synonyms of a glossary."""
    same = tuple(_glossary_synonyms(glossary))
    if not (docs / NAME).is_file():
        return SearchWords(same)
    text = read_text(docs.parent, f"{docs.name}/{NAME}").text
    try:
        content: Any = yaml.safe_load(text) or {}
    except yaml.YAMLError as error:
        return SearchWords(same, {}, (" ".join(str(error).split()),))
    groups = tuple(tuple(map(str, group)) for group in content.get("same") or ())
    return SearchWords((*groups, *same), dict(content.get("pages") or {}))


def _glossary_synonyms(glossary: Sequence[GlossaryTerm]) -> list[tuple[str, ...]]:
    """Return each abbreviation with what it stands for, and each term with what else it is called."""
    found = []
    for term in glossary:
        meaning = _MEANING.match(term.meaning)
        if _ABBREVIATION.fullmatch(term.name) and meaning and len(meaning[1].split()) <= _LONGEST_MEANING:
            found.append((term.name, meaning[1].strip()))
        if other := _ALSO_CALLED.search(term.meaning):
            found.append((term.name, other[1].strip()))
    return found
