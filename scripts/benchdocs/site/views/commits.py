"""Changes as their page shows them: by day and commit, those of one kind together, the strongest first."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import groupby, takewhile
from typing import NamedTuple

from benchdocs.history.change import Change
from benchdocs.history.commits import Commit
from benchdocs.history.git_log import LogEntry
from benchdocs.reports.text import listed
from benchdocs.site.views.history import Past
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.numbers import counted
from benchdocs.suite.codes import codes_in, implied_rubric
from benchdocs.suite.suite import Suite

FEWEST_ALIKE = 3
"""Changes of one field in as many specs, of as many prompts or in as many places of a file share a row."""
RECENT_DAYS = 30
_GRAVEST = ("criticality", "threshold", "passing_threshold", "weight")
"""Fields whose changes the sentence about the last days names first."""
_MOST_PERIODS = 31
"""Days that the chart of changes shows; a longer history is shown by month, then by year."""
_KIND = re.compile(r"\(([\w ]+)\)$")


class Row(NamedTuple):
    """A change, or several of one kind.

    Attributes:
        rubrics: Rubrics that they concern.
        can: What they can do, where their class does not say enough and no row before it says so on this day.
    """

    text: str
    changes: tuple[Change, ...]
    rubrics: tuple[str, ...]
    can: str = ""

    @property
    def effect(self) -> Effect:
        """The class of its changes."""
        return self.changes[0].effect

    @property
    def parts(self) -> tuple[str, ...]:
        """What each of several changes did; only what changed where all did the same."""
        if len({_said(change) for change in self.changes}) == 1:
            return (", ".join(change.subject for change in self.changes),)
        is_of_one = len({change.subject for change in self.changes}) == 1
        return tuple(_said(change) if is_of_one else change.text for change in self.changes)


class CommitView(NamedTuple):
    """A commit with its changes, the strongest first."""

    commit: Commit
    rows: tuple[Row, ...]

    @property
    def strongest(self) -> tuple[Row, ...]:
        """The rows of the class of the first one."""
        return tuple(takewhile(lambda row: row.effect is self.rows[0].effect, self.rows))

    @property
    def message(self) -> str:
        """Its message below the subject, without the comments that git writes for a merge."""
        return "\n".join(line for line in self.commit.body.splitlines() if not line.startswith("#")).strip()


class Day(NamedTuple):
    """The commits of a day that can change a score, as far as the page shows them."""

    date: str
    commits: tuple[CommitView, ...]

    @property
    def changes(self) -> int:
        """How many changes of theirs can change a score."""
        return sum(len(row.changes) for view in self.commits for row in view.strongest)


class Recent(NamedTuple):
    """What changed in the last days up to the newest commit.

    `rows` are the changes that can change a score: the gravest, then what most specs have, last what was
    added.
    """

    until: str
    entries: tuple[LogEntry, ...]
    rows: tuple[Row, ...]


def days(past: Past) -> tuple[Day, ...]:
    """Return the days with a change that can change a score, the newest first."""
    entries = [entry for entry in past.entries if entry.affecting]
    by_date = sorted(entries, key=lambda entry: entry.commit.date, reverse=True)
    return tuple(
        Day(name, tuple(_views(past, found)))
        for name, found in groupby(by_date, key=lambda entry: entry.commit.date)
    )


def others(past: Past) -> tuple[CommitView, ...]:
    """Return the commits that change no score, as far as the page shows them."""
    return tuple(_views(past, (entry for entry in past.entries if not entry.affecting)))


def recent(past: Past) -> Recent:
    """Return what can change a score in the last days of a history that has commits."""
    until = max(entry.commit.date for entry in _in_calendar(past))
    since = (date.fromisoformat(until) - timedelta(RECENT_DAYS)).isoformat()
    found = tuple(entry for entry in _in_calendar(past) if entry.affecting and entry.commit.date > since)
    rows = _rows(past.suite, (change for entry in found for change in entry.affecting))
    return Recent(until, found, tuple(sorted(rows, key=_gravity)))


def _gravity(row: Row) -> tuple[bool, bool, int]:
    field = row.changes[0].field
    return field not in _GRAVEST, field == "added", -len(row.changes)


def timeline(past: Past) -> dict[str, int]:
    """Return how many changes each day (month, year) has that can change a score, the newest first."""
    dates = {date.fromisoformat(entry.commit.date) for entry in _in_calendar(past)}
    span = (max(dates) - min(dates)).days
    every = [(max(dates) - timedelta(days)).isoformat() for days in range(span + 1)]
    for length in map(len, ("2026-01-31", "2026-01", "2026")):
        found = dict.fromkeys((day[:length] for day in every), 0)
        if len(found) <= _MOST_PERIODS:
            break
    for entry in _in_calendar(past):
        found[entry.commit.date[:length]] += len(entry.affecting)
    return found


def _in_calendar(past: Past) -> list[LogEntry]:
    """Return the commits, those that claim a year after 9999 as ones of its last day."""
    last = date.max.isoformat()
    return [
        entry
        if len(entry.commit.date) == len(last)
        else entry._replace(commit=entry.commit._replace(date=last))
        for entry in past.changing
    ]


def _views(past: Past, entries: Iterable[LogEntry]) -> Iterator[CommitView]:
    said = {""}
    for entry in entries:
        yield CommitView(entry.commit, tuple(_with_consequences(_rows(past.suite, entry.changes), said)))


_EVALUATORS = ("prompt", "code evaluator")


def _rows(suite: Suite, changes: Iterable[Change]) -> Iterator[Row]:
    order = list(Effect)
    groups: dict[tuple[int, str], list[Change]] = {}
    for change in changes:
        is_alike = change.field == "added" or _is_code(change.subject)
        kind = "prompt" if change.subject in suite.prompt else "code evaluator"
        own = kind if change.subject in suite.evaluator else change.subject
        key = change.field if is_alike else own
        groups.setdefault((order.index(change.effect), key), []).append(change)
    for (_, field), found in sorted(groups.items(), key=lambda group: group[0][0]):
        if len(found) < FEWEST_ALIKE:
            yield from (Row(change.text, (change,), _rubrics(suite, (change,))) for change in found)
        else:
            yield Row(_text(suite, field, found), tuple(found), _rubrics(suite, found))


def _text(suite: Suite, field: str, changes: Sequence[Change]) -> str:
    """Return what changed in words: `threshold 0.90 → 0.95 in 12 benchmarks`."""
    if field == "added":
        return _added(changes)
    subjects = {change.subject for change in changes}
    if field in subjects:
        return f"{counted(len(changes), 'change')} of {field}"
    columns = zip(*(_said(change).split() for change in changes), strict=False)
    alike = takewhile(lambda words: len({*words}) == 1, columns)
    what = " ".join(words[0] for words in alike)
    if what != _said(changes[0]):
        what = "changed" if field in _EVALUATORS else f"{re.sub('[._]', ' ', field)} changed"
    if field in _EVALUATORS:
        return f"{counted(len(subjects), field)} {what}"
    kind = "benchmark" if subjects <= {*suite.benchmark} else "spec"
    return f"{what.replace('_', ' ')} in {counted(len(subjects), kind)}"


def _said(change: Change) -> str:
    return change.text.removeprefix(change.subject).lstrip(": ")


def _with_consequences(rows: Iterable[Row], said: set[str]) -> Iterator[Row]:
    for row in rows:
        first = row.changes[0]
        is_clear = first.effect is not Effect.SCORE or first.field == "added"
        yield row if is_clear or first.can in said else row._replace(can=first.can)
        said.add(first.can)


def _added(changes: Iterable[Change]) -> str:
    """Return what was added in words: `18 rubrics, 52 benchmarks and 39 prompts added`."""
    kinds = Counter(match[1] for change in changes if (match := _KIND.search(change.text)))
    parts = [
        f"{counted(number, 'file')} of {kind}" if kind.endswith("s") else counted(number, kind)
        for kind, number in kinds.items()
    ]
    return f"{listed(parts)} added"


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
