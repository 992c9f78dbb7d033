"""Make pages of the field references that lie beside the specs, with links to rules and to each other."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchdocs.documents.text_file import read_text
from benchdocs.history.provenance import PACKAGE
from benchdocs.reports.urls import rule_url
from benchdocs.rules.rule import Rule
from benchdocs.site.written_pages import PAGES
from benchdocs.specs.discovery import REFERENCE_FILES

_FENCE = re.compile(r"^(?P<fence>`{3,}|~{3,}).*?^(?P=fence)[ \t]*$", re.MULTILINE | re.DOTALL)
_OWN_PART = re.compile(r"^## In this suite\b.*?(?=^## )", re.MULTILINE | re.DOTALL)
_NAMED = re.compile(r"(\w+ \w+ reference)\s\(`([\w/.-]+)`\)")
_LINKABLE = re.compile(
    r"(?P<heading>^#[^\n]*$)|(?<!`)`(?P<code>[^`\n]+)`(?!`)|(?P<link>\[[^\]\n]*\]\([^)\n]*\))"
    r"|\b(?P<rule>[A-Z]{3}\d{3})\b",
    re.MULTILINE,
)


class Reference(NamedTuple):
    """A reference: path of its page, path of its file in the project, and title if no file can be read.

    That of the package has no file in the project.
    """

    page: str
    source: str
    title: str


class ReferenceText(NamedTuple):
    """A reference as a page; `problem` says why the file's text is not in it, or is empty."""

    reference: Reference
    markdown: str
    problem: str


_MADE = (
    ("authoring/benchmark-reference.md", "Benchmark field reference"),
    ("authoring/rubric-reference.md", "Rubric field reference"),
    ("authoring/prompt-reference.md", "Judge prompt reference"),
)
REFERENCES = tuple(
    Reference(page, source, title) for source, (page, title) in zip(REFERENCE_FILES, _MADE, strict=True)
)
_PAGES = {reference.source: reference.page.rpartition("/")[2] for reference in REFERENCES}


def read_references(folder: Path, rules: Iterable[Rule]) -> dict[str, ReferenceText]:
    """Return the references of the project in a folder by page; those of the package where it has none.

    `rules` are those that have a page.
    """
    known = frozenset(rule.id for rule in rules)
    return {reference.page: _read(folder, reference, known) for reference in REFERENCES}


def reference_files(folder: Path) -> Iterator[Path]:
    """Yield the paths of the files that these pages are made from, whether they exist or not."""
    return (folder / reference.source for reference in REFERENCES)


def _read(folder: Path, reference: Reference, rules: frozenset[str]) -> ReferenceText:
    if not (folder / reference.source).is_file():
        copies = (PAGES / reference.page, PACKAGE.parents[1] / reference.source)
        text = _OWN_PART.sub("", next(filter(Path.is_file, copies)).read_text(encoding="utf-8"))
        text = _NAMED.sub(lambda found: f"[{found[1]}]({_PAGES[found[2]]})", text)
        return ReferenceText(reference._replace(source=""), with_links(text, rules), "")
    file = read_text(folder, reference.source)
    if file.text:
        return ReferenceText(reference, with_links(file.text, rules), "")
    message = file.problems[0].message if file.problems else "it is empty"
    problem = f"The file `{reference.source}` cannot be read: {message}"
    return ReferenceText(
        reference, f"# {reference.title}\n\n{problem}. It is what this page shows.\n", problem
    )


def with_links(text: str, rules: frozenset[str]) -> str:
    """Return a reference in which rules and the other references are linked, except in fenced code."""
    pieces, end, link = [], 0, partial(_link, rules)
    for fence in _FENCE.finditer(text):
        pieces += [_LINKABLE.sub(link, text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*pieces, _LINKABLE.sub(link, text[end:])])


def _link(rules: frozenset[str], match: re.Match[str]) -> str:
    if match["rule"] in rules:
        page, _, anchor = rule_url(match[0]).partition("/#")
        return f"[{match[0]}](../{page}.md#{anchor})"
    return f"[{match[0]}]({_PAGES[match['code']]})" if match["code"] in _PAGES else match[0]
