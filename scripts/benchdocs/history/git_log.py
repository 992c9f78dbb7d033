"""The history of a suite in git: what each commit changed, and the last change of every file.

One `git log` lists the files that each commit touched, and one `git cat-file` hands out what they held;
the specs before and after a commit are compared as `changes` compares whole suites.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from benchdocs.history.change import Change, State
from benchdocs.history.changes import changes
from benchdocs.history.commits import Commit, CommitStep, FileVersion, Versions, steps
from benchdocs.history.git import GitError, NoRepositoryError, blobs, head, tree
from benchdocs.history.git_states import add, is_evaluator, is_read, states_around
from benchdocs.specs.discovery import SETTINGS_FILES
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.settings import NO_SETTINGS, Settings
from benchdocs.specs.settings_file import settings_among

NOT_TRACKED = "This copy of the suite is not a git repository, so earlier changes are unknown."
SHALLOW = (
    "This copy of the suite has only the newest part of its git history, so earlier changes are not listed."
)
UNKNOWN = "Git cannot tell the earlier changes of this copy of the suite: {}."
EMPTY = "The suite's files are not in git yet, so earlier changes are unknown."
_WHOLE = ("added", "removed", "readable")
"""Fields of a change that stand for all values of its subject."""


class LogEntry(NamedTuple):
    """A commit that changed the suite, and its changes; none for a merge that only joins branches."""

    commit: Commit
    changes: tuple[Change, ...]

    @property
    def affecting(self) -> tuple[Change, ...]:
        """The changes that can change a score."""
        return tuple(change for change in self.changes if change.effect is Effect.SCORE)


class FormerText(NamedTuple):
    """What a file contained from a commit on: `blob` is the hash by which git knows the content."""

    commit: Commit
    blob: str


class History(NamedTuple):
    """The suite's history; empty, with a sentence that says why, where git does not know it.

    Attributes:
        entries: Each commit before those that it builds on.
        last: The last commit that touched a file in any way, by the file's path today; the newest commit
            first.
        of: Changes by subject (a code, or a file's path today), and by the codes they concern, newest first.
        prompts: Every text that a prompt or code evaluator has had by its path today, newest first.
        gap: Why there is no history; empty where there is one.
    """

    entries: tuple[LogEntry, ...] = ()
    last: Mapping[str, Commit] = MappingProxyType({})
    of: Mapping[str, tuple[tuple[Commit, Change], ...]] = MappingProxyType({})
    prompts: Mapping[str, tuple[FormerText, ...]] = MappingProxyType({})
    gap: str = NOT_TRACKED


def history(root: Path) -> History:
    """Return the history of the suite below a root: of the commit that is checked out and all before it.

    Each change stands once, at the commit that made it. A merge has only what it decided itself.
    """
    try:
        state = head(root)
        return History(gap=SHALLOW) if state.is_shallow else _history(root, state.commit)
    except NoRepositoryError:
        return History()
    except GitError as error:
        return History(gap=UNKNOWN.format(error))


@lru_cache(maxsize=1)
def _history(root: Path, commit: str) -> History:
    """Return the history up to a commit; a preview asks for it again on every save."""
    entries: list[LogEntry] = []
    last: dict[str, Commit] = {}
    today: dict[str, str] = {}
    subjects: dict[str, list[tuple[Commit, Change]]] = {}
    texts: dict[str, list[FormerText]] = {}
    log = steps(root, commit)
    in_force = _in_force(root, log)
    rules = [_rules(step, in_force) for step in log]
    files = [
        [*step.files, *_newly_left_out(root, step, settings)]
        for step, settings in zip(log, rules, strict=True)
    ]
    read = (version for step in files for versions in step for version in versions)
    contents = blobs(root, [version.blob for version in read if version and is_read(version.path)])
    for step, touched, settings in zip(log, files, rules, strict=True):
        found = tuple(_changes(root, step, touched, settings, contents))
        for versions in step.files:
            old, new = (version.path if version else "" for version in (versions[0], versions[-1]))
            path = today.get(new or old, new or old)
            if found or len(step.parents) < 2:
                last.setdefault(path, step.commit)
            if old and new and old != new:
                today[old] = path
            if versions[-1] and is_evaluator(new) and (found or step.joins):  # else only line ends differ
                of_path = texts.setdefault(path, [])
                if of_path and of_path[-1].blob == versions[-1].blob:  # the file only moved since
                    of_path.pop()
                of_path.append(FormerText(step.commit, versions[-1].blob))
        if found or step.joins:
            entries.append(LogEntry(step.commit, found))
        for change in found:
            for name in dict.fromkeys((today.get(change.subject, change.subject), *change.concerns)):
                subjects.setdefault(name, []).append((step.commit, change))
    of = {subject: tuple(found) for subject, found in subjects.items()}
    prompts = {path: tuple(found) for path, found in texts.items()}
    return History(tuple(entries), last, of, prompts, "" if last else EMPTY)


def _rules(step: CommitStep, in_force: Mapping[str, Settings]) -> tuple[Settings, ...]:
    """Return the settings in force at each version of a commit's files."""
    before = tuple(in_force[parent] for parent in step.parents) or (NO_SETTINGS,)
    start = (in_force.get(step.base or "", NO_SETTINGS),) if len(before) > 1 else ()
    return (*start, *before, in_force[step.commit.id])


def _changes(
    root: Path,
    step: CommitStep,
    files: list[Versions],
    rules: tuple[Settings, ...],
    contents: Iterator[bytes],
) -> Iterator[Change]:
    """Yield what a commit changed, and how files changed that were left out meanwhile."""
    seen, hidden = states_around(files, rules, contents)
    for state in seen[:-1]:
        _add_untouched_evaluators(root, step.commit, state, seen[-1])
    yield from _own(seen)
    for change in _own(hidden):
        effect = Effect.MEANING if change.effect is Effect.SCORE else change.effect
        text, can = f"{change.text}, while excluded", "Nothing while it is excluded."
        yield change._replace(effect=effect, text=text, can=can)


def _own(compared: list[State]) -> tuple[Change, ...]:
    """Return the changes between two states; for a merge those that it does not have from a branch.

    A merge's states are that where the branches parted, one of each branch, and its own. It decided a value
    itself if it has another than a branch that changed it, or another than all of them. What came or went
    as a whole did so with all its values.
    """
    if len(compared) == 2:
        return changes(*compared)
    start, *branches, result = compared
    made = [{_key(change) for change in changes(start, branch)} for branch in branches]
    lost = [{_key(change): change for change in changes(branch, result)} for branch in branches]
    own: dict[tuple[str, str], Change] = {}
    for changed, found in zip(made, lost, strict=True):
        for key, change in found.items():
            is_in_none = all(key in other or _wholes(key) & other.keys() for other in lost)
            if key in changed or _wholes(key) & changed or is_in_none or _is_undone(key, changed):
                own.setdefault(key, change)
    return tuple(own.values())


def _key(change: Change) -> tuple[str, str]:
    return change.subject, change.field


def _wholes(key: tuple[str, str]) -> set[tuple[str, str]]:
    """Return what may have happened to the whole of a key's subject."""
    return {(key[0], field) for field in _WHOLE}


def _is_undone(key: tuple[str, str], changed: set[tuple[str, str]]) -> bool:
    """Return whether a subject came or went as a whole that a branch had changed in part."""
    return key[1] in _WHOLE and any(subject == key[0] for subject, _ in changed)


def _in_force(root: Path, log: list[CommitStep]) -> dict[str, Settings]:
    """Return the settings at each commit."""
    held: dict[str, frozenset[FileVersion]] = {}
    for step in reversed(log):
        before = held.get(step.parents[step.mainline], frozenset()) if step.parents else frozenset()
        touched = {path for versions in step.files for path in _paths(versions)}
        new = (versions[-1] for versions in step.files)
        held[step.commit.id] = frozenset(
            [
                *(version for version in before if version.path not in touched),
                *(version for version in new if version and version.path in SETTINGS_FILES),
            ]
        )
    names = sorted({version.blob for files in held.values() for version in files})
    texts = dict(zip(names, blobs(root, names), strict=True))
    read = {
        files: settings_among({version.path: texts[version.blob] for version in files})
        for files in {*held.values()}
    }
    return {id_: read[files] for id_, files in held.items()}


def _newly_left_out(root: Path, step: CommitStep, rules: tuple[Settings, ...]) -> list[Versions]:
    """Return the files that a commit leaves as they are, and out of the suite, or no longer."""
    old, new = rules[0], rules[-1]
    if old.exclude == new.exclude:
        return []
    touched = {path for versions in step.files for path in _paths(versions)}
    found: list[Versions] = []
    for _, blob, path in tree(root, step.commit.id):
        is_other = bool(old.excluding(path)) != bool(new.excluding(path))
        if is_other and path not in touched and is_read(path):
            found.append((FileVersion(path, blob),) * len(rules))
    return found


def _paths(versions: Versions) -> set[str]:
    return {version.path for version in versions if version}


def _add_untouched_evaluators(root: Path, commit: Commit, old: State, new: State) -> None:
    """Add the evaluators between which a benchmark changes, where the commit leaves them as they are."""
    for code, spec in new.benchmarks.items():
        before = old.benchmarks.get(code)
        named = ((it.fields.llm_prompt_file, it.fields.implementation) for it in (before, spec) if it)
        paths = {path for one in zip(*named, strict=True) if len({*one}) > 1 for path in one if path}
        wanted = paths - old.evaluators.keys() - new.evaluators.keys()
        found = [entry for entry in tree(root, commit.id) if entry.path in wanted] if wanted else []
        for entry, content in zip(found, blobs(root, [entry.blob for entry in found]), strict=True):
            add(old, entry.path, content)
            add(new, entry.path, content)
