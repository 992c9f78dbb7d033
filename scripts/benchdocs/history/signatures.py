"""What git knows of reviews: when a record was added or altered, and what changed since a fingerprint."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from benchdocs.history.change import Change, State
from benchdocs.history.changes import changes
from benchdocs.history.revisions import RevisionError, git, suite_at
from benchdocs.history.spec_states import ever_was
from benchdocs.specs.discovery import REVIEW_FOLDER, REVIEWERS_FILE, RUBRIC_FOLDER, SUITE_NAMES
from benchdocs.specs.field_facts import NO_FACTS
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.validation import AnySpec
from benchdocs.suite.fingerprints import fingerprint
from benchdocs.suite.reviews import (
    Rejection,
    Standing,
    is_current,
    may_become_active,
    rejections,
    reviewers,
    reviews_of,
    signatures,
    standing,
)
from benchdocs.suite.suite import Record, Suite

MOST_COMMITS = 50
"""Newest commits that are searched for a state of a whole suite."""
_SHORT = 10
_SPECS = tuple(
    f":(glob){name}{below}"
    for name in SUITE_NAMES
    if name not in (REVIEW_FOLDER, REVIEWERS_FILE)
    for below in ("", "/**")
)
_QUOTES_OFF = ("-c", "core.quotePath=false")
_WORDS = {"M": "edited", "D": "deleted", "T": "replaced", "A": "replaced"}


class Addition(NamedTuple):
    """The commit that added a file."""

    commit: str
    date: str
    """Day of the commit in its committer's time zone."""


class _Touch(NamedTuple):
    by: Addition
    letter: str
    """What git calls it."""
    blob: str
    """The hash of the file since; empty where it is gone."""


class RecordLog(NamedTuple):
    """What happened to the review records, by path."""

    added: Mapping[str, Addition]
    altered: Mapping[str, str]
    """What happened to a record after it was added: `edited in commit 0123456789`."""
    began: str
    """Day of the suite's first commit."""


class Suspicion(NamedTuple):
    """Why a spec is no longer what a review signed."""

    since: str
    """Day of the commit since which it differs; empty where it is not committed, or git does not know."""
    because: tuple[Change, ...]
    is_older: bool = False
    """Whether it would have to be looked for in older commits than are searched."""

    @property
    def in_words(self) -> str:
        """The suspicion in words: `since 2026-01-31: A-NEG1 weight 0.25 → 0.3`; empty if nothing is known."""
        if self.is_older:
            return f"(only the newest {MOST_COMMITS} commits were searched for the cause)"
        if not self.because:
            return f"since {self.since}" if self.since else ""
        since = f"since {self.since}" if self.since else "by what is not committed yet"
        return f"{since}: {'; '.join(change.text for change in self.because)}"


class RecordedReview(NamedTuple):
    """A review record, and what it says of its spec as it is now."""

    record: Record
    role: str
    """Role of the reviewer; empty where the reviewer is unknown."""
    is_current: bool

    @property
    def in_words(self) -> str:
        """The review in words: `2026-01-31 by ems-1 (Paramedic): weight agree`."""
        fields = self.record.fields
        said = ", ".join(f"{item} {outcome}" for item, outcome in (fields.outcome or {}).items())
        return f"{fields.date} by {fields.reviewer}{f' ({self.role})' if self.role else ''}: {said}"


class Reviewed(NamedTuple):
    """What the reviews of a spec say of it as it is now."""

    standing: Standing
    reviews: tuple[RecordedReview, ...]
    """The newest first."""
    rejections: tuple[Rejection, ...]
    suspicion: Suspicion | None
    """Why it is suspect, where it is."""
    may_become_active: bool

    @property
    def in_words(self) -> str:
        """The standing in words, with what makes it suspect and what is rejected."""
        words = str(self.standing)
        if self.standing is Standing.CURRENT:
            words = "; ".join(f"reviewed {each.in_words}" for each in self.reviews if each.is_current)
        elif self.suspicion:
            words += f" {self.suspicion.in_words}"
        rejected = (f"{each.item} by {each.record.fields.reviewer}" for each in self.rejections)
        return "; rejected: ".join(filter(None, (words.strip(), ", ".join(rejected))))


class _Search(NamedTuple):
    found: Suite | None
    """The newest state with the fingerprint."""
    after: str
    """Day of the commit after that state; empty where there is none."""
    is_complete: bool
    """Whether all commits were searched."""
    is_cut: bool = False
    """Whether there are more commits than are searched."""


def record_log(root: Path) -> RecordLog | None:
    """Return what git knows of the review records; None where it does not know the whole history."""
    state = git(root, "rev-parse", "HEAD", "--is-shallow-repository")
    if state is None or state.split()[1] == b"true":
        return None
    log = _record_log(root, state.split()[0].decode())
    options = ("--raw", "--no-abbrev", "--no-renames", "--relative")
    changed = git(root, *_QUOTES_OFF, "diff", *options, "HEAD", "--", REVIEW_FOLDER)
    now = {
        path: f"{_WORDS[letter]}, not committed yet" for path, letter, _ in _listed(changed) if letter != "A"
    }
    return log._replace(altered={**log.altered, **now})


