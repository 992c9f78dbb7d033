"""The commit and digest of a suite's files, and the checker that examined them: a report can be repeated."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from benchdocs.documents.locations import printable
from benchdocs.documents.text_file import unix_ends
from benchdocs.files.tree import is_leftover
from benchdocs.history.commits import shortened, walk
from benchdocs.history.git import GitError, blobs, head, tree
from benchdocs.history.git_states import is_read
from benchdocs.specs.discovery import PROMPT_REFERENCE, SETTINGS_FILES, norms, records
from benchdocs.specs.numbers import counted
from benchdocs.suite.suite import Suite

PACKAGE = Path(__file__).parent.parent
THEME = PACKAGE / "mkdocs_adapter/theme"
"""Folder with the templates, style sheets and scripts that every site has, before Material's."""
REFERENCES = {
    "a-component/FIELD_SPECS.md": "references/benchmark.md",
    "rubrics/FIELD_SPECS.md": "references/rubric.md",
    PROMPT_REFERENCE: "pages/authoring/prompt-reference.md",
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
    """

    version: str
    commit: str
    date: str
    uncommitted: int
    digest: str
    site: str

    @property
    def text(self) -> str:
        """The stamp in words, for the foot of a page."""
        commit = f"commit {shortened(self.commit)} of {self.date}" if self.commit else "not committed"
        changed = f", {counted(self.uncommitted, 'file')} not committed" if self.uncommitted else ""
        version = f"version {self.version}, " if self.version else ""
        return f"{version}{commit}{changed}, site {shortened(self.site)}, suite SHA-256 {self.digest}"


@cache
def tool() -> Tool:
    """Return the running checker."""
    digest = sha256(checker_manifest()).hexdigest()
    return Tool("benchdocs", metadata.version("benchdocs"), digest)


def checker_manifest() -> bytes:
    """Return the digest of every file of the package as it is installed: modules, theme and pages."""
    files = {path.relative_to(PACKAGE).as_posix(): path for path in PACKAGE.rglob("*")}
    elsewhere = {copy: PACKAGE.parents[1] / source for source, copy in REFERENCES.items()}
    return manifest(
        (name, path.read_bytes())
        for name, path in (elsewhere | files).items()
        if path.is_file() and "__pycache__" not in path.parts and not is_leftover(path.name)
    )


def manifest(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return the digest of every file with its path, sorted, in the format of `sha256sum`."""
    lines = (f"{sha256(content).hexdigest()}  {path}\n" for path, content in files)
    return "".join(sorted(lines, key=lambda line: line[66:])).encode()


def suite_digest(suite: Suite) -> str:
    """Return the SHA-256 of the manifest of all specs, cases, prompts and settings. Raises OSError."""
    return _digest(suite, _files(suite))


def _digest(suite: Suite, paths: Iterable[str]) -> str:
    """Return the SHA-256 of the manifest of files, which no copy's line ends change."""
    files = ((path, unix_ends((suite.root / path).read_bytes())) for path in paths)
    return sha256(manifest(files)).hexdigest()


def _files(suite: Suite) -> Iterator[str]:
    dictionary = (suite.dictionary,) if suite.dictionary else ()
    specs = (spec.document for spec in (*suite.specs, *suite.cases, *suite.calls, *dictionary))
    files = (*specs, *suite.evaluators, suite.settings.file)
    return (file.path for file in files if file.text)


def commit(suite: Suite) -> Checkout:
    """Return the state of a suite in git. Raises GitError where git cannot tell it, or holds none of it."""
    now = head(suite.root)
    found = walk(suite.root, now.commit, "-1", "--no-patch")
    if not found:
        raise GitError("no commit has the suite's files", "commit them")
    last, is_oldest = found[0].commit, not found[0].parents
    return Checkout(last.id, last.day, now.is_shallow and is_oldest, tuple(_differing(suite, now.commit)))


def _differing(suite: Suite, commit: str) -> Iterator[str]:
    """Yield the files of a suite that differ from a commit, also those that git ignores."""
    listed = tree(suite.root, commit)
    entries = [entry for entry in listed if is_read(entry.path) or entry.path in SETTINGS_FILES]
    held = map(unix_ends, blobs(suite.root, [entry.blob for entry in entries]))
    contents = dict(zip((entry.path for entry in entries), held, strict=True))
    present = (*_files(suite), *norms(suite.root), *records(suite.root), *suite.excluded)
    for path in sorted({*contents, *present}):
        if _content(suite.root / path) != contents.get(path):
            yield printable(path)


def _content(file: Path) -> bytes | None:
    """Return what git would store of a file or link; None where there is none."""
    with suppress(OSError):
        return os.fsencode(os.readlink(file)) if file.is_symlink() else unix_ends(file.read_bytes())
    return None
