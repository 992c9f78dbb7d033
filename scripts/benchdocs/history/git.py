"""Run git so that no configuration and no variable changes what it answers, and tell what it cannot answer.

The options and the environment here override what a user, a system, a hook or the repository itself sets.
Commands that a repository could extend with programs or filters (`status`, `hash-object`) are not used.
"""

import os
import re
import subprocess
import tempfile
from codecs import BOM_UTF8
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha1, sha256
from pathlib import Path
from typing import NamedTuple

from benchdocs.documents.text_file import shorten, unix_ends

_PIPE_SIZE = 1 << 20
"""Bytes of output that git may write before it has to wait."""
_OPTIONS = (
    *("-c", "log.showRoot=true", "-c", f"diff.orderFile={os.devnull}"),
    # What counts as text: where renames are looked for, its line ends do not count.
    *("-c", f"core.attributesFile={os.devnull}", "-c", "core.bigFileThreshold=512m"),
)
_LOG = (
    "log",
    "--no-follow",
    "--no-show-signature",
    "--encoding=UTF-8",
    "--no-ext-diff",
    "--no-textconv",
    "--no-abbrev",
    "-l1000",
    "-z",
)
_ENVIRONMENT = {
    "LC_ALL": "C",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
}
_NO_CONFIGURATION = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}
_LINK = "120000"
"""Mode of a link."""
_SHA1_DIGITS = 40
"""Digits of a hash of git's, unless the repository uses SHA-256."""
_SAFE = b"safe.directory"
"""Key of the configuration that names whose repositories git may read; git says so where one is another's."""
_MOST_CHARACTERS = 300
"""Length of git's reason in a message; a branch or path in it can be long."""


class GitError(Exception):
    """A question that git cannot answer; the message is git's own reason, as a clause.

    Attributes:
        hint: What to do about it.
    """

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(reason)
        self.hint = hint

    @property
    def in_words(self) -> str:
        """The reason, and what to do."""
        return f"{self}; {self.hint}" if self.hint else str(self)


class NoRepositoryError(GitError):
    """A folder that is in no git repository at all."""


class Head(NamedTuple):
    """The commit that is checked out, in a copy of the repository that may lack older commits."""

    commit: str
    is_shallow: bool


class TreeEntry(NamedTuple):
    """A file of a commit, by its path below the root, with the hash of its content."""

    is_link: bool
    blob: str
    path: str


def git(root: Path, *arguments: str, text: bytes | None = None) -> bytes:
    """Return the output of git, which reads `text`. Raises GitError."""
    place = root.resolve()
    if not any(os.path.lexists(folder / ".git") for folder in (place, *place.parents)):
        raise NoRepositoryError("the folder is not in a git repository")
    try:
        command = _command(root, *arguments)
        done = subprocess.run(command, input=text, capture_output=True, check=False, env=_environment(root))
    except FileNotFoundError:
        raise GitError("git is not installed", "install git") from None
    except OSError as error:
        raise GitError(f"git cannot be run: {error.strerror}") from None
    if done.returncode:
        raise _refusal(done.stderr)
    return done.stdout


def log(root: Path, form: str, *arguments: str) -> bytes:
    """Return git's log in a format, the parts of which end with NUL. Raises GitError."""
    return git(root, *_LOG, f"--format={form}", *arguments)


def head(root: Path) -> Head:
    """Return the commit that is checked out. Raises GitError, also where there is no commit yet."""
    try:
        state = git(root, "rev-parse", "HEAD^{commit}", "--is-shallow-repository")
    except GitError:
        log(root, "%H", "-1")  # its reason is the clearer one
        raise
    commit, shallow = state.decode().split()
    return Head(commit, shallow == "true")


def folder_in_repository(root: Path) -> str:
    """Return the path from the repository's top to the root, ending in a slash. Raises GitError."""
    return git(root, "rev-parse", "--show-prefix").decode("utf-8", "surrogateescape").strip("\n")


