"""The commit of a suite's files and the checker that examined them, which make a report repeatable."""

from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from benchdocs.history.revisions import git
from benchdocs.specs.discovery import SUITE_NAMES

PACKAGE = Path(__file__).parent.parent
_PATHS = tuple(f":(glob){name}{below}" for name in SUITE_NAMES for below in ("", "/**"))


class Tool(NamedTuple):
    """The checker that examined a suite."""

    name: str
    version: str
    digest: str
    """SHA-256 over its modules, in the order of their paths: checkers of the same digest find the same."""


class Checkout(NamedTuple):
    """The state of a suite's files in git."""

    id: str
    """The last commit that touched them; in a shallow clone without that commit, the oldest one there."""
    date: str
    """Day of the commit in its committer's time zone (`2026-01-31`)."""
    changed: int
    """Number of files that differ from the repository, new ones included."""
    is_shallow: bool
    """Whether the clone lacks the history that would name the last commit for certain."""


@cache
def tool() -> Tool:
    """Return the running checker."""
    digest = sha256()
    for path in sorted(PACKAGE.rglob("*.py"), key=lambda path: path.relative_to(PACKAGE).as_posix()):
        digest.update(f"{path.relative_to(PACKAGE).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return Tool("benchdocs", metadata.version("benchdocs"), digest.hexdigest())


def commit(root: Path) -> Checkout | None:
    """Return the state of a root's suite in git; None where git is missing or holds none of it."""
    shallow = git(root, "rev-parse", "--is-shallow-repository")
    last = git(root, "log", "-1", "--no-show-signature", "--format=%H %cs %P", "--", *_PATHS)
    status = git(
        root, "--no-optional-locks", "status", "--porcelain", "--no-renames", "-z", "-uall", "--", *_PATHS
    )
    if shallow is None or not last or status is None:
        return None
    id_, date, *parents = last.decode().split()
    is_cut = shallow.strip() == b"true" and not parents
    return Checkout(id_, date, status.count(b"\0"), is_cut)
