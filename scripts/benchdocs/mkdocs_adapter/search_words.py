"""The words that an author gives the search: phrases that mean the same, and what else a page is called."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from benchdocs.documents.locations import Place
from benchdocs.documents.text_file import read_text
from benchdocs.documents.yaml_document import YamlDocument, parse_yaml
from benchdocs.site.links import GlossaryTerm

NAME = "search.yaml"
"""The file, in the folder of the hand-written pages."""
_ABBREVIATION = re.compile(r"[A-Z][A-Za-z0-9]*[A-Z0-9][A-Za-z0-9]*")
_MEANING = re.compile(r"(?i:an? |the )?([^.:;,(]{3,60})(?=[.:;,(]|$)")
_LONGEST_MEANING = 6
"""Words of what an abbreviation stands for; what is longer explains it."""
_ALSO_CALLED = re.compile(r"also called (?:an? |the )?([\w -]+)")


class SearchWords(NamedTuple):
    """What the file says, with what the glossary adds."""

    same: Sequence[Sequence[str]] = ()
    """Groups of words and phrases that mean the same."""
    pages: Mapping[str, str] = MappingProxyType({})
    """What else a page is called, by its address."""
    problems: Sequence[str] = ()
    """Mistakes in the file."""

    def unknown_pages(self, urls: Iterable[str]) -> Iterator[str]:
        """Yield a message for each address of the file that no page of the site has."""
        for url in self.pages.keys() - {*urls}:
            yield f"`{NAME}` names the page `{url}`, which does not exist."


def read_search_words(docs: Path, glossary: Iterable[GlossaryTerm]) -> SearchWords:
    """Return the words of the file below a folder, if there is one, and the synonyms of a glossary."""
    synonyms = tuple(_glossary_synonyms(glossary))
    if not (docs / NAME).is_file():
        return SearchWords(synonyms)
    document = parse_yaml(read_text(docs.parent, f"{docs.name}/{NAME}"))
    problems = [_message(document, problem.place, problem.message) for problem in document.problems]
    problems += _mistakes(document)
    if problems:
        return SearchWords(synonyms, problems=problems)
    root = document.root
    groups = root.child("same") if root else None
    pages = root.child("pages") if root else None
    same = [[item.source or "" for item in group.items] for group in groups[1].items] if groups else []
    named = pages[1].entries if pages else ()
    return SearchWords(
        (*same, *synonyms), {key.source or "": value.source or "" for key, value in named if value.source}
    )


def _mistakes(document: YamlDocument) -> Iterator[str]:
    """Yield what the file says in another form than it has to have."""
    for name, value in document.data.items():
        if name not in ("same", "pages"):
            yield _message(document, Place((str(name),), key=True), f"unknown field `{name}`")
        elif name == "pages" and not isinstance(value, dict | None):
            yield _message(document, Place((name,)), "`pages` takes `address: words`")
        elif name == "same" and not isinstance(value, list | None):
            yield _message(document, Place((name,)), "`same` takes a list of groups")
    groups, pages = document.data.get("same"), document.data.get("pages")
    for index, group in enumerate(groups if isinstance(groups, list) else ()):
        phrases = group if isinstance(group, list) else ()
        if len(phrases) < 2 or any(isinstance(each, list | dict | None) for each in phrases):
            message = "a group is a list of two phrases or more: `- [dose, dosage]`"
            yield _message(document, Place(("same", index)), message)
    for url, words in pages.items() if isinstance(pages, dict) else ():
        if isinstance(words, list | dict | None):
            yield _message(document, Place(("pages", str(url))), f"`{url}` takes its words as one text")


def _message(document: YamlDocument, place: Place, message: str) -> str:
    return f"`{document.path}`, line {document.locate(place).line}: {message}."


def _glossary_synonyms(glossary: Iterable[GlossaryTerm]) -> Iterator[tuple[str, str]]:
    """Yield each abbreviation with what it stands for, and each term with what else it is called."""
    for term in glossary:
        meaning = _MEANING.match(term.meaning)
        if _ABBREVIATION.fullmatch(term.name) and meaning and len(meaning[1].split()) <= _LONGEST_MEANING:
            yield term.name, meaning[1].strip()
        if other := _ALSO_CALLED.search(term.meaning):
            yield term.name, other[1].strip()
