"""Load a suite of an earlier time: from a git revision, or from another folder."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from benchdocs.files.atomic import reason
from benchdocs.files.safe_path import safe_path
from benchdocs.specs.discovery import SUITE_NAMES, has_specs, is_norm, is_record
from benchdocs.specs.loading import load
from benchdocs.suite.suite import Suite

_LINK = "120000"
_PIPE_SIZE = 1 << 20
"""Bytes of output that git may write before it has to wait."""
_IGNORED_VARIABLES = {
    *("GIT_DIFF_OPTS", "GIT_EXTERNAL_DIFF", "GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS"),
    *("GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS"),
}


class Head(NamedTuple):
    """The commit that is checked out."""

    commit: str
    is_shallow: bool
    """Whether this copy of the repository lacks its older commits."""


class RevisionError(ValueError):
    """Neither a folder with specs nor a revision that holds any; the message says which and why."""


def suite_at(name: str, root: Path) -> Suite:
    """Return the suite of a folder, or of a revision of the repository that the root belongs to.

    Raises RevisionError where there is none.
    """
    folder = Path(name)
    if folder.is_dir() and has_specs(folder):
        return Suite(load(folder))
    found = git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", name)
    name_of_commit = f"{(found or b'').decode().strip()}^{{commit}}"
    commit = git(root, "rev-parse", "--verify", "--quiet", name_of_commit) if found else None
    if commit is None:
        if folder.is_dir():
            raise RevisionError(f"no specs in `{folder}`")
        raise RevisionError(f"`{name}` is neither a folder nor a revision of the repository around `{root}`")
    with tempfile.TemporaryDirectory() as scratch:
        try:
            _write_files(root, commit.decode().strip(), Path(scratch))
        except subprocess.SubprocessError:
            raise RevisionError(f"git cannot read all files of revision `{name}`") from None
        except OSError as error:
            raise RevisionError(f"revision `{name}` cannot be read: {reason(error)}") from None
        if not has_specs(Path(scratch)):
            raise RevisionError(f"revision `{name}` has no specs below `{root}`; use another --root")
        suite = Suite(load(Path(scratch)))
        _ = suite.norms  # read while the files are there
        return suite


def _write_files(root: Path, commit: str, target: Path) -> None:
    """Write a commit's files of the suite as git stores them, links as links, whatever the attributes.

    Raises OSError, and then has written nothing, where a tree names a file that may not be written, and
    subprocess.SubprocessError where git cannot read it.
    """
    prefix = folder_in_repository(root) or ""
    listed = git(root, "ls-tree", "-r", "-z", "--full-tree", commit, "--", *([f"{prefix}"] if prefix else []))
    if listed is None:  # a tree that git itself refuses
        raise subprocess.SubprocessError
    entries: list[tuple[str, str, str]] = []
    for line in listed.decode("utf-8", "surrogateescape").split("\0"):
        head, _, path = line.partition("\t")
        path = path.removeprefix(prefix)
        if head and (
            is_norm(path)
            or is_record(path)
            or any(fnmatchcase(path.split("/")[0], name) for name in SUITE_NAMES)
        ):
            mode, kind, name = head.split()
            if kind == "blob":
                entries.append((mode, name, path))
    # Links last, inner ones first: where case does not count, one could stand for a folder of other files.
    entries.sort(key=lambda entry: (entry[0] == _LINK, -entry[2].count("/")))
    files = [safe_path(target, path) for _, _, path in entries]
    contents = blobs(root, [name for _, name, _ in entries])
    for file, (mode, _, _), content in zip(files, entries, contents, strict=True):
        file.parent.mkdir(parents=True, exist_ok=True)
        if mode == _LINK:
            with suppress(OSError):  # Windows may refuse it; then a file holds the path, as in git
                file.symlink_to(os.fsdecode(content))
            if os.path.lexists(file):
                continue
        file.write_bytes(content)


def folder_in_repository(root: Path) -> str | None:
    """Return the path from the repository's top to the root, ending in a slash; None outside one."""
    prefix = git(root, "rev-parse", "--show-prefix")
    return None if prefix is None else prefix.decode("utf-8", "surrogateescape").strip("\n")


def head(root: Path) -> Head | None:
    """Return the commit that is checked out; None outside a repository, or where it has no commit."""
    state = git(root, "rev-parse", "HEAD", "--is-shallow-repository")
    commit, shallow = (state or b"\n").decode().split("\n")[:2]
    return Head(commit, shallow == "true") if commit else None


def git(root: Path, *arguments: str, text: bytes | None = None) -> bytes | None:
    """Return the output of git, which reads `text`; None where it fails or is missing."""
    command = ["git", "-C", str(root), *arguments]
    try:
        done = subprocess.run(command, input=text, capture_output=True, check=False, env=git_environment())
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def blobs(root: Path, names: list[str]) -> Iterator[bytes]:
    """Yield the contents of blobs by their hashes.

    Raises subprocess.SubprocessError where one cannot be read.
    """
    with tempfile.TemporaryFile() as asked:
        asked.write("".join(f"{name}\n" for name in names).encode())
        asked.seek(0)
        with subprocess.Popen(
            ["git", "-C", str(root), "cat-file", "--batch", "--buffer"],
            stdin=asked,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=git_environment(),
            bufsize=_PIPE_SIZE,
            pipesize=_PIPE_SIZE,
        ) as process:
            assert process.stdout
            for _ in names:
                _, _, size = process.stdout.readline().partition(b" blob ")
                if not size:
                    raise subprocess.SubprocessError
                yield process.stdout.read(int(size) + 1)[:-1]


def git_environment() -> dict[str, str]:
    """Return the environment for git, without variables that alter its output, network or locks."""
    remaining = {name: value for name, value in os.environ.items() if name not in _IGNORED_VARIABLES}
    return remaining | {"LC_ALL": "C", "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0"}
