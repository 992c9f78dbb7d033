"""A suite's history as the pages show it: last commits, changes by subject."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, takewhile
from typing import NamedTuple

from benchdocs.history.change import Change
from benchdocs.history.commits import Commit, shortened
from benchdocs.history.concerns import told
from benchdocs.history.git_log import FormerText, History, LogEntry
from benchdocs.history.provenance import Checkout
from benchdocs.reports.urls import CHANGES_URL
from benchdocs.site.views.prompt import Evaluator
from benchdocs.specs.code_evaluator import CodeEvaluator
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.models import Benchmark
from benchdocs.specs.numbers import shown
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.suite import BenchmarkSpec, Suite

MOST_ENTRIES = 50
"""Commits that the page of changes shows; the file beside it lists all."""
MOST_CHANGES = 12
"""Changes of a commit, or of a spec, that shown at once; a page folds others away or leaves them out."""


class _Held(NamedTuple):
    """A version of a benchmark between two places of the history, of which a later one is lower.

    `version` is empty while it did not use the prompt or script in question.
    """

    since: int
    until: int
    version: str


@dataclass(frozen=True)
class Past:
    """A suite's history, looked up by codes and paths.

    `uncommitted` are the paths of files that differ from the version in git.
    """

    history: History
    suite: Suite
    uncommitted: frozenset[str] = frozenset()

    @property
    def changing(self) -> tuple[LogEntry, ...]:
        """The commits with changes of their own; a merge that only joins branches has none."""
        return tuple(entry for entry in self.history.entries if entry.changes)

    @cached_property
    def entries(self) -> tuple[LogEntry, ...]:
        """Those that the page of changes shows: first the newest that can change a score."""
        return tuple(sorted(self.changing, key=lambda entry: not entry.affecting)[:MOST_ENTRIES])

    def last(self, path: str) -> Commit | None:
        """Return the commit that last changed a file of the suite."""
        return self.history.last.get(path)

    def earlier_texts(self, evaluator: Evaluator) -> tuple[FormerText, ...]:
        """Return what the file of a prompt or script contained before, newest first."""
        texts = self.texts(evaluator)
        return texts if evaluator.path in self.uncommitted else texts[1:]

    def texts(self, evaluator: Evaluator) -> tuple[FormerText, ...]:
        """Return every text of a prompt's or script's file that git knows, newest first."""
        return self.history.prompts.get(evaluator.path, ())

    def text_versions(self, evaluator: Evaluator, spec: BenchmarkSpec) -> Iterator[str]:
        """Yield the versions that a benchmark had with each text: `3`, or `2, 3`; empty where it had none."""
        place, held = self._places, self._held(evaluator, spec)
        until = -1  # a commit comes before those that it builds on
        for text in self.texts(evaluator):
            since = place[text.commit.id]
            found = [it.version for it in held if max(until, it.until) < min(since, it.since) and it.version]
            yield ", ".join(dict.fromkeys(reversed(found)))
            until = since

    def _held(self, evaluator: Evaluator, spec: BenchmarkSpec) -> list[_Held]:
        """Return the versions of a benchmark, newest first; empty ones while it had another one."""
        moves = (change for _, change in self.history.of.get(evaluator.path, ()) if change.field == "moved")
        names = {evaluator.path, *(change.old for change in moves)}
        held: list[_Held] = []
        version = "1" if spec.fields.version is None else shown(spec.fields.version)
        named = "metric.implementation" if isinstance(evaluator, CodeEvaluator) else "llm_prompt_file"
        is_used, until = True, -1
        codes = {spec.code, *spec.fields.aliases}
        own = (pair for pair in self.of_spec(spec) if pair[1].subject in codes)
        for id_, pairs in groupby(own, key=lambda pair: pair[0].id):
            found = {change.field: change for _, change in pairs}
            if not found.keys() & {"version", "added", named}:
                continue
            held.append(_Held(self._places[id_], until, version if is_used else ""))
            version = found["version"].old or "1" if "version" in found else version
            if named in found:
                is_used = found[named].old in names
            is_used, until = is_used and "added" not in found, self._places[id_]
        return [*held, _Held(len(self._places), until, version if is_used else "")]

    @cached_property
    def _places(self) -> dict[str, int]:
        """Each commit's place in the history, the newest first."""
        return {entry.commit.id: place for place, entry in enumerate(self.history.entries)}

    def place(self, commit: Commit) -> str:
        """Return the address of a commit on the page of changes, or the page's own where it is not shown."""
        is_shown = any(entry.commit.id == commit.id for entry in self.entries)
        return f"{CHANGES_URL}#c-{short(commit)}" if is_shown else CHANGES_URL

    def of_spec(self, spec: AnySpec) -> tuple[tuple[Commit, Change], ...]:
        """Return what changed in a spec, newest first: under all its codes, and in what it depends on."""
        of = self.history.of
        found = dict.fromkeys(
            pair
            for name, fields in told(self.suite, spec).items()
            for pair in of.get(name, ())
            if fields is None or pair[1].field in fields
        )
        order = self._places if found else {}
        return tuple(sorted(found, key=lambda pair: order[pair[0].id]))

    def since_version(self, spec: AnySpec) -> tuple[tuple[Commit, Change], ...]:
        """Return the score-affecting changes since a spec's version was set, newest first."""
        changes = self.of_spec(spec)
        judges = self._judges(spec)
        set_by = (
            commit.id
            for commit, it in changes
            if it.field in ("version", "added") and it.subject not in judges
        )
        began = next(set_by, "")
        later = takewhile(lambda pair: pair[0].id != began, changes)
        return tuple(pair for pair in later if pair[1].effect is Effect.SCORE)

    def shown_uncommitted(self, spec: AnySpec) -> list[str]:
        """Return the uncommitted files that a spec's page shows."""
        return [path for path in self._shown_files(spec) if path in self.uncommitted]

    def newest(self, spec: AnySpec) -> Commit | None:
        """Return the newest commit of the files that a spec's page shows, the one to cite."""
        files = self._shown_files(spec)
        return next((commit for path, commit in self.history.last.items() if path in files), None)

    def _judges(self, spec: AnySpec) -> tuple[str, ...]:
        """Return the paths of a benchmark's prompt and script."""
        return self.suite.judged_by(spec.fields) if isinstance(spec.fields, Benchmark) else ()

    def _shown_files(self, spec: AnySpec) -> list[str]:
        """Return the files that a spec's page shows: its own, its prompt and script, its members'."""
        files = [spec.document.path, *self._judges(spec)]
        if rubric := self.suite.rubric.get(spec.code):
            parts: tuple[AnySpec, ...] = (*self.suite.members(rubric), *self.suite.sub_rubrics(rubric))
            files += [part.document.path for part in parts]
        return files


def short(commit: Commit | Checkout) -> str:
    """Return a commit's hash as pages show it, which is also its anchor on the page of changes."""
    return shortened(commit.id)
