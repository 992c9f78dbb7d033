"""Make pages of the references that lie beside the specs, with links to rules and to each other."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from markdown.extensions.toc import slugify

from benchdocs.documents.text_file import read_text
from benchdocs.history.provenance import PACKAGE, REFERENCES
from benchdocs.reports.urls import rule_url
from benchdocs.rules.rule import Rule
from benchdocs.schemas.field_guide import FieldEntry, entries
from benchdocs.site.written_pages import PAGES
from benchdocs.specs.discovery import PROMPT_REFERENCE, REFERENCE_FILES
from benchdocs.specs.fields import Fields
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.settings import CriteriaWords

FIELDS_PAGE, PROMPTS_PAGE = "authoring/fields.md", "authoring/prompt-reference.md"
_FENCE = re.compile(r"^(?P<fence>`{3,}|~{3,}).*?^(?P=fence)[ \t]*$", re.MULTILINE | re.DOTALL)
_OWN_PART = re.compile(r"^## In this suite\b.*?(?=^## )", re.MULTILINE | re.DOTALL)
_NAMED = re.compile(r"(\w+ \w+ reference)\s\(`([\w/.-]+)`\)")
_LINKABLE = re.compile(
    r"(?P<heading>^#[^\n]*$)|(?<!`)`(?P<code>[^`\n]+)`(?!`)|(?P<link>\[[^\]\n]*\]\([^)\n]*\))"
    r"|\b(?P<rule>[A-Z]{3}\d{3,4})\b",
    re.MULTILINE,
)
_SECTION = re.compile(r"^(?=#)", re.MULTILINE)
_HEADING = re.compile(r"#+ (?P<title>(?:`(?P<field>\w+)`)?.*?)(?= \{|$)", re.MULTILINE)
_PLACE = re.compile(r"(?<=\]\(#)[\w-]+(?=\))")


class Part(NamedTuple):
    """A part of the reference of fields: its file in the project, its heading, and whose fields they are."""

    source: str
    heading: str
    spec: type[Fields]


class ReferenceText(NamedTuple):
    """A reference as a page.

    Attributes:
        source: Its file in the project; empty for that of the package, and where it is made from several.
        problems: Why the text of a file is not in it.
    """

    source: str
    markdown: str
    problems: tuple[str, ...]


PARTS = (
    Part("a-component/FIELD_SPECS.md", "Benchmark files", Benchmark),
    Part("rubrics/FIELD_SPECS.md", "Rubric files", Rubric),
)
_PAGES = {
    **{part.source: f"fields.md#{slugify(part.heading, '-')}" for part in PARTS},
    PROMPT_REFERENCE: "prompt-reference.md",
}


def read_references(folder: Path, rules: Iterable[Rule], words: CriteriaWords) -> dict[str, ReferenceText]:
    """Return the references of the project in a folder by page; those of the package where it has none.

    `rules` are those that have a page; `words` are how the suite's criteria start.
    """
    known = frozenset(rule.id for rule in rules)
    prompts = _read(folder, PROMPT_REFERENCE)
    if prompts.problems:
        prompts = prompts._replace(markdown=f"# Judge prompt reference\n\n{prompts.markdown}")
    read = {FIELDS_PAGE: _fields(folder, known), PROMPTS_PAGE: prompts}
    for page, text in read.items():
        read[page] = text._replace(markdown=with_links(words.in_text(text.markdown), known))
    return read


def reference_files(folder: Path) -> Iterator[Path]:
    """Yield the paths of the files that these pages are made from, whether they exist or not."""
    return (folder / source for source in REFERENCE_FILES)


def _fields(folder: Path, rules: frozenset[str]) -> ReferenceText:
    """Return the reference of all fields: an introduction, and a part for each file."""
    markdown = (PAGES / FIELDS_PAGE).read_text(encoding="utf-8")
    problems: tuple[str, ...] = ()
    taken: set[str] = set()
    for part in PARTS:
        read = _read(folder, part.source)
        problems += read.problems
        text = read.markdown if read.problems else read.markdown.partition("\n")[2]
        markdown += f"\n## {part.heading}\n\n{_below(text.strip(), part.spec, rules, taken)}\n"
    return ReferenceText("", markdown, problems)


def _below(text: str, spec: type[Fields], rules: frozenset[str], taken: set[str]) -> str:
    """Return a text with its headings a level lower, and below each field the rules that check its value.

    A heading that a text above has as well, as `taken` lists them, says of what it is.
    """
    fences = [fence[0] for fence in _FENCE.finditer(text)]
    checking = {entry.name: [*dict.fromkeys(_checking(spec, entry))] for entry in entries(spec)}
    renamed: dict[str, str] = {}
    own: set[str] = set()
    sections = []
    for section in _SECTION.split(_FENCE.sub("\0", text)):
        heading = _HEADING.match(section)
        if heading:
            title = heading["title"]
            if slugify(title, "-") in taken:
                title = f"{title} of a {spec.__name__.lower()}"
                renamed[slugify(heading["title"], "-")] = slugify(title, "-")
            own.add(slugify(title, "-"))
            listed = ", ".join(rule for rule in checking.get(heading["field"], ()) if rule in rules)
            more = f"Rules: {listed}.\n\n" if listed and section.startswith("### ") else ""
            section = f"#{section[: heading.start('title')]}{title}{section[heading.end() :]}{more}"
        sections.append(section)
    taken |= own
    lower = _PLACE.sub(lambda place: renamed.get(place[0], place[0]), "".join(sections))
    kept = iter(fences)
    return re.sub("\0", lambda _: next(kept), lower)


def _checking(spec: type[Fields], entry: FieldEntry) -> Iterator[str]:
    """Yield the rules on a field's value, and on those of the fields in it."""
    yield from entry.own_rules
    for inner in entries(spec, *entry.route) if entry.block else ():
        yield from _checking(spec, inner)


def _read(folder: Path, source: str) -> ReferenceText:
    if not (folder / source).is_file():
        copies = (PACKAGE / REFERENCES[source], PACKAGE.parents[1] / source)
        text = _OWN_PART.sub("", next(filter(Path.is_file, copies)).read_text(encoding="utf-8"))
        return ReferenceText("", _NAMED.sub(lambda found: f"[{found[1]}]({_PAGES[found[2]]})", text), ())
    file = read_text(folder, source)
    if file.text:
        return ReferenceText(source, file.text, ())
    message = file.problems[0].message if file.problems else "it is empty"
    problem = f"The file `{source}` cannot be read: {message}"
    return ReferenceText(source, f"{problem}. It is what is shown here.\n", (problem,))


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
