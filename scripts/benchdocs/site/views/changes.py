"""Show what differs between the suite and its last release, or its state of some days ago."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from benchdocs.history.change import Change
from benchdocs.history.changes import changes, former, score_changes
from benchdocs.history.log import Log
from benchdocs.history.revisions import Baseline, RevisionError, baseline, suite_at
from benchdocs.specs.field_facts import Effect
from benchdocs.suite.suite import Suite

FEWEST_ALIKE = 3
"""Specs or files with the same change that share a row."""
_GRAVEST = ("criticality", "threshold", "passing_threshold", "weight")
"""Fields whose changes come first."""
_LAST = ("added", "removed", "moved", "layout")
"""Changes of whole files, which come last."""
_MOST_WORDS = 4_000
"""Characters of a text before and after, up to which the page compares them word by word."""


@dataclass(frozen=True)
class Row:
    """A change, or the same change of several specs or files."""

    changes: tuple[Change, ...]

    @property
    def first(self) -> Change:
        """The first of them."""
        return self.changes[0]

    @property
    def text(self) -> str:
        """What changed, without whose it is: `threshold 0.85 → 0.90`."""
        return _text(self.first)

    @property
    def is_compared(self) -> bool:
        """Whether the page shows the words before and after."""
        length = len(self.first.old) + len(self.first.new)
        return len(self.changes) == 1 and self.first.is_reworded and length <= _MOST_WORDS


@dataclass(frozen=True)
class ReleaseComparison:
    """The suite compared with an earlier state of it."""

    since: Baseline
    old: Suite
    new: Suite

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """All differences."""
        return changes(self.old, self.new)

    @cached_property
    def rows(self) -> dict[Effect, tuple[Row, ...]]:
        """The differences by their class, the gravest first."""
        return {
            effect: tuple(_rows(change for change in self.changes if change.effect is effect))
            for effect in Effect
        }

    def count(self, effect: Effect) -> int:
        """Return how many differences there are of a class."""
        return sum(change.effect == effect for change in self.changes)

    @cached_property
    def incomparable(self) -> tuple[str, ...]:
        """Codes of the benchmarks in both states that are scored differently now."""
        return tuple(code for code, is_changed in self._compared.items() if is_changed)

    @property
    def compared(self) -> int:
        """How many benchmarks there are in both states."""
        return len(self._compared)

    @property
    def fresh(self) -> int:
        """How many benchmarks there are only now."""
        codes = self.new.benchmark.keys() - self._compared.keys()
        return sum(not self.old.broken_file(code) for code in codes)

    @cached_property
    def _compared(self) -> dict[str, bool]:
        pairs = ((spec, former(self.old, spec)) for spec in self.new.ordered_benchmarks)
        return {
            spec.code: any(score_changes(self.old, self.new, before, spec))
            for spec, before in pairs
            if before
        }


def compare(suite: Suite, history: Log, releases: str) -> ReleaseComparison | None:
    """Return the suite compared with its baseline; None where git knows none, or cannot read it."""
    with suppress(RevisionError):
        if since := baseline(suite.root, history, releases):
            return ReleaseComparison(since, suite_at(since.commit.id, suite.root), suite)
    return None


def _rows(found: Iterable[Change]) -> Iterator[Row]:
    alike: dict[str, list[Change]] = {}
    for change in sorted(found, key=_order):
        key = f"{change.subject} {change.text}" if change.is_reworded else f"{change.field} {_text(change)}"
        alike.setdefault(key, []).append(change)
    for group in alike.values():
        if len(group) < FEWEST_ALIKE:
            yield from (Row((change,)) for change in group)
        else:
            yield Row(tuple(group))


def _order(change: Change) -> tuple[int, bool]:
    field = change.field
    place = _GRAVEST.index(field) if field in _GRAVEST else len(_GRAVEST)
    return (place + (field in _LAST), change.is_reworded)


def _text(change: Change) -> str:
    return change.text.removeprefix(change.subject).lstrip(": ")
