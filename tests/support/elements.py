"""HTML as a tree of elements, which `xml.etree` searches."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree.ElementTree import Element, SubElement

_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}


class _Builder(HTMLParser):
    """Builds the tree of a page; an end that opens nothing is passed over."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Element("page")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = SubElement(self._open[-1], tag, {name: value or "" for name, value in attrs})
        if tag not in _VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if any(element.tag == tag for element in self._open):
            while self._open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        parent = self._open[-1]
        if len(parent):
            parent[-1].tail = (parent[-1].tail or "") + data
        else:
            parent.text = (parent.text or "") + data


def parsed(html: str) -> Element:
    """Return the tree of a page or a part of one."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    return builder.root


def words(element: Element) -> str:
    """Return the text of an element and of all in it, a space at most between its words."""
    return " ".join("".join(element.itertext()).split())
