"""What git knows of the files that are only added, review records and releases: whether one was altered."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from itertools import takewhile
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from benchdocs.documents.text_file import unix_ends
from benchdocs.history.commits import shortened
from benchdocs.history.git import GitError, NoRepositoryError, blobs, head, log
from benchdocs.specs.discovery import RELEASE_FOLDER, REVIEW_FOLDER, RUBRIC_FOLDER

_WORDS = {"M": "edited", "D": "deleted", "T": "replaced", "A": "replaced"}
_LOG = (
    "%H %cs %P%x00",
    "--topo-order",
    "--full-history",
    "--diff-merges=separate",
    "--relative",
    "--raw",
    "--no-renames",
)
_SHALLOW = "this is a shallow clone, which lacks the older commits"


class Addition(NamedTuple):
    """The commit that added a file."""

    commit: str
    date: str
    """Day of the commit in its committer's time zone."""


class RecordLog(NamedTuple):
    """What happened to the review records and releases, by path."""

    added: Mapping[str, Addition] = MappingProxyType({})
    altered: Mapping[str, str] = MappingProxyType({})
    """What happened to a file after it was added: `edited in commit 0123456789`."""
    began: str = ""
    """Day of the suite's first commit; empty where git cannot tell it."""
    unknown: GitError | None = None
    """Why git cannot tell everything."""


class _Touch(NamedTuple):
    """What a commit did to a file; a merge has one for each of its branches."""

    by: Addition
    is_merge: bool
    letter: str
    """What git calls it."""
    content: str
    """The digest of what the file held since; empty where it is gone."""


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
        GitError(_SHALLOW, "get them with `git fetch --unshallow`") if now.is_shallow else None,
    )


@lru_cache(maxsize=1)
def _touched(root: Path, commit: str) -> tuple[dict[str, list[_Touch]], str]:
    """Return what was done to each file up to a commit, the oldest first, and when the suite began."""
    found = list(_listed(log(root, *_LOG, commit, "--", REVIEW_FOLDER, RELEASE_FOLDER)))
    names = sorted({blob for _, _, _, blob in found if blob})
    contents = dict(zip(names, map(_digest, blobs(root, names)), strict=True))
    touched: dict[str, list[_Touch]] = {}
    for (name, day, *parents), path, letter, blob in reversed(found):
        touch = _Touch(Addition(name, day), len(parents) > 1, letter, contents.get(blob, ""))
        touched.setdefault(path, []).append(touch)
    specs = (RUBRIC_FOLDER, ":(glob)*-component/**")
    days = log(root, "%cs", "--date-order", "--reverse", commit, "--", *specs)
    return touched, days.decode().partition("\0")[0]


def _listed(output: bytes) -> Iterator[tuple[list[str], str, str, str]]:
    """Yield hash, day and parents of each commit with each file it touched: path, letter and blob."""
    commit: list[str] = []
    tokens = iter(output.decode("utf-8", "surrogateescape").split("\0"))
    for token in tokens:
        start = token.lstrip("\n")
        if start.startswith(":"):
            _, _, _, blob, letter = start.split()
            path = next(tokens)
            if path.endswith((".yaml", ".yml")):
                yield commit, path, letter, "" if letter == "D" else blob
        elif start:
            commit = start.split()


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
        added = takewhile(lambda touch: touch.letter == "A", touches)
        other = next((touch for touch in added if touch.content != now and not touch.is_merge), None)
        return f"added with other content in commit {shortened(other.by.commit)}" if other else ""
    made = next((touch for touch in touches if touch.content == now), None)
    if made is None:
        return f"{'edited' if now else 'deleted'}, not committed yet"
    return f"{_WORDS[made.letter]} in commit {shortened(made.by.commit)}"
