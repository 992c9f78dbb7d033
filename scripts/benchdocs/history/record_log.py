"""What git knows of the files that are only added, review records and releases: whether one was altered."""

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from itertools import takewhile
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from benchdocs.documents.text_file import unix_ends
from benchdocs.history.commits import Commit, shortened, walk
from benchdocs.history.git import GitError, NoRepositoryError, blobs, head
from benchdocs.specs.discovery import RELEASE_FOLDER, REVIEW_FOLDER, RUBRIC_FOLDER

_SHALLOW = "this is a shallow clone, which lacks the older commits"


class RecordLog(NamedTuple):
    """What happened to the review records and releases, by path.

    Attributes:
        added: The commit that added a file.
        altered: What happened to a file after it was added: `edited in commit 0123456789`.
        began: Day of the suite's first commit; empty where git cannot tell it.
        head: The commit that is checked out.
        unknown: Why git cannot tell everything.
    """

    added: Mapping[str, Commit] = MappingProxyType({})
    altered: Mapping[str, str] = MappingProxyType({})
    began: str = ""
    head: str = ""
    unknown: GitError | None = None


class _Touch(NamedTuple):
    """What a commit did to a file; a merge has one for each of its branches.

    Attributes:
        done: The change in a word.
        content: The digest of what the file held since; empty where it is gone.
    """

    by: Commit
    is_merge: bool
    done: str
    content: str


def record_log(root: Path) -> RecordLog | None:
    """Return what git knows of the records of the suite below a root; None outside a repository."""
    try:
        now = head(root)
        touched, began = _touched(root, now.commit)
    except NoRepositoryError:
        return None
    except GitError as error:
        return RecordLog(unknown=error)
    altered = {path: _alteration(touches, _present(root / path)) for path, touches in touched.items()}
    return RecordLog(
        {path: touches[0].by for path, touches in touched.items()},
        {path: how for path, how in altered.items() if how},
        "" if now.is_shallow else began,
        now.commit,
        GitError(_SHALLOW, "get them with `git fetch --unshallow`") if now.is_shallow else None,
    )


@lru_cache(maxsize=1)
def _touched(root: Path, commit: str) -> tuple[dict[str, list[_Touch]], str]:
    """Return what was done to each file up to a commit, the oldest first, and when the suite began."""
    options = ("--topo-order", "--full-history", "--diff-merges=separate", "--no-renames")
    steps = walk(root, commit, *options, files=(REVIEW_FOLDER, RELEASE_FOLDER))
    names = sorted({new.blob for step in steps for _, new in step.files if new})
    contents = dict(zip(names, map(_digest, blobs(root, names)), strict=True))
    touched: dict[str, list[_Touch]] = {}
    for step in reversed(steps):
        for old, new in step.files:
            path = new.path if new else old.path if old else ""
            if path.endswith((".yaml", ".yml")):
                done = "deleted" if new is None else "edited" if old else "replaced"
                content = contents[new.blob] if new else ""
                touch = _Touch(step.commit, len(step.parents) > 1, done, content)
                touched.setdefault(path, []).append(touch)
    specs = walk(root, commit, "--date-order", "--no-patch", files=(RUBRIC_FOLDER, ":(glob)*-component/**"))
    return touched, specs[-1].commit.day if specs else ""


def _present(file: Path) -> str:
    """Return the digest of a file as it is now; an empty text where there is none that can be read."""
    with suppress(OSError):
        return _digest(file.read_bytes()) if file.is_file() else ""
    return ""


def _digest(content: bytes) -> str:
    """Return the digest of a record, which no copy's line ends change."""
    return sha256(unix_ends(content)).hexdigest()


def _alteration(touches: list[_Touch], now: str) -> str:
    """Return what happened to a file that has this digest now; empty where it is what was added first."""
    if now == touches[0].content:
        added = takewhile(lambda touch: touch.done == "replaced", touches)
        other = next((touch for touch in added if touch.content != now and not touch.is_merge), None)
        return f"added with other content in commit {shortened(other.by.id)}" if other else ""
    made = next((touch for touch in touches if touch.content == now), None)
    if made is None:
        return f"{'edited' if now else 'deleted'}, not committed yet"
    return f"{made.done} in commit {shortened(made.by.id)}"
