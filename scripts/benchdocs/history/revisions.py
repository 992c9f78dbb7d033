"""Find earlier states of a suite, and load them: from a git revision, or another folder."""

import os
import tempfile
from contextlib import suppress
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from benchdocs.files.atomic import reason
from benchdocs.files.safe_path import safe_path
from benchdocs.history.git import GitError, blobs, git, head, log, tree
from benchdocs.history.log import Commit, Log, spec_commits
from benchdocs.specs import discovery
from benchdocs.specs.loading import load
from benchdocs.suite.suite import Suite

RECENT_DAYS = 30
"""Days whose changes the site lists where there is no release."""


class RevisionError(ValueError):
    """No folder or revision with specs; the message says which and why."""


def suite_at(name: str, root: Path) -> Suite:
    """Return the suite of a folder, or of a revision of the root's repository.

    Raises RevisionError where there is none.
    """
    folder = Path(name)
    if folder.is_dir() and discovery.has_specs(folder):
        return Suite(load(folder))
    try:
        revision = git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", name)
        commit = git(root, "rev-parse", "--verify", "--quiet", f"{revision.decode().strip()}^{{commit}}")
    except GitError:
        if folder.is_dir():
            raise RevisionError(f"no specs in `{folder}`") from None
        raise RevisionError(_unknown(name, root)) from None
    return _of_commit(commit.decode().strip(), name, root)


@lru_cache(maxsize=8)
def _of_commit(commit: str, name: str, root: Path) -> Suite:
    """Return the suite of a commit."""
    with tempfile.TemporaryDirectory() as scratch:
        try:
            _write_files(root, commit, Path(scratch))
        except GitError as error:
            raise RevisionError(f"git cannot read all files of revision `{name}`: {error.in_words}") from None
        except OSError as error:
            raise RevisionError(f"revision `{name}` cannot be read: {reason(error)}") from None
        if not discovery.has_specs(Path(scratch)):
            raise RevisionError(f"revision `{name}` has no specs below `{root}`; use another --root")
        suite = Suite(load(Path(scratch)))
        _ = suite.norms  # read while the files are there
        return suite


class Baseline(NamedTuple):
    """The state that the site compares the suite with.

    `release` is the name of the tag; empty where the state is that of a day.
    """

    commit: Commit
    release: str = ""


def baseline(root: Path, history: Log, releases: str) -> Baseline | None:
    """Return the last release, else the state of some days before the last commit; None without a history.

    `releases` is the pattern of the tags of releases; without one there are none.
    """
    commits = spec_commits(history)
    if not commits:
        return None
    if releases and (tag := last_release(root, releases)):
        name, commit = tag
        return Baseline(commit, name)
    first = str(_days_before(commits[0].date, RECENT_DAYS))
    for commit in commits:
        if commit.date < first:
            return Baseline(commit)
    return Baseline(commits[-1])


def _days_before(day: str, number: int) -> date:
    """Return the day that many days before one; a commit may claim any year."""
    try:
        return date.fromisoformat(day) - timedelta(number)
    except (ValueError, OverflowError):
        return date.min


def last_release(root: Path, pattern: str) -> tuple[str, Commit] | None:
    """Return the last tag of a pattern before the commit that is checked out, and its commit."""
    with suppress(GitError):
        tag = git(root, "describe", "--tags", "--abbrev=0", f"--match={pattern}").decode().strip()
        facts = log(root, "%H%x00%cs%x00%an%x00%s", "-1", f"refs/tags/{tag}").decode("utf-8", "replace")
        return tag, Commit(*facts.strip("\0\n").split("\0"))
    return None


def _unknown(name: str, root: Path) -> str:
    """Return that no revision has this name, or why git cannot tell."""
    try:
        head(root)
    except GitError as error:
        return f"`{name}` is no folder, and git cannot tell whether it is a revision: {error.in_words}"
    return f"`{name}` is neither a folder nor a revision of the repository around `{root}`"


def _is_of_suite(path: str) -> bool:
    return discovery.is_norm(path) or discovery.is_record(path) or discovery.is_in_suite(path)


def _write_files(root: Path, commit: str, target: Path) -> None:
    """Write a commit's files of the suite as git stores them, links as links, whatever the attributes.

    Raises OSError, and then has written nothing, where a tree names a file that may not be written, and
    GitError where git cannot read it.
    """
    entries = [entry for entry in tree(root, commit) if _is_of_suite(entry.path)]
    # Links last, inner ones first: where case does not count, one could stand for a folder of other files.
    entries.sort(key=lambda entry: (entry.is_link, -entry.path.count("/")))
    files = [safe_path(target, entry.path) for entry in entries]
    contents = blobs(root, [entry.blob for entry in entries])
    for file, entry, content in zip(files, entries, contents, strict=True):
        file.parent.mkdir(parents=True, exist_ok=True)
        if entry.is_link:
            with suppress(OSError):  # Windows may refuse it; then a file holds the path, as in git
                file.symlink_to(os.fsdecode(content))
            if os.path.lexists(file):
                continue
        file.write_bytes(content)