@lru_cache(maxsize=1)
def _record_log(root: Path, head: str) -> RecordLog:
    """Return what happened up to a commit: a record is altered if it is not what was added first."""
    touched: dict[str, list[_Touch]] = {}
    options = ("--raw", "--no-abbrev", "--no-renames", "--relative", "--topo-order", "--full-history", "-m")
    output = git(root, *_QUOTES_OFF, "log", *options, "--format=%x00%H %cs", head, "--", REVIEW_FOLDER)
    for entry in reversed((output or b"").split(b"\0")[1:]):
        line, _, files = entry.partition(b"\n")
        addition = Addition(*line.decode().split())
        for path, letter, blob in _listed(files):
            touched.setdefault(path, []).append(_Touch(addition, letter, blob))
    tree = git(root, *_QUOTES_OFF, "ls-tree", "-r", head, "--", REVIEW_FOLDER)
    held = {path: head.split()[2] for head, path in _columns(tree)}
    added, altered = {}, {}
    for path, touches in touched.items():
        added[path] = touches[0].by
        now = held.get(path, "")
        if now != touches[0].blob:
            how = next(touch for touch in touches if touch.blob == now)
            altered[path] = f"{_WORDS[how.letter]} in commit {how.by.commit[:_SHORT]}"
    first = git(root, "log", "--reverse", "--format=%cs", head, "--", RUBRIC_FOLDER, ":(glob)*-component/**")
    return RecordLog(added, altered, (first or b"").decode().partition("\n")[0])


def _listed(output: bytes | None) -> Iterator[tuple[str, str, str]]:
    """Yield the records of git's raw list: path, letter of what happened, and blob, empty if it is gone."""
    for head, path in _columns(output):
        _, _, _, blob, letter = head.split()
        if letter in _WORDS and path.endswith((".yaml", ".yml")):
            yield path, letter, "" if letter == "D" else blob


def _columns(output: bytes | None) -> Iterator[tuple[str, str]]:
    """Yield the two columns of a list of git's."""
    for line in (output or b"").decode("utf-8", "replace").splitlines():
        head, tab, path = line.partition("\t")
        if tab:
            yield head, path


def never_was(root: Path, spec: AnySpec, code: str, mark: str, commit: str = "HEAD") -> bool:
    """Return whether no state of a spec, under a code, had a fingerprint; False where git cannot tell.

    Of a rubric the newest commits are searched up to one, of a benchmark all.
    """
    if not isinstance(spec.fields, Rubric):
        return not ever_was(root, code, mark, commit)
    search = _search(root, (code,), mark, commit)
    return search.found is None and search.is_complete


def suspicion(suite: Suite, spec: AnySpec, mark: str) -> Suspicion:
    """Return since when and because of what a spec is not what has this fingerprint."""
    codes = (spec.code, *getattr(spec.fields, "aliases", ()))
    search = _search(suite.root, codes, mark, "HEAD")
    if search.found is None:
        return Suspicion("", (), is_older=search.is_cut)
    found = changes(State.of(search.found), State.of(suite))
    return Suspicion(search.after, tuple(change for change in found if _concerns(suite, spec, change)))


def reviewed(suite: Suite, spec: AnySpec) -> Reviewed:
    """Return what the reviews of a spec say of it as it is now; git is asked only of a suspect one."""
    found = []
    for record in reversed(reviews_of(suite, spec)):
        reviewer = reviewers(suite).get(record.fields.reviewer or "")
        role = (reviewer.role if reviewer else None) or ""
        found.append(RecordedReview(record, role, is_current(suite, spec, record)))
    state = standing(suite, spec)
    doubt = suspicion(suite, spec, signatures(suite, spec)[-1]) if state is Standing.OUTDATED else None
    may_be = may_become_active(suite, spec)
    return Reviewed(state, tuple(found), rejections(suite, spec), doubt, may_be)


def _search(root: Path, codes: tuple[str, ...], mark: str, commit: str) -> _Search:
    log = git(root, "log", f"-{MOST_COMMITS + 1}", "--format=%H %cs", commit, "--", *_SPECS)
    commits = (log or b"").decode().splitlines()
    after = ""
    for line in commits[:MOST_COMMITS]:
        name, date = line.split()
        state = _suite_at(root, name)
        specs = [state and (state.benchmark.get(code) or state.rubric.get(code)) for code in codes]
        if state and any(spec and fingerprint(state, spec) == mark for spec in specs):
            return _Search(state, after, is_complete=True)
        after = date
    is_cut = len(commits) > MOST_COMMITS
    return _Search(None, "", is_complete=bool(commits) and not is_cut, is_cut=is_cut)


@lru_cache(maxsize=MOST_COMMITS)
def _suite_at(root: Path, commit: str) -> Suite | None:
    try:
        return suite_at(commit, root)
    except RevisionError:
        return None


def _concerns(suite: Suite, spec: AnySpec, change: Change) -> bool:
    """Return whether a change is one of what the fingerprint of a spec covers."""
    facts = type(spec.fields).facts().get(change.field, NO_FACTS)
    if change.field == "layout" or not facts.signed:
        return False
    if change.subject in (spec.code, getattr(spec.fields, "llm_prompt_file", None)):
        return True
    if not isinstance(spec.fields, Rubric):
        return False
    below = suite.rubrics_below(suite.rubric[spec.code]).values()
    codes = {code for part in below for code in (part.code, *(part.fields.benchmarks or ()))}
    model = Benchmark if change.subject in suite.benchmark else Rubric
    known = model.facts().get(change.field)
    return change.subject in codes and (known is None or known.decides_verdict or known.changes_apart)
