"""The commit and digest of a suite's files, and the checker that examined them: a report can be repeated."""

from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from benchdocs.documents.locations import printable
from benchdocs.history.commits import FILES, shortened
from benchdocs.history.revisions import folder_in_repository, git
from benchdocs.specs.discovery import norms
from benchdocs.specs.releases import Release
from benchdocs.suite.suite import Suite

PACKAGE = Path(__file__).parent.parent


class Tool(NamedTuple):
    """The checker that examined a suite."""

    name: str
    version: str
    digest: str
    """SHA-256 over its modules and templates, in the order of their paths: of the same suite, tools of the
    same digest make the same pages."""


class Checkout(NamedTuple):
    """The state of a suite's files in git."""

    id: str
    """The last commit that touched them; in a shallow clone without that commit, the oldest one there."""
    date: str
    """Day of the commit in its committer's time zone (`2026-01-31`)."""
    is_shallow: bool
    """Whether the clone lacks the history that would name the last commit for certain."""
    files: tuple[str, ...]
    """Paths of the files that differ from the repository, new ones included."""


class Stamp(NamedTuple):
    """What tells a published file's state of the suite from every other."""

    version: str
    """Name of the released version; empty where the site is not one of several versions."""
    commit: str
    """The last commit that touched the suite's files; empty where it is not known."""
    date: str
    """Day of the commit."""
    uncommitted: int
    """Number of files that differ from the commit."""
    digest: str
    """SHA-256 of the manifest of the suite's files."""

    @property
    def text(self) -> str:
        """The stamp in words, for the foot of a page."""
        commit = f"commit {shortened(self.commit)} of {self.date}" if self.commit else "not committed"
        files = f"{self.uncommitted} file{'' if self.uncommitted == 1 else 's'}"
        changed = f", {files} not committed" if self.uncommitted else ""
        version = f"version {self.version}, " if self.version else ""
        return f"{version}{commit}{changed}, suite SHA-256 {self.digest}"


@cache
def tool() -> Tool:
    """Return the running checker."""
    digest = sha256(checker_manifest()).hexdigest()
    return Tool("benchdocs", metadata.version("benchdocs"), digest)


def checker_manifest() -> bytes:
    """Return the digest of every module and template of the checker."""
    files = (path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return manifest((path.relative_to(PACKAGE).as_posix(), path.read_bytes()) for path in files)


def manifest(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return the digest of every file with its path, sorted, in the format of `sha256sum`."""
    lines = (f"{sha256(content).hexdigest()}  {path}\n" for path, content in files)
    return "".join(sorted(lines, key=lambda line: line[66:])).encode()


def suite_digest(suite: Suite) -> str:
    """Return the SHA-256 of the manifest of all specs, cases, prompts and settings. Raises OSError."""
    return sha256(manifest((path, (suite.root / path).read_bytes()) for path in _files(suite))).hexdigest()


def norms_digest(suite: Suite) -> str:
    """Return the SHA-256 of the manifest of what the specs are held to. Raises OSError."""
    files = ((path, (suite.root / path).read_bytes()) for path in norms(suite.root))
    return sha256(manifest(files)).hexdigest()


def is_present(suite: Suite, release: Release, digest: str) -> bool:
    """Return whether a suite, which has this digest, and its norms are as they were released.

    A release of an earlier version of the tool says nothing of norms.
    """
    return release.digest == digest and release.norms in (None, norms_digest(suite))


def _files(suite: Suite) -> Iterator[str]:
    dictionary = (suite.dictionary,) if suite.dictionary else ()
    specs = (spec.document for spec in (*suite.specs, *suite.cases, *dictionary))
    files = (*specs, *suite.prompts, suite.settings.file)
    return (file.path for file in files if file.text)


def commit(root: Path) -> Checkout | None:
    """Return the state of a root's suite in git; None where git is missing or holds none of it."""
    shallow = git(root, "rev-parse", "--is-shallow-repository")
    last = git(root, "log", "-1", "--no-show-signature", "--format=%H %cs %P", "--", *FILES)
    status = git(
        root, "--no-optional-locks", "status", "--porcelain", "--no-renames", "-z", "-uall", "--", *FILES
    )
    if shallow is None or not last or status is None:
        return None
    id_, date, *parents = last.decode().split()
    is_cut = shallow.strip() == b"true" and not parents
    prefix = folder_in_repository(root) or ""
    paths = (line[3:].decode("utf-8", "surrogateescape") for line in status.split(b"\0") if line)
    files = tuple(sorted(printable(path.removeprefix(prefix)) for path in paths))
    return Checkout(id_, date, is_cut, files)
