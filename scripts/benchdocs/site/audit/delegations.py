"""Delegation as a matrix: what each rubric leaves to others, in the words of the benchmarks that do."""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from benchdocs.site.views.suite import Views
from benchdocs.suite.files import grouped

MOST_RUBRICS = 40
"""Rubrics that the matrix can hold; that of a suite with more is left out."""
SHADES = 3


class Entry(NamedTuple):
    """A sentence with which a benchmark leaves something to another code."""

    giver: str
    sentence: str


class DelegationMatrix:
    """The sentences by the rubrics that give and that take; rubrics are in reading order."""

    def __init__(self, views: Views) -> None:
        self._views = views

    @cached_property
    def entries(self) -> dict[tuple[str, str], tuple[Entry, ...]]:
        """The sentences of each pair of rubrics, giver first; one that names two rubrics is in both."""
        found = (
            ((self._rubric_of(each.giver), self._rubric_of(each.taker)), Entry(each.giver, each.sentence))
            for each in self._views.suite.delegations
        )
        return grouped(dict.fromkeys(found))

    def _rubric_of(self, code: str) -> str:
        view = self._views.benchmark.get(code)
        return view.parent if view else code

    @cached_property
    def rubrics(self) -> dict[str, str]:
        """The rubrics that give or take something, each with its label."""
        involved = dict.fromkeys(code for pair in self.entries for code in pair)
        order = [view.code for view in self._views.rubrics if view.code in involved]
        known = self._views.rubric
        return {
            code: known[code].label if code in known else "" for code in dict.fromkeys((*order, *involved))
        }

    @property
    def is_large(self) -> bool:
        """Whether there are too many rubrics for a table."""
        return len(self.rubrics) > MOST_RUBRICS

    def given(self, giver: str) -> Iterator[tuple[str, tuple[Entry, ...]]]:
        """Yield the rubrics that take something from one, each with the sentences."""
        for taker in self.rubrics:
            if entries := self.entries.get((giver, taker)):
                yield taker, entries

    def sentences(self, giver: str = "") -> int:
        """Return how many sentences there are, or are of one rubric; each counts once."""
        pairs = self.entries.items()
        return len({entry for pair, entries in pairs if giver in ("", pair[0]) for entry in entries})

    def count(self, giver: str = "", taker: str = "") -> int:
        """Return the sum of cells: sentences by the rubrics that they name."""
        return sum(
            len(entries)
            for pair, entries in self.entries.items()
            if giver in ("", pair[0]) and taker in ("", pair[1])
        )

    def shade(self, giver: str, taker: str) -> int:
        """Return how dark a cell is, from 1 to `SHADES`, by its share of the largest."""
        most = max(map(len, self.entries.values()))
        return -(-len(self.entries[giver, taker]) * SHADES // most)
