"""The commit and digest of a suite's files, and the checker that examined them: a report can be repeated."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from benchdocs.documents.locations import printable
from benchdocs.documents.text_file import unix_ends
from benchdocs.files.tree import is_leftover
from benchdocs.history.git import GitError, blobs, head, is_stored_as, tree
from benchdocs.history.log import last_commit, short
from benchdocs.specs import discovery
from benchdocs.specs.numbers import counted, day_text
from benchdocs.suite.digest import files_of, manifest
from benchdocs.suite.suite import Suite

PACKAGE = Path(__file__).parent.parent
REFERENCES = {
    "a-component/FIELD_SPECS.md": "references/benchmark.md",
    "rubrics/FIELD_SPECS.md": "references/rubric.md",
    discovery.PROMPT_REFERENCE: "pages/authoring/prompt-reference.md",
}
"""Where an installed package has each reference, by its file in a project."""


class Tool(NamedTuple):
    """The checker that examined a suite.

    `digest` is SHA-256 over its modules, theme and pages, in the order of their paths: of the same suite,
    tools of the same digest make the same pages.
    """

    name: str
    version: str
    digest: str


class Checkout(NamedTuple):
    """The state of a suite's files in git.

    Attributes:
        id: The last commit that touched them; in a shallow clone without that commit, the oldest one there.
        date: Day of the commit in its committer's time zone (`2026-01-31`).
        is_shallow: Whether the clone lacks the history that would name the last commit for certain.
        files: Paths of the files that differ from the repository, new ones included.
    """

    id: str
    date: str
    is_shallow: bool
    files: tuple[str, ...]


class Stamp(NamedTuple):
    """What tells a published file's state of the suite from every other.

    Attributes:
        version: Name of the released version; empty where the site is not one of several versions.
        commit: The last commit that touched the suite's files; empty where it is not known.
        date: Day of the commit.
        uncommitted: Number of files that differ from the commit.
        digest: SHA-256 of the manifest of the suite's files.
        site: SHA-256 of everything that pages are made from, the checker included.
        checker: SHA-256 of the checker alone.
    """

    version: str
    commit: str
    date: str
    uncommitted: int
    digest: str
    site: str
    checker: str

    @property
    def text(self) -> str:
        """The stamp in words, for the foot of a page."""
        parts = []
        if self.version:
            parts.append(f"version {self.version}")
        if self.commit:
            parts.append(f"commit {short(self.commit)} of {day_text(self.date)}")
        else:
            parts.append("not committed")
        if self.uncommitted:
            parts.append(f"{counted(self.uncommitted, 'file')} not committed")
        parts += [f"checker {short(self.checker)}", f"site {short(self.site)}"]
        return ", ".join((*parts, f"suite SHA-256 {self.digest}"))


@cache
def tool() -> Tool:
    """Return the running checker."""
    digest = sha256(checker_manifest()).hexdigest()
    return Tool("benchdocs", metadata.version("benchdocs"), digest)


def checker_manifest() -> bytes:
    """Return the digest of every file of the package as it is installed: modules, theme and pages."""
    paths = {copy: PACKAGE.parents[1] / source for source, copy in REFERENCES.items()}
    for path in PACKAGE.rglob("*"):
        paths[path.relative_to(PACKAGE).as_posix()] = path
    files = []
    for name, path in paths.items():
        if path.is_file() and "__pycache__" not in path.parts and not is_leftover(path.name):
            files.append((name, path.read_bytes()))
    return manifest(files)


def digest_at(suite: Suite, root: Path, commit: str) -> str:
    """Return the digest that a suite, read from a commit, had there. Raises GitError."""
    held = {entry.path: entry.blob for entry in tree(root, commit)}
    paths = [path for path in files_of(suite) if path in held]
    contents = map(unix_ends, blobs(root, [held[path] for path in paths]))
    return sha256(manifest(zip(paths, contents, strict=True))).hexdigest()


def commit(suite: Suite) -> Checkout:
    """Return the state of a suite in git. Raises GitError where git cannot tell it, or holds none of it."""
    now = head(suite.root)
    last_and_age = last_commit(suite.root, now.commit)
    if not last_and_age:
        raise GitError("no commit has the suite's files", "commit them")
    last, is_oldest = last_and_age
    return Checkout(last.id, last.date, now.is_shallow and is_oldest, tuple(_differing(suite, now.commit)))


def _differing(suite: Suite, commit: str) -> Iterator[str]:
    """Yield the files of a suite that differ from a commit, also those that git ignores."""
    held = {entry.path: entry.blob for entry in tree(suite.root, commit) if _is_compared(entry.path)}
    present = (*files_of(suite), *discovery.norms(suite.root), *discovery.records(suite.root))
    for path in sorted({*held, *present}):
        if path not in held or not is_stored_as(suite.root / path, held[path]):
            yield printable(path)


def _is_compared(path: str) -> bool:
    return (
        discovery.is_spec_or_evaluator(path)
        or discovery.is_norm(path)
        or discovery.is_record(path)
        or path in discovery.SETTINGS_FILES
    )
