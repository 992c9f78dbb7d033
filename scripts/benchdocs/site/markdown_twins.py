"""Make the Markdown twins of pages from their finished sections, for machines to read."""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import zip_longest
from typing import Union
from urllib.parse import urldefrag

from benchdocs.documents import markdown
from benchdocs.site.links import relative, resolved
from benchdocs.site.renderer import Section

TWIN_NAME = "index.html.md"
"""File name of a twin in its page's folder, as https://llmstxt.org defines it."""
_VOID = ("br", "wbr", "img", "hr", "input")
_LEFT_OUT = ("svg", "script", "caption", "button", "input", "select")
"""Pictures, controls and captions."""
_LEFT_OUT_CLASSES = ("headerlink", "copy", "tick")
_LEFT_OUT_MARK = "data-search-exclude"
"""Marks what only serves the page, such as a tool to try something, for the search too."""
_INLINE = ("a", "abbr", "b", "br", "code", "em", "mark", "small", "span", "strong", "time", "wbr")
_EMPHASIS = {"strong": "**", "b": "**", "em": "*"}
_HEADINGS = {f"h{level}": "#" * level for level in range(1, 7)}
_WITHIN = re.compile(r"\n(?=[^\n])")
_EDGES = re.compile(r"( *)(.*?)( *)", re.DOTALL)


@dataclass
class _Element:
    """An element of a page."""

    name: str
    attributes: dict[str, str | None]
    children: list[Union["_Element", str]] = field(default_factory=list)

    @property
    def elements(self) -> Iterator["_Element"]:
        """The elements in it."""
        return (child for child in self.children if isinstance(child, _Element))

    @property
    def text(self) -> str:
        """Its text, letter for letter."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    @property
    def parts(self) -> Iterator["_Element"]:
        """The terms of a list of facts, each before what is said of it."""
        for element in self.elements:
            yield from element.elements if element.name == "div" else [element]

    def has_class(self, *names: str) -> bool:
        """Return whether it has one of these classes."""
        return any(name in names for name in (self.attributes.get("class") or "").split())

    def below(self, name: str) -> Iterator["_Element"]:
        """Yield the elements of a name in it, at any depth."""
        for element in self.elements:
            yield from [element] if element.name == name else element.below(name)


class _Tree(HTMLParser):
    """The elements of finished HTML, without those that are left out."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.root = _Element("div", {})
        self._open = [self.root]
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        element = _Element(tag, dict(attrs))
        is_fold = tag == "summary" and self._open[-1].has_class("fold")
        is_left_out = tag in _LEFT_OUT or _LEFT_OUT_MARK in element.attributes
        if not is_fold and not is_left_out and not element.has_class(*_LEFT_OUT_CLASSES):
            self._open[-1].children.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        if tag not in _VOID:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        """Add a text."""
        self._open[-1].children.append(data)


class Twin:
    """The twin of the page at an address below the site's root.

    Its links lead to the twins of the pages that have one, with the site's own address where that is known.
    """

    def __init__(self, url: str, twinned: Container[str], site: str = "") -> None:
        self._url = url
        self._twinned = twinned
        self._site = site

    def text(self, sections: Iterable[Section]) -> str:
        """Return the sections that say something as Markdown, each below its heading."""
        blocks: list[str] = []
        for section in sections:
            said = self._blocks(_Tree(section.html).root)
            if said and section.heading:
                blocks.append(f"## {markdown.heading(markdown.inline(section.heading))}")
            blocks += said
        return "\n\n".join(blocks) + "\n"

    def _blocks(self, element: _Element) -> list[str]:
        """Return an element's paragraphs, lists, tables and blocks of code."""
        blocks: list[str] = []
        run: list[_Element | str] = []
        for child in element.children:
            if isinstance(child, str) or child.name in _INLINE:
                run.append(child)
            else:
                blocks += [self._line(run), *self._block(child)]
                run = []
        return [block for block in (*blocks, self._line(run)) if block]

    def _block(self, element: _Element) -> Sequence[str]:
        if mark := _HEADINGS.get(element.name):
            return [f"{mark} {markdown.heading(self._line(element.children))}"]
        match element.name:
            case "ul" | "ol":
                return ["\n".join(self._items(element))]
            case "dl":
                return ["\n".join(self._facts(element))]
            case "table":
                return ["\n".join(self._rows(element))]
            case "pre":
                return [markdown.fence(element.text, "text")]
        return self._blocks(element)

    def _items(self, element: _Element) -> Iterator[str]:
        for number, item in enumerate(element.elements, start=1):
            yield _item(self._blocks(item), f"{number}. " if element.name == "ol" else "- ")

    def _facts(self, element: _Element) -> Iterator[str]:
        """Yield each term with what is said of it: on its line, or below it where that is long."""
        facts: list[list[str]] = []
        for part in element.parts:
            if part.name == "dt":
                facts.append([f"{self._line(part.children)}:"])
            else:
                facts[-1] += self._blocks(part)
        for term, *said in facts:
            is_short = "\n" not in "".join(said)
            yield _item([f"{term} {', '.join(said)}"] if is_short else [term, *said])

    def _rows(self, table: _Element) -> Iterator[str]:
        """Yield the rows of a table, without the columns that say nothing below their heads."""
        rows = [[*self._cells(row)] for row in table.below("tr")]
        if rows and not any(table.below("thead")):
            rows.insert(0, [])
        columns = [column for column in zip_longest(*rows, fillvalue="") if any(column[1:])]
        for number, row in enumerate(zip(*columns, strict=True)):
            yield f"| {' | '.join(row)} |"
            if number == 0:
                yield f"|{' --- |' * len(row)}"

    def _cells(self, row: _Element) -> Iterator[str]:
        for cell in row.elements:
            yield " ".join(self._blocks(cell)).replace("\n", " ").replace("|", "\\|")
            yield from [""] * (int(cell.attributes.get("colspan") or 1) - 1)

    def _line(self, children: Iterable[_Element | str]) -> str:
        return markdown.line("".join(map(self._inline, children)))

    def _inline(self, child: _Element | str) -> str:
        """Return a text, or an element within a line, as Markdown."""
        if isinstance(child, str):
            return markdown.inline(child)
        if child.name == "code":
            return markdown.code(child.text)
        found = _EDGES.fullmatch("".join(map(self._inline, child.children)))
        assert found
        before, text, after = found.groups()
        href = child.attributes.get("href") or ""
        if text and child.name == "a" and not href.startswith("#"):
            text = markdown.link(text, self._address(href))
            text += " (deprecated)" if child.has_class("code--deprecated") else ""
        elif text and (mark := _EMPHASIS.get(child.name)):
            text = f"{mark}{text}{mark}"
        return f"{before}{text}{after}" or (" " if child.name == "br" else "")

    def _address(self, href: str) -> str:
        """Return where a link of the page leads from its twin."""
        if "://" in href:
            return href
        address, fragment = urldefrag(href)
        target = resolved(address, self._url)
        if target in self._twinned:
            return self._site + target + TWIN_NAME if self._site else relative(target + TWIN_NAME, self._url)
        return f"{self._site}{target}{f'#{fragment}' if fragment else ''}" if self._site else href


def _item(blocks: Iterable[str], mark: str = "- ") -> str:
    return mark + _WITHIN.sub("\n" + " " * len(mark), "\n\n".join(blocks))
