"""A suite's history as the pages show it: last commits, changes by subject."""

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from benchdocs.history.change import Change
from benchdocs.history.commits import Commit, shortened
from benchdocs.history.concerns import told
from benchdocs.history.git_log import FormerText, History, LogEntry
from benchdocs.history.provenance import Checkout
from benchdocs.site.links import CHANGES_URL
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.numbers import shown
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.suite import BenchmarkSpec, Suite

MOST_ENTRIES = 120
"""Commits that the page of changes shows; the file beside it lists all."""
MOST_CHANGES = 12
"""Changes of a commit, or of a spec, that shown at once; a page folds others away or leaves them out."""


class Past(NamedTuple):
    """A suite's history, looked up by codes and paths."""

    history: History
    suite: Suite
    uncommitted: frozenset[str] = frozenset()
    """Paths of files that differ from the version in git."""

    @property
    def changing(self) -> tuple[LogEntry, ...]:
        """The commits with changes of their own; a merge that only joins branches has none."""
        return tuple(entry for entry in self.history.entries if entry.changes)

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        """The newest of them, which the page of changes shows."""
        return self.changing[:MOST_ENTRIES]

    @property
    def changes(self) -> Iterator[Change]:
        """All changes of all commits."""
        return (change for entry in self.history.entries for change in entry.changes)

    def last(self, path: str) -> Commit | None:
        """Return the commit that last changed a file of the suite."""
        return self.history.last.get(path)

    def earlier_texts(self, prompt: PromptFile) -> tuple[FormerText, ...]:
        """Return what a prompt's file contained before, newest first."""
        texts = self.history.prompts.get(prompt.path, ())
        return texts if prompt.path in self.uncommitted else texts[1:]

    def earlier_versions(self, prompt: PromptFile, spec: BenchmarkSpec) -> Iterator[str]:
        """Yield the version that a benchmark had with each earlier text; empty where it did not use it."""
        place = {entry.commit.id: place for place, entry in enumerate(self.history.entries)}
        changes = [(place[commit.id], change) for commit, change in self.of_spec(spec)]
        now = "1" if spec.fields.version is None else shown(spec.fields.version)
        for text in self.earlier_texts(prompt):
            later = [change for at, change in changes if at < place[text.commit.id]]
            began = {change.field for change in later if change.subject != prompt.path}
            versions = (now, *(change.old or "1" for change in later if change.field == "version"))
            yield "" if began & {"added", "llm_prompt_file"} else versions[-1]

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
        order = (
            {entry.commit.id: number for number, entry in enumerate(self.history.entries)} if found else {}
        )
        return tuple(sorted(found, key=lambda pair: order[pair[0].id]))

    def since_version(self, spec: AnySpec) -> tuple[tuple[Commit, Change], ...]:
        """Return the score-affecting changes since a spec's version was set, newest first."""
        changes = self.of_spec(spec)
        prompt = getattr(spec.fields, "llm_prompt_file", None)
        set_by = (
            commit.id for commit, it in changes if it.field in ("version", "added") and it.subject != prompt
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

    def _shown_files(self, spec: AnySpec) -> list[str]:
        """Return the files that a spec's page shows: its own, its prompt, its members'."""
        files = [spec.document.path, getattr(spec.fields, "llm_prompt_file", None) or ""]
        if rubric := self.suite.rubric.get(spec.code):
            parts: tuple[AnySpec, ...] = (*self.suite.members(rubric), *self.suite.sub_rubrics(rubric))
            files += [part.document.path for part in parts]
        return files


def short(commit: Commit | Checkout) -> str:
    """Return a commit's hash as pages show it, which is also its anchor on the page of changes."""
    return shortened(commit.id)
