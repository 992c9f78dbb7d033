"""Releases of the suite as the page of changes shows them: what changed from each to the next."""

from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from benchdocs.history.change import Change
from benchdocs.history.commits import Commit
from benchdocs.history.git_log import History, LogEntry
from benchdocs.history.provenance import is_present
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.releases import Release, is_release
from benchdocs.suite.suite import Suite


class Interval(NamedTuple):
    """What changed up to a release, since the one before; or, without a release, since the last one.

    Attributes:
        commit: The commit that added the release; None while it is not committed.
        is_present: Whether the suite is now as it was released.
    """

    release: Release | None
    commit: Commit | None
    is_present: bool
    changes: tuple[Change, ...]

    @property
    def counts(self) -> dict[Effect, int]:
        """The number of changes of each class."""
        counted = Counter(change.effect for change in self.changes)
        return {effect: counted[effect] for effect in Effect}


def intervals(suite: Suite, history: History, digest: str) -> tuple[Interval, ...]:
    """Return the time since the last release, and all releases, the newest first; none without a release.

    `digest` is that of the suite as it is now. Of commits that no order relates, a release has those that the
    history lists before its own.
    """
    place = {entry.commit.id: number for number, entry in enumerate(history.entries)}
    end = len(history.entries)
    found = []
    for release in suite.releases:
        commit = history.last.get(release.document.path)
        found.append((place.get(commit.id, end) if commit else 0, release.fields, commit))
    starts = sorted(found, key=lambda entry: entry[0])
    if not starts:
        return ()
    bounds = [0, *(start for start, _, _ in starts), end]
    between = [history.entries[low:high] for low, high in pairwise(bounds)]
    named = [(None, None), *((release, commit) for _, release, commit in starts)]
    return tuple(
        Interval(
            release, commit, release is not None and is_present(suite, release, digest), _changes(entries)
        )
        for (release, commit), entries in zip(named, between, strict=True)
    )


def _changes(entries: tuple[LogEntry, ...]) -> tuple[Change, ...]:
    found = (change for entry in entries for change in entry.changes)
    return tuple(change for change in found if not is_release(change.subject))
