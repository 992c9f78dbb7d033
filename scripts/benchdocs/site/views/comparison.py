"""Specs side by side: one row for each fact, with a cell for each spec."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from benchdocs.site.renderer import Section
from benchdocs.site.views.missing_values import NONE
from benchdocs.site.views.suite import Views

_ITEM = re.compile(r"<li>(.*?)</li>", re.DOTALL)
_STATE = re.compile(r' <span class="state.*?</span>')
_NAMED = '<li class="is-named">'
"""A criterion that names one of the specs beside its own."""


class ComparedSpec(NamedTuple):
    """A spec in a comparison: its rows as sections, each a heading with finished HTML."""

    code: str
    label: str
    rows: tuple[Section, ...]


class ComparedFact(NamedTuple):
    """A fact of the specs that are compared."""

    heading: str
    cells: tuple[str, ...]
    """Finished HTML; a dash where a spec has nothing."""

    @property
    def mark(self) -> str:
        """How the specs compare in it: whether they differ, in the value or only in how far it is settled."""
        if not self.differs:
            return "= same"
        values = {_STATE.sub("", text) for text in self._texts}
        return "≠ differs" if len(values) > 1 else "same value, different state"

    @property
    def differs(self) -> bool:
        """Whether the specs differ in it, be it only in how far it is settled."""
        return len(self._texts) > 1

    @property
    def _texts(self) -> set[str]:
        return {cell.replace(_NAMED, "<li>") for cell in self.cells}

    @property
    def is_long(self) -> bool:
        """Whether a cell holds sentences, which need the full width of a phone."""
        return any("<p>" in cell or "<li>" in cell for cell in self.cells)


def mutual_pairs(views: Views) -> tuple[tuple[str, str], ...]:
    """Return the pairs of benchmarks whose exclusion criteria name one another, in reading order."""
    order = {view.code: place for place, view in enumerate(views.benchmarks)}
    given = {(entry.giver, entry.taker) for entry in views.suite.delegations}
    mutual = [
        (giver, taker)
        for giver, taker in given
        if (taker, giver) in given and order.get(giver, 0) < order.get(taker, -1)
    ]
    return tuple(sorted(mutual, key=lambda pair: (order[pair[0]], order[pair[1]])))


def rows(columns: Sequence[ComparedSpec]) -> list[ComparedFact]:
    """Return the rows of a comparison; one that only some columns have follows the row before it there."""
    headings = {row.id: row.heading for column in columns for row in column.rows}
    order: list[str] = []
    for column in columns:
        place = 0
        for row in column.rows:
            if row.id not in order:
                order.insert(place, row.id)
            place = order.index(row.id) + 1
    texts = [{row.id: row.html.strip() for row in column.rows} for column in columns]
    marked = [
        {
            id: _with_marks(html, {other.code for other in columns} - {column.code})
            for id, html in cells.items()
        }
        for column, cells in zip(columns, texts, strict=True)
    ]
    return [ComparedFact(headings[id], tuple(cells.get(id) or NONE for cells in marked)) for id in order]


def _with_marks(html: str, others: set[str]) -> str:
    """Return a cell in which each criterion that links to one of the other specs is marked."""

    def marked(item: re.Match[str]) -> str:
        is_named = any(f">{code}</a>" in item[1] for code in others)
        return f"{_NAMED}{item[1]}</li>" if is_named else item[0]

    return _ITEM.sub(marked, html)
