"""Read from git which commits touched a suite's files, and what merges did to them themselves."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from benchdocs.documents.locations import printable
from benchdocs.documents.text_file import shorten
from benchdocs.history.git import git, log
from benchdocs.specs.discovery import (
    CALL_FOLDER,
    CASE_FOLDER,
    CODE_FOLDER,
    NORM_FILES,
    NORM_FOLDERS,
    PROMPT_FOLDER,
    RECORD_FILES,
    REVIEW_FOLDER,
    RUBRIC_FOLDER,
    SETTINGS_FILES,
)

_FORMAT = ("H", "T", "P", "cs", "cn", "as", "an", "s", "b")
"""What is asked of a commit: hashes of it, its tree, its parents; days and names; the message."""
_LOG = (
    *("".join(f"%{name}%x00" for name in _FORMAT), "--diff-merges=off"),
    *("--raw", "--find-renames", "--relative"),
)
_TREES = ("diff-tree", "--stdin", "-r", "--raw", "-z", "--no-abbrev", "--no-renames", "--relative")
FILES = (
    *(":(glob)*-component/**", ":(glob)*/*-component/**"),
    *(f":(glob){RUBRIC_FOLDER}/**", f":(glob){PROMPT_FOLDER}/**"),
    *(f":(glob){folder}/**" for folder in (*NORM_FOLDERS, REVIEW_FOLDER)),
    *(f":(glob){folder}/**" for folder in (CODE_FOLDER, CASE_FOLDER, CALL_FOLDER)),
    *(f":(literal){path}" for path in (*NORM_FILES, *SETTINGS_FILES, *RECORD_FILES)),
)
_FILE_MODE = "100"
"""Start of the mode of a regular file; a link or a submodule is no spec."""

_SHOWN_DIGITS = 12
_MOST_OF_A_LINE, _MOST_OF_A_BODY = 500, 10_000
"""Characters that are kept of a commit's subject or a name in it, and of the rest of its message."""


def shortened(commit: str) -> str:
    """Return a commit's hash as pages and findings show it."""
    return commit[:_SHOWN_DIGITS]


class Commit(NamedTuple):
    """A commit as git records it; characters that cannot be shown are escaped.

    Attributes:
        id: The full hash.
        date: The author's date: `2026-01-31`.
        body: The rest of the message.
        committer: Who made the commit, where that is not the author.
        committed: The committer's date, where it is another day.
        is_out_of_order: Whether it claims to be older than a commit that it builds on.
    """

    id: str
    date: str
    author: str
    subject: str
    body: str = ""
    committer: str = ""
    committed: str = ""
    is_out_of_order: bool = False

    @property
    def day(self) -> str:
        """Day of the commit in its committer's time zone."""
        return self.committed or self.date


class FileVersion(NamedTuple):
    """A file of the suite at a commit; `blob` is the hash of its content."""

    path: str
    blob: str


Versions = tuple[FileVersion | None, ...]
"""A file before and after a commit; for a merge, where the branches parted, in each branch, and merged.

None where there is no such file.
"""


@dataclass(eq=False)
class CommitStep:
    """A commit and the files that it changed itself.

    Attributes:
        parents: The commits before it that touched the suite's files, or merges of such.
        place: Its number: a commit comes before those that it builds on.
        base: For a merge: the newest commit that all branches share.
        mainline: Number of the first parent whose settings it has.
        joins: Whether it is a merge that is like none of its branches.
    """

    commit: Commit
    tree: str
    parents: tuple[str, ...]
    place: int
    files: list[Versions] = field(default_factory=list)
    base: str | None = None
    mainline: int = 0
    joins: bool = False


def steps(root: Path, head: str) -> list[CommitStep]:
    """Return all commits that touched the suite's files, with all merges, each before its parents.

    Raises GitError where git cannot read them.
    """
    log = walk(root, head, "--topo-order", "--full-history", "--parents")
    found = {step.commit.id: step for step in log}
    _add_merged_files(root, found)
    for step in found.values():
        own, before = step.commit, [found[parent].commit for parent in step.parents if parent in found]
        is_late = any(own.date < other.date or own.day < other.day for other in before)
        step.commit = own._replace(is_out_of_order=is_late)
    return list(found.values())


