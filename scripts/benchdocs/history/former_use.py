"""When a benchmark left the suite, or became a draft, as git knows it."""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from pathlib import Path

from benchdocs.history.git import blobs, folder_in_repository, head
from benchdocs.history.log import Commit, commits_with_files
from benchdocs.specs.choices import Status

_STATED = re.compile(r"^status: *[\"']?(\w+)", re.MULTILINE)


def removals(root: Path, code: str) -> Iterator[Commit]:
    """Yield the commits that removed a benchmark's file, the newest first. Raises GitError."""
    for commit, path in commits_with_files(root, head(root).commit, "--diff-filter=D"):
        if _code(path) == code:
            yield commit


def end_of_use(root: Path, codes: Collection[str]) -> Commit | None:
    """Return the last commit that made a draft of one of these benchmarks, which was active before.

    Raises GitError.
    """
    ends = _ends_of_use(root, head(root).commit)
    for commit, code in ends:
        if code in codes:
            return commit
    return None


@lru_cache(maxsize=1)
def _ends_of_use(root: Path, head_commit: str) -> tuple[tuple[Commit, str], ...]:
    """Return all commits that made drafts of active benchmarks, the newest first, with the codes."""
    touched = commits_with_files(root, head_commit, "--diff-filter=M", "-G^status:")
    prefix = folder_in_repository(root)
    names = []
    for commit, path in touched:
        names += [f"{commit.id}^:{prefix}{path}", f"{commit.id}:{prefix}{path}"]
    states = [_status(text.decode("utf-8", "replace")) for text in blobs(root, names)]
    ends = []
    for (commit, path), before, after in zip(touched, states[::2], states[1::2], strict=True):
        if before == Status.ACTIVE != after:
            ends.append((commit, _code(path)))
    return tuple(ends)


def _status(text: str) -> str:
    """Return the status that a text of a benchmark states."""
    stated = _STATED.search(text)
    return stated[1] if stated else Status.ACTIVE


def _code(path: str) -> str:
    """Return the code that a file's name gives."""
    return path.rpartition("/")[2].partition(".")[0]
