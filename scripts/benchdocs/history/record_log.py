"""What git knows of review records, which are only added: whether one changed after its commit."""

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from benchdocs.documents.text_file import unix_ends
from benchdocs.history.commits import Commit, shortened, walk
from benchdocs.history.git import GitError, NoRepositoryError, blobs, head
from benchdocs.specs.discovery import REVIEW_FOLDER

_SHALLOW = "this is a shallow clone, which lacks the older commits"


class RecordLog(NamedTuple):
    """What happened to the review records, by path.

    Attributes:
        added: The commit that added a file.
        altered: What happened to a file since: `changed after commit 0123456789, which added it`.
        unknown: Why git cannot tell everything.
    """

    added: Mapping[str, Commit] = MappingProxyType({})
    altered: Mapping[str, str] = MappingProxyType({})
    unknown: GitError | None = None


class _Addition(NamedTuple):
    """The commit that added a record, and what the record said then."""

    commit: Commit
    content: bytes


def record_log(root: Path) -> RecordLog | None:
    """Return what git knows of the records of the suite below a root; None outside a repository."""
    try:
        now = head(root)
        added = _additions(root, now.commit)
    except NoRepositoryError:
        return None
    except GitError as error:
        return RecordLog(unknown=error)
    altered = {}
    for path, addition in added.items():
        present = _present(root / path)
        if present != addition.content:
            done = "deleted" if present is None else "changed"
            altered[path] = f"{done} after commit {shortened(addition.commit.id)}, which added it"
    return RecordLog(
        {path: addition.commit for path, addition in added.items()},
        altered,
        GitError(_SHALLOW, "get them with `git fetch --unshallow`") if now.is_shallow else None,
    )


@lru_cache(maxsize=1)
def _additions(root: Path, commit: str) -> dict[str, _Addition]:
    """Return who added each record first, up to a commit. Raises GitError."""
    options = ("--topo-order", "--full-history", "--diff-merges=separate", "--no-renames", "--diff-filter=A")
    first = {
        new.path: (step.commit, new.blob)
        for step in walk(root, commit, *options, files=(REVIEW_FOLDER,))
        for _, new in step.files
        if new and new.path.endswith((".yaml", ".yml"))
    }
    contents = blobs(root, [blob for _, blob in first.values()])
    return {
        path: _Addition(commit, unix_ends(content))
        for (path, (commit, _)), content in zip(first.items(), contents, strict=True)
    }


def _present(file: Path) -> bytes | None:
    """Return what a record says now, which no copy's line ends change; None where it is gone."""
    with suppress(OSError):
        return unix_ends(file.read_bytes()) if file.is_file() else None
    return None
