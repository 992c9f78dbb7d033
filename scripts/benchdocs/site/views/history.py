"""A suite's history as pages show it: which commits touched what, and which of them can change a score."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, islice

from benchdocs.history.log import MOST_LISTED, MOST_OF_FILE, Commit, Log, short
from benchdocs.history.provenance import Checkout
from benchdocs.specs.models import Benchmark
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.suite import Suite


@dataclass(frozen=True)
class ListedCommit:
    """A commit in a list.

    Attributes:
        is_deciding: Whether it touched a line of these files that can change a score, or a version.
        subjects: Codes of the specs, and names of the other files, that it touched.
    """

    commit: Commit
    is_deciding: bool
    subjects: tuple[str, ...] = ()

    @property
    def comparison(self) -> str:
        """The command that shows what it changed."""
        name = short(self.commit.id)
        return f"benchdocs diff {name}^ {name}"


@dataclass(frozen=True)
class Past:
    """A suite's history, looked up by specs and paths.

    `uncommitted` are the paths of files that differ from the version in git.
    """

    log: Log
    suite: Suite
    uncommitted: frozenset[str] = frozenset()

    def last(self, path: str) -> Commit | None:
        """Return the commit that last touched a file of the suite."""
        return next(iter(self.log.of.get(path, ())), None)

    def day_of(self, subjects: Iterable[str]) -> str:
        """Return the day on which all of these specs, by code, and files were last changed; else nothing."""
        days = set[str]()
        for subject in subjects:
            spec = self.suite.spec(subject)
            last = self.last(spec.document.path if spec else subject)
            days.add(last.date if last else "")
        return days.pop() if len(days) == 1 else ""

    def commits(self, paths: Iterable[str]) -> tuple[ListedCommit, ...]:
        """Return the newest commits that touched any of these files."""
        files = tuple(paths)
        return tuple(
            ListedCommit(commit, self.log.is_deciding(commit, files))
            for commit in islice(self.log.touching(files), MOST_OF_FILE)
        )

    @cached_property
    def days(self) -> dict[str, list[ListedCommit]]:
        """The newest commits by day, the newest day first."""
        newest = sorted(self.log.commits[:MOST_LISTED], key=lambda commit: commit.date, reverse=True)
        days = groupby(newest, key=lambda commit: commit.date)
        return {day: [self._listed(commit) for commit in commits] for day, commits in days}

    @cached_property
    def commits_of_day(self) -> Counter[str]:
        """How many commits there are of a day, listed or not."""
        return Counter(commit.date for commit in self.log.commits)

    def _listed(self, commit: Commit) -> ListedCommit:
        files = self.log.files[commit.id]
        subjects = dict.fromkeys(self._name.get(path, path.rpartition("/")[2]) for path in files)
        return ListedCommit(commit, self.log.is_deciding(commit, files), tuple(subjects))

    @cached_property
    def _name(self) -> dict[str, str]:
        return {spec.document.path: spec.code for spec in self.suite.specs}

    def files_of(self, spec: AnySpec) -> tuple[str, ...]:
        """Return a spec's own file, and those of its prompt and scripts."""
        judges = self.suite.judged_by(spec.fields) if isinstance(spec.fields, Benchmark) else ()
        return (spec.document.path, *judges)

    def shown_uncommitted(self, spec: AnySpec) -> list[str]:
        """Return the uncommitted files that a spec's page shows."""
        return [path for path in self._shown_files(spec) if path in self.uncommitted]

    def newest(self, spec: AnySpec) -> Commit | None:
        """Return the newest commit of the files that a spec's page shows, the one to cite."""
        return next(self.log.touching(self._shown_files(spec)), None)

    def _shown_files(self, spec: AnySpec) -> list[str]:
        """Return the files that a spec's page shows: its own, its prompt and script, its members'."""
        files = [*self.files_of(spec)]
        if rubric := self.suite.rubric.get(spec.code):
            parts: tuple[AnySpec, ...] = (*self.suite.members(rubric), *self.suite.sub_rubrics(rubric))
            files += [part.document.path for part in parts]
        return files


def shortened(commit: Commit | Checkout) -> str:
    """Return a commit's hash as pages show it."""
    return short(commit.id)
