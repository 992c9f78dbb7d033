"""Commits as the page of changes shows them: what each did, strongest first, and whom that concerns."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from benchdocs.history.change import Change
from benchdocs.history.commits import Commit
from benchdocs.site.views.history import MOST_CHANGES, Past
from benchdocs.specs.field_facts import Effect
from benchdocs.suite.codes import codes_in, implied_rubric
from benchdocs.suite.suite import Suite

FEWEST_ALIKE = 4
"""Changes of one field in as many specs, or as many additions, that share a row."""
MOST_OPEN = 3
"""The newest commits that are not editorial, whose changes are not folded away."""
MOST_LINES = 25
"""The newest commits, or runs of editorial ones, have a line each; older ones are folded away together."""
_KIND = re.compile(r"\(([\w ]+)\)$")


class Row(NamedTuple):
    """A change, or several of one kind."""

    text: str
    changes: tuple[Change, ...]
    rubrics: tuple[str, ...]
    """Rubrics that they concern."""
    can: str = ""
    """What they can do, where their class does not say enough and no row before it says the same."""

    @property
    def effect(self) -> Effect:
        """The class of its changes."""
        return self.changes[0].effect


class CommitView(NamedTuple):
    """A commit with its changes, the strongest first."""

    commit: Commit
    rows: tuple[Row, ...]
    is_open: bool

    @property
    def is_editorial(self) -> bool:
        """Whether it changes neither a score nor a meaning."""
        return self.rows[0].effect is Effect.EDITORIAL

    @property
    def message(self) -> str:
        """Its message below the subject, without the comments that git writes for a merge."""
        return "\n".join(line for line in self.commit.body.splitlines() if not line.startswith("#")).strip()


def commit_views(past: Past) -> tuple[CommitView, ...]:
    """Return the commits that the page of changes lists."""
    views: list[CommitView] = []
    weighty = 0
    for entry in past.entries:
        rows = tuple(_with_consequences(_rows(past.suite, entry.changes)))
        view = CommitView(entry.commit, rows, is_open=weighty < MOST_OPEN and len(rows) <= MOST_CHANGES)
        weighty += not view.is_editorial
        views.append(view._replace(is_open=False) if view.is_editorial else view)
    return tuple(views)


def runs(views: Iterable[CommitView]) -> tuple[tuple[CommitView, ...], ...]:
    """Return the commits with those together that follow one another and are only editorial."""
    found: list[tuple[CommitView, ...]] = []
    for view in views:
        if view.is_editorial and found and found[-1][0].is_editorial:
            found[-1] += (view,)
        else:
            found.append((view,))
    return tuple(found)


def latest_affecting(past: Past) -> CommitView | None:
    """Return the newest commit that can change a score, with what it did to scores."""
    for entry in past.changing:
        if found := [change for change in entry.changes if change.effect is Effect.SCORE]:
            return CommitView(entry.commit, tuple(_rows(past.suite, found)), is_open=True)
    return None


def _rows(suite: Suite, changes: Iterable[Change]) -> Iterator[Row]:
    order = list(Effect)
    groups: dict[tuple[int, str], list[Change]] = {}
    for change in changes:
        is_alike = change.field == "added" or _is_code(change.subject)
        key = change.field if is_alike else change.text
        groups.setdefault((order.index(change.effect), key), []).append(change)
    for (_, field), found in sorted(groups.items(), key=lambda group: group[0][0]):
        if len(found) < FEWEST_ALIKE:
            yield from (Row(change.text, (change,), _rubrics(suite, (change,))) for change in found)
        else:
            text = _added(found) if field == "added" else f"{field.replace('_', ' ')} of {len(found)} specs"
            yield Row(text, tuple(found), _rubrics(suite, found))


def _with_consequences(rows: Iterable[Row]) -> Iterator[Row]:
    said = {""}
    for row in rows:
        first = row.changes[0]
        is_clear = first.effect is Effect.EDITORIAL or first.field == "added"
        yield row if is_clear or first.can in said else row._replace(can=first.can)
        said.add(first.can)


def _added(changes: Iterable[Change]) -> str:
    """Return what was added in words: `18 rubrics, 52 benchmarks and 39 prompts added`."""
    kinds = Counter(match[1] for change in changes if (match := _KIND.search(change.text)))
    counted = [f"{number} {kind}{'' if number == 1 else 's'}" for kind, number in kinds.items()]
    return f"{' and '.join(filter(None, (', '.join(counted[:-1]), counted[-1])))} added"


def _is_code(subject: str) -> bool:
    return not set("/.") & set(subject)


def _rubrics(suite: Suite, changes: Iterable[Change]) -> tuple[str, ...]:
    subjects = (subject for change in changes for subject in (change.subject, *change.concerns))
    return tuple(dict.fromkeys(code for subject in subjects for code in _rubrics_of(suite, subject)))


def _rubrics_of(suite: Suite, subject: str) -> Iterator[str]:
    """Yield the rubrics of a code, of the benchmarks that use a prompt, or of a review's code."""
    if _is_code(subject):
        named = [subject]
    else:
        users = (user.code for user in suite.users.get(subject, ()))
        named = [*users, *(code for _, _, code in codes_in(subject) if code[0].isupper())]
    for code in named:
        known = suite.known_code(code) or code
        spec = suite.benchmark.get(known)
        yield suite.parent_code(spec) if spec else known if known in suite.rubric else implied_rubric(known)
