"""Parts of hand-written pages: labels of cells, names of links."""

import html
import re

from markupsafe import Markup

from benchdocs.site.renderer import copy_link

_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
_HEAD = re.compile(r"<th\b[^>]*>(.*?)</th>", re.DOTALL)
_ROW = re.compile(r"<tr>.*?</tr>", re.DOTALL)
_CELL = re.compile(r"<td\b([^>]*)>(.*?)</td>", re.DOTALL)
_FEW_COLUMNS = 3
"""A table with more columns, and with text in one, becomes a list of cards on a narrow screen.

One with as many does if a cell holds a paragraph.
"""
_SHORT_TEXT, _LONG_TEXT, _PARAGRAPH = 40, 60, 140
"""Letters of a cell that is text, of one that needs the whole width of a card, and of a paragraph."""
_LINKED_HEADING = re.compile(
    r"(?P<start><(?P<tag>h[1-6])\b[^>]*>(?P<text>.*?))"
    r'<a class="headerlink" href="#(?P<id>[^"]*)"[^>]*>.*?</a></(?P=tag)>',
    re.DOTALL,
)


def finish_tables(text: str) -> str:
    """Return a page's HTML with labels on the cells of each wide table of texts."""
    return _TABLE.sub(_labeled, text)


def _labeled(match: re.Match[str]) -> str:
    table = match[0]
    labels = [Markup(label).striptags() for label in _HEAD.findall(table)]
    longest = max((len(Markup(text).striptags()) for _, text in _CELL.findall(table)), default=0)
    fits = _PARAGRAPH if len(labels) == _FEW_COLUMNS else _SHORT_TEXT
    if len(labels) < _FEW_COLUMNS or longest <= fits:
        return table

    def row(found: re.Match[str]) -> str:
        left = iter(("", *map(html.escape, labels[1:])))  # the first cell is the head of a card

        def cell(own: re.Match[str]) -> str:
            label = next(left, "")
            return f'<td{own[1]} data-label="{label}">{own[2]}</td>' if label else own[0]

        return _CELL.sub(cell, found[0])

    kind = "facts" if longest <= _LONG_TEXT else "texts"
    return _ROW.sub(row, table).replace("<table>", f'<table data-stacked="{kind}">', 1)


def name_links(text: str) -> str:
    """Return a page's HTML in which the link to each heading names the heading."""
    return _LINKED_HEADING.sub(_named, text)


def _named(match: re.Match[str]) -> str:
    link = copy_link(html.unescape(match["id"]), f"“{Markup(match['text']).striptags()}”")
    return f"{match['start']}{link}</{match['tag']}>"
