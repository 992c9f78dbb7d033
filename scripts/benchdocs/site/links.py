"""Link texts: codes to their pages, terms to the glossary; everything else is escaped."""

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup, escape

from benchdocs.reports.urls import Address
from benchdocs.suite.codes import CODE_IN_TEXT

GLOSSARY_PATH = f"{Address.GLOSSARY.removesuffix('/')}.md"
_ENTRY = re.compile(
    r"^### (?P<term>.+?) \{#(?P<id>[\w-]+)(?P<unlinked> \.unlinked)?\}\s*\n\s*(?P<meaning>.+?)(?=\n\s*\n|\Z)"
    r"|^\| (?P<short>[^|{\n]+?) \{#(?P<row>[\w-]+)\} \| (?P<words>[^|\n]+?) \|$",
    re.M | re.S,
)
"""A term with its paragraph, or an abbreviation's row in a table."""
_MARKDOWN_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_TAG = re.compile(r"(<[^>]*>)")
_LONG = 16
"""Letters of a code that may not fit on a line of a phone."""
_NOT_TEXT = {"a", "code", "pre", "script", "style", "h1", "h2", "h3", "h4"}


def benchmark_url(code: str) -> str:
    """Return the address of a benchmark's page."""
    return f"{Address.BENCHMARKS}{code.lower()}/"


def rubric_url(code: str) -> str:
    """Return the address of a rubric's page."""
    return f"{Address.RUBRICS}{code.lower()}/"


def run_url(name: str) -> str:
    """Return the address of the page of a recorded run."""
    return f"{Address.RUNS}{name}/"


class GlossaryTerm(NamedTuple):
    """An entry of the glossary; texts link to it unless they mostly use the word in another sense."""

    name: str
    id: str
    meaning: str
    is_linked: bool = True


def read_glossary(pages: Mapping[str, str]) -> tuple[GlossaryTerm, ...]:
    """Return the entries of the glossary among the hand-written pages: terms, and rows of abbreviations."""
    found = _ENTRY.finditer(pages.get(GLOSSARY_PATH, ""))
    return tuple(
        GlossaryTerm(
            m["term"] or m["short"],
            m["id"] or m["row"],
            plain_text(m["meaning"] or m["words"]),
            is_linked=not m["unlinked"],
        )
        for m in found
    )


def plain_text(markdown: str) -> str:
    """Return a paragraph of a hand-written page without links, back-ticks and line breaks."""
    return " ".join(_MARKDOWN_LINK.sub(r"\1", markdown).replace("`", "").split())


def _form(name: str) -> str:
    """Return the pattern of a term: several words in any case, a single one as the glossary writes it."""
    start, _, last = name.rpartition(" ")
    if len(last) == 1:  # "component as" is no plural of "Component A"
        return f"(?i:{re.escape(start)}) {last}"
    return f"(?i:{re.escape(name)}s?)" if start else f"{re.escape(name)}s?"


@dataclass
class Linker:
    """A converter of texts to HTML with links; a term is linked where it first occurs on a page.

    Attributes:
        urls: Address of the page of each code.
        retired: Codes of deprecated benchmarks, whose links carry a mark.
    """

    urls: Mapping[str, str]
    terms: tuple[GlossaryTerm, ...] = ()
    retired: frozenset[str] = frozenset()
    _explained: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        names = sorted((term.name for term in self.terms if term.is_linked), key=len, reverse=True)
        term = "|".join(map(_form, names)) or r"(?!)"
        self._pattern = re.compile(
            rf"(?<!\w)(?:{CODE_IN_TEXT.pattern}|SHA-256\b|(?<!-)(?P<term>{term})(?![\w-]))"
        )
        self._by_name = {term.name.lower(): term for term in self.terms}

    def start_page(self) -> None:
        """Start a page, on which no term is linked yet."""
        self._explained.clear()

    def html(self, text: str, url: str) -> Markup:
        """Return a text with its codes and terms linked, as HTML for the page at this address."""
        if not self.terms and "-" not in text:
            return escape(text)
        pieces: list[str] = []
        position = 0
        for match in self._pattern.finditer(text):
            link = self._link_term(match[0], url) if match["term"] else self._link_code(match[0], url)
            if link:
                pieces += escape(text[position : match.start()]), link
                position = match.end()
        rest = escape(text[position:])
        return Markup("".join((*pieces, rest))) if pieces else rest

    def in_html(self, html: str, url: str) -> str:
        """Return the HTML of a hand-written page with the codes and terms in its running text linked."""
        open_elements: list[str] = []
        pieces = []
        for piece in _TAG.split(html):
            if not piece.startswith("<"):
                plain = not piece.strip() or any(name in _NOT_TEXT for name in open_elements)
                pieces.append(piece if plain else str(self.html(Markup(piece).unescape(), url)))
                continue
            name = piece.strip("</>").split(maxsplit=1)[0].rstrip("/").lower() if piece.strip("</>") else ""
            if piece.startswith("</"):
                while open_elements and open_elements.pop() != name:
                    pass
            elif name in _NOT_TEXT:
                open_elements.append(name)
            pieces.append(piece)
        return "".join(pieces)

    def _link_code(self, code: str, url: str) -> Markup | None:
        """Return a link; for the page's own code and what looks like one (A-EVD2, SHA-256), all of it."""
        if code not in self.urls or self.urls[code] == url:
            is_name = (code in self.urls or code.isupper()) and len(code) <= _LONG
            return Markup(f'<span class="unbroken">{code}</span>') if is_name else None
        href = escape(relative(self.urls[code], url))
        return Markup(f'<a class="{self.link_class(code)}" href="{href}">{code}</a>')

    def link_class(self, code: str) -> str:
        """Return the class of links to a code, by which a deprecated one is marked, a long one broken."""
        deprecated = " code--deprecated" if code in self.retired else ""
        return f"code{deprecated}{' code--long' if len(code) > _LONG else ''}"

    def _link_term(self, words: str, url: str) -> Markup | None:
        term = self._by_name.get(words.lower()) or self._by_name[words.lower().removesuffix("s")]
        if term.id in self._explained or url == Address.GLOSSARY:
            return None
        self._explained.add(term.id)
        link = Markup('<a class="term" href="{}" title="{}">{}</a>')
        return link.format(relative(f"{Address.GLOSSARY}#{term.id}", url), term.meaning, words)


@lru_cache(maxsize=4096)
def relative(target: str, url: str) -> str:
    """Return the relative link from the page at `url` to `target`, both below the site's root."""
    path, hash_, fragment = target.partition("#")
    if path == url:
        return hash_ + fragment or "./"
    way = posixpath.relpath(f"/{path}", f"/{url}")
    slash = "/" if path.endswith("/") or not path else ""
    return f"{way}{slash}{hash_}{fragment}"
