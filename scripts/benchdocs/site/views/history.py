"""What pages show of a suite's past: last changes, changes in the suite's own terms, reviews."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from benchdocs.history.changes import Change, Effect
from benchdocs.history.git_log import Commit, History, LogEntry
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.reviews import Standing, standing
from benchdocs.suite.suite import Suite

MOST_ENTRIES = 200
"""Commits that the page of changes shows; the file beside it lists all."""
MOST_CHANGES = 12
"""Changes of a commit, or of a spec, that are shown at once; more are folded away, or left to the page."""
HASH_LENGTH = 10
"""Digits of a commit's hash that are shown."""


class Past(NamedTuple):
    """A suite's history, looked up by the suite's own names."""

    history: History
    suite: Suite

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        """The newest commits that changed what the suite means."""
        return self.history.entries[:MOST_ENTRIES]

    @property
    def left_out(self) -> int:
        """Older commits, which are in the file alone."""
        return len(self.history.entries) - len(self.entries)

    def count(self, effect: str) -> int:
        """How many changes of an effect there are in all."""
        return sum(change.effect is Effect(effect) for change in self._changes)

    @property
    def additions(self) -> int:
        """How many of all changes are rubrics, benchmarks and prompts that were new."""
        return sum(change.field == "added" for change in self._changes)

    @property
    def _changes(self) -> Iterator[Change]:
        return (change for entry in self.history.entries for change in entry.changes)

    def last(self, path: str) -> Commit | None:
        """The commit that last touched a file of the suite."""
        return self.history.last.get(path)

    def of_spec(self, spec: AnySpec) -> tuple[tuple[Commit, Change], ...]:
        """A spec's changes under all its codes, newest first, with those of its prompt."""
        aliases = getattr(spec.fields, "aliases", [])
        subjects = (spec.code, *aliases, getattr(spec.fields, "llm_prompt_file", None) or "")
        found = [pair for subject in dict.fromkeys(subjects) for pair in self.history.of.get(subject, ())]
        order = (
            {entry.commit.id: number for number, entry in enumerate(self.history.entries)} if found else {}
        )
        return tuple(sorted(found, key=lambda pair: order[pair[0].id]))

    def standing(self, spec: AnySpec) -> Standing:
        """What the spec's review stamp says about it as it is now."""
        return standing(self.suite, spec)


def short(commit: Commit) -> str:
    """A commit's hash as it is shown, and as the page of changes is linked to."""
    return commit.id[:HASH_LENGTH]