def walk(root: Path, head: str, *options: str, files: Iterable[str] = FILES) -> list[CommitStep]:
    """Return the commits up to one that touched files, in git's order, with the files that each changed.

    The options are git's own. Raises GitError.
    """
    found: list[CommitStep] = []
    tokens = iter(log(root, *_LOG, *options, head, "--", *files).split(b"\0"))
    for token in tokens:
        start = token.lstrip(b"\n")
        if start.startswith(b":"):
            versions = _versions(start, tokens)
            found[-1].files += [versions] if any(versions) else []
        elif start:
            rest = (each.decode("utf-8", "replace") for each in islice(tokens, len(_FORMAT) - 1))
            found.append(_step(len(found), start.decode(), *rest))
    return found


def _step(place: int, *fields: str) -> CommitStep:
    id_, tree, parents, committed, committer, date, author, subject, body = fields
    author, committer, subject = (shorten(text, _MOST_OF_A_LINE) for text in (author, committer, subject))
    body = body.strip()
    commit = Commit(
        *(id_, date, author, subject),
        body="\n".join(map(printable, body[:_MOST_OF_A_BODY].splitlines()))
        + ("\n..." if len(body) > _MOST_OF_A_BODY else ""),
        committer=committer if committer != author else "",
        committed=committed if committed != date else "",
    )
    return CommitStep(commit, tree, tuple(parents.split()), place)


def _versions(start: bytes, tokens: Iterator[bytes]) -> Versions:
    """Return a file before and after, from git's raw format: modes, blobs, a letter, and one path or two."""
    old_mode, new_mode, old_blob, new_blob, letter = start[1:].decode().split()
    old = new = next(tokens).decode("utf-8", "surrogateescape")
    if letter.startswith("R"):
        new = next(tokens).decode("utf-8", "surrogateescape")
    elif old_blob == new_blob:  # only its mode differs
        return None, None
    return tuple(
        FileVersion(path, blob) if mode.startswith(_FILE_MODE) and not _is_hidden(path) else None
        for path, blob, mode in ((old, old_blob, old_mode), (new, new_blob, new_mode))
    )


def _is_hidden(path: str) -> bool:
    return path.startswith(".") or "/." in path


# Merges -----------------------------------------------------------------------------------------------


def _add_merged_files(root: Path, steps: Mapping[str, CommitStep]) -> None:
    """Add to each merge the files that more than one branch changed, or that are as no branch left them."""
    merges = {step: _merge_base(step.parents, steps) for step in steps.values() if len(step.parents) > 1}
    pairs = [
        (steps[id_].tree, step.tree)
        for step, base in merges.items()
        for id_ in (*filter(None, [base]), *step.parents)
    ]
    differences = compared(root, pairs)
    for step, base in merges.items():
        since = next(differences) if base else None
        branches = [next(differences) for _ in step.parents]
        step.joins, step.base = all(branches), base
        same = (number for number, it in enumerate(branches) if it.keys().isdisjoint(SETTINGS_FILES))
        step.mainline = next(same, 0)
        for path in sorted(set().union(*branches, since or ())):
            result = next(found[path][1] for found in (since or {}, *branches) if path in found)
            left = [found[path][0] if path in found else result for found in branches]
            start = None if since is None else since[path][0] if path in since else result
            if ({version for version in left if version != start} or {start}) != {result}:
                step.files.append((start, *left, result))


def _merge_base(parents: tuple[str, ...], steps: Mapping[str, CommitStep]) -> str | None:
    """Return the newest commit that all branches share; None where they have no common start."""
    sides: dict[str, int] = {}
    waiting: list[tuple[int, str]] = []

    def visit(ids: Iterable[str], side: int) -> None:
        for id_ in ids:
            if sides.get(id_, 0) | side != sides.get(id_):
                if id_ not in sides:
                    heappush(waiting, (steps[id_].place, id_))
                sides[id_] = sides.get(id_, 0) | side

    for number, parent in enumerate(parents):
        visit([parent], 1 << number)
    while waiting:
        _, id_ = heappop(waiting)
        if sides[id_] == (1 << len(parents)) - 1:
            return id_
        visit(steps[id_].parents, sides[id_])
    return None


def compared(root: Path, trees: list[tuple[str, str]]) -> Iterator[dict[str, Versions]]:
    """Yield the files that differ between each two trees by their paths."""
    asked = "".join(f"{old} {new}\n" for old, new in trees).encode()
    output = git(root, *_TREES, "--", *FILES, text=asked) if trees else b""
    found: dict[str, Versions] | None = None
    tokens = iter(output.split(b"\0"))
    for token in tokens:
        *heads, start = token.split(b"\n")
        for _ in heads:
            if found is not None:
                yield found
            found = {}
        if start and found is not None:
            versions = _versions(start, tokens)
            path = next((version.path for version in versions if version), "")
            if path:
                found[path] = versions
    if found is not None:
        yield found
