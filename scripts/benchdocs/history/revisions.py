"""Load a suite of an earlier time: from a git revision, or another folder."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from benchdocs.files.atomic import reason
from benchdocs.files.safe_path import safe_path
from benchdocs.history.git import GitError, blobs, git, head, tree
from benchdocs.specs import discovery
from benchdocs.specs.loading import load
from benchdocs.suite.suite import Suite


class RevisionError(ValueError):
    """No folder or revision with specs; the message says which and why."""


def suite_at(name: str, root: Path) -> Suite:
    """Return the suite of a folder, or of a revision of the root's repository.

    Raises RevisionError where there is none.
    """
    folder = Path(name)
    if folder.is_dir() and discovery.has_specs(folder):
        return Suite(load(folder))
    try:
        found = git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", name)
        commit = git(root, "rev-parse", "--verify", "--quiet", f"{found.decode().strip()}^{{commit}}")
    except GitError:
        if folder.is_dir():
            raise RevisionError(f"no specs in `{folder}`") from None
        raise RevisionError(_unknown(name, root)) from None
    return _of_commit(commit.decode().strip(), name, root)


def _of_commit(commit: str, name: str, root: Path) -> Suite:
    """Return the suite of a commit."""
    with tempfile.TemporaryDirectory() as scratch:
        try:
            _write_files(root, commit, Path(scratch))
        except GitError as error:
            raise RevisionError(f"git cannot read all files of revision `{name}`: {error.in_words}") from None
        except OSError as error:
            raise RevisionError(f"revision `{name}` cannot be read: {reason(error)}") from None
        if not discovery.has_specs(Path(scratch)):
            raise RevisionError(f"revision `{name}` has no specs below `{root}`; use another --root")
        suite = Suite(load(Path(scratch)))
        _ = suite.norms  # read while the files are there
        return suite


def _unknown(name: str, root: Path) -> str:
    """Return that no revision has this name, or why git cannot tell."""
    try:
        head(root)
    except GitError as error:
        return f"`{name}` is no folder, and git cannot tell whether it is a revision: {error.in_words}"
    return f"`{name}` is neither a folder nor a revision of the repository around `{root}`"


def _write_files(root: Path, commit: str, target: Path) -> None:
    """Write a commit's files of the suite as git stores them, links as links, whatever the attributes.

    Raises OSError, and then has written nothing, where a tree names a file that may not be written, and
    GitError where git cannot read it.
    """
    entries = [
        entry
        for entry in tree(root, commit)
        if discovery.is_norm(entry.path)
        or discovery.is_record(entry.path)
        or entry.path.startswith(f"{discovery.CHECKER_FOLDER}/")
        or discovery.is_in_suite(entry.path)
    ]
    # Links last, inner ones first: where case does not count, one could stand for a folder of other files.
    entries.sort(key=lambda entry: (entry.is_link, -entry.path.count("/")))
    files = [safe_path(target, entry.path) for entry in entries]
    contents = blobs(root, [entry.blob for entry in entries])
    for file, entry, content in zip(files, entries, contents, strict=True):
        file.parent.mkdir(parents=True, exist_ok=True)
        if entry.is_link:
            with suppress(OSError):  # Windows may refuse it; then a file holds the path, as in git
                file.symlink_to(os.fsdecode(content))
            if os.path.lexists(file):
                continue
        file.write_bytes(content)