def tree(root: Path, commit: str) -> Iterator[TreeEntry]:
    """Yield the files of a commit below the root, without submodules. Raises GitError."""
    prefix = folder_in_repository(root)
    listed = git(root, "ls-tree", "-r", "-z", "--full-tree", commit, "--", *filter(None, [prefix]))
    for line in listed.decode("utf-8", "surrogateescape").split("\0"):
        facts, tab, path = line.partition("\t")
        if tab:
            mode, kind, blob = facts.split()
            if kind == "blob":
                yield TreeEntry(mode == _LINK, blob, path.removeprefix(prefix))


def blobs(root: Path, names: list[str]) -> Iterator[bytes]:
    """Yield the contents of blobs by their hashes. Raises GitError where one cannot be read."""
    if not names:
        return
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as complaints:
        asked.write("".join(f"{name}\n" for name in names).encode())
        asked.seek(0)
        with subprocess.Popen(
            _command(root, "cat-file", "--batch", "--buffer"),
            stdin=asked,
            stdout=subprocess.PIPE,
            stderr=complaints,
            env=_environment(root),
            bufsize=_PIPE_SIZE,
            pipesize=_PIPE_SIZE,
        ) as process:
            assert process.stdout
            for name in names:
                line = process.stdout.readline()
                _, _, size = line.partition(b" blob ")
                if not size:
                    if not line:  # git has stopped
                        process.wait()
                        complaints.seek(0)
                    raise _refusal(complaints.read() or f"the object {name} is missing".encode())
                yield process.stdout.read(int(size) + 1)[:-1]


def is_stored_as(file: Path, blob: str) -> bool:
    """Return whether git stores a file, or a link, under a hash, whatever its line ends in this copy."""
    try:
        content = os.fsencode(os.readlink(file)) if file.is_symlink() else file.read_bytes()
    except OSError:
        return False
    digest = sha1 if len(blob) == _SHA1_DIGITS else sha256
    for text in (content, unix_ends(content), BOM_UTF8 + unix_ends(content)):
        if digest(b"blob %d\0%b" % (len(text), text)).hexdigest() == blob:
            return True
    return False


def _command(root: Path, *arguments: str) -> list[str]:
    return ["git", "-C", str(root), *_OPTIONS, *arguments]


def _environment(root: Path) -> dict[str, str]:
    """Return the environment for git; of a user's own configuration only the trust in other owners counts."""
    if not _is_of_another_owner(root):
        return _clean() | _NO_CONFIGURATION
    of_user = {name: value for name, value in os.environ.items() if name.startswith("GIT_CONFIG")}
    return _clean() | of_user


def _clean() -> dict[str, str]:
    """Return the environment without git's own variables, which lead elsewhere in a hook."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return others | _ENVIRONMENT


@lru_cache(maxsize=8)
def _is_of_another_owner(root: Path) -> bool:
    """Return whether git reads a repository only if the user's own configuration says so."""
    environment = _clean() | _NO_CONFIGURATION
    command = _command(root, "rev-parse", "--git-dir")
    return _SAFE in subprocess.run(command, capture_output=True, check=False, env=environment).stderr


def _refusal(complaints: bytes) -> GitError:
    """Return git's reason in what it wrote, and what to do."""
    text = complaints.decode("utf-8", "replace")
    if "promisor remote" in text:
        return GitError(
            "this is a partial clone (`--filter`), which lacks older files",
            "get them with `git fetch --refetch --no-filter`",
        )
    lines = [line for line in text.splitlines() if line.strip()] or ["git failed without a reason"]
    reason = next((line for line in lines if line.startswith(("error: ", "fatal: "))), lines[0])
    hint = ""
    for line in lines:
        if _SAFE.decode() in line:
            hint = f"if you trust its owner: `{line.strip()}`"
            break
    return GitError(shorten(re.sub(r"^\w+: |\.$", "", reason), _MOST_CHARACTERS), hint)
