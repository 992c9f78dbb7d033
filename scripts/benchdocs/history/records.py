"""What git knows of the files that are only added, review records and releases: whether one was altered."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from benchdocs.history.commits import shortened
from benchdocs.history.revisions import git, head
from benchdocs.specs.discovery import RELEASE_FOLDER, REVIEW_FOLDER, RUBRIC_FOLDER

_WORDS = {"M": "edited", "D": "deleted", "T": "replaced", "A": "replaced"}
_LOG = (
    *("-c", "core.quotePath=false", "log", "--topo-order", "--full-history", "-m", "--relative"),
    *("--raw", "--no-abbrev", "--no-renames", "--format=%x00%H %cs %P"),
)


class Addition(NamedTuple):
    """The commit that added a file."""

    commit: str
    date: str
    """Day of the commit in its committer's time zone."""


class RecordLog(NamedTuple):
    """What happened to the review records and releases, by path."""

    added: Mapping[str, Addition]
    altered: Mapping[str, str]
    """What happened to a file after it was added: `edited in commit 0123456789`."""
    began: str
    """Day of the suite's first commit; empty where this copy of the repository lacks it."""
    is_whole: bool
    """Whether this copy of the repository has all commits."""


class _Touch(NamedTuple):
    """What a commit did to a file; a merge has one for each of its branches."""

    by: Addition
    is_merge: bool
    letter: str
    """What git calls it."""
    blob: str
    """The hash of the file since; empty where it is gone."""


def record_log(root: Path) -> RecordLog | None:
    """Return what git knows of the records of the suite below a root; None where it knows nothing."""
    state = head(root)
    if state is None:
        return None
    touched, began = _touched(root, state.commit)
    now = _present(root, [path for path in touched if (root / path).is_file()])
    altered = {path: _alteration(touches, now.get(path, "")) for path, touches in touched.items()}
    return RecordLog(
        {path: touches[0].by for path, touches in touched.items()},
        {path: how for path, how in altered.items() if how},
        "" if state.is_shallow else began,
        is_whole=not state.is_shallow,
    )


@lru_cache(maxsize=1)
def _touched(root: Path, commit: str) -> tuple[dict[str, list[_Touch]], str]:
    """Return what was done to each file up to a commit, the oldest first, and when the suite began."""
    touched: dict[str, list[_Touch]] = {}
    output = git(root, *_LOG, commit, "--", REVIEW_FOLDER, RELEASE_FOLDER)
    for entry in reversed((output or b"").split(b"\0")[1:]):
        facts, _, files = entry.partition(b"\n")
        name, day, *parents = facts.decode().split()
        for path, letter, blob in _listed(files):
            touch = _Touch(Addition(name, day), len(parents) > 1, letter, blob)
            touched.setdefault(path, []).append(touch)
    specs = (RUBRIC_FOLDER, ":(glob)*-component/**")
    first = git(root, "log", "--reverse", "--format=%cs", commit, "--", *specs)
    return touched, (first or b"").decode().partition("\n")[0]


def _listed(files: bytes) -> Iterator[tuple[str, str, str]]:
    """Yield path, letter and blob of each file in git's raw format."""
    for line in files.decode("utf-8", "surrogateescape").splitlines():
        facts, tab, path = line.partition("\t")
        if tab and path.endswith((".yaml", ".yml")):
            _, _, _, blob, letter = facts.split()
            yield path, letter, "" if letter == "D" else blob


def _present(root: Path, paths: list[str]) -> dict[str, str]:
    """Return the hashes of files as they are now, by path."""
    asked = "".join(f"{path}\n" for path in paths).encode("utf-8", "surrogateescape")
    hashes = git(root, "hash-object", "--stdin-paths", text=asked) if paths else b""
    return dict(zip(paths, (hashes or b"").decode().split(), strict=False))


def _alteration(touches: list[_Touch], now: str) -> str:
    """Return what happened to a file that has this hash now; empty where it is what was added first."""
    if now == touches[0].blob:
        added = takewhile(lambda touch: touch.letter == "A", touches)
        other = next((touch for touch in added if touch.blob != now and not touch.is_merge), None)
        return f"added with other content in commit {shortened(other.by.commit)}" if other else ""
    made = next((touch for touch in touches if touch.blob == now), None)
    if made is None:
        return f"{'edited' if now else 'deleted'}, not committed yet"
    return f"{_WORDS[made.letter]} in commit {shortened(made.by.commit)}"
