"""A suite as it was: from a git revision, or from another folder."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from fnmatch import fnmatchcase
from pathlib import Path

from benchdocs.load import SUITE_NAMES, has_specs, load
from benchdocs.suite import Suite


class RevisionError(ValueError):
    """Neither a folder with specs nor a revision that holds any; the message says which and why."""


def suite_at(name: str, root: Path) -> Suite:
    """The suite of a folder, or of a revision of the repository that the root belongs to.

    Raises RevisionError where there is none.
    """
    folder = Path(name)
    if folder.is_dir():
        if not has_specs(folder):
            raise RevisionError(f"no specs in `{folder}`")
        return Suite(load(folder))
    tree = git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    if tree is None:
        raise RevisionError(f"`{name}` is neither a folder nor a revision of the repository around `{root}`")
    prefix = (git(root, "rev-parse", "--show-prefix") or b"").decode().strip()
    revision = f"{tree.decode().strip()}:{prefix}"
    listed = (git(root, "ls-tree", "-z", "--name-only", revision) or b"").decode(errors="surrogateescape")
    names = [
        entry for entry in listed.split("\0") if any(fnmatchcase(entry, wanted) for wanted in SUITE_NAMES)
    ]
    archive = git(root, "archive", "--format=tar", revision, "--", *names) if names else None
    if archive is None:
        raise RevisionError(f"revision `{name}` holds no specs")
    with tempfile.TemporaryDirectory() as scratch, tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(scratch, filter="data")
        if not has_specs(Path(scratch)):
            raise RevisionError(f"revision `{name}` holds no specs")
        return Suite(load(Path(scratch)))


def git(root: Path, *arguments: str) -> bytes | None:
    """What git prints; None where it fails or is not there."""
    try:
        done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, check=False)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None
