"""The commits that touched each file of a suite, from one `git log`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from benchdocs.documents.text_file import shorten
from benchdocs.history.deciding_lines import FileContents, deciding
from benchdocs.history.git import GitError, NoRepositoryError, head, log
from benchdocs.specs.discovery import (
    CALL_FOLDER,
    CASE_FOLDER,
    CODE_FOLDER,
    COMPONENT_FOLDER,
    NORM_FILES,
    NORM_FOLDERS,
    PROMPT_FOLDER,
    RECORD_FILES,
    REVIEW_FOLDER,
    RUBRIC_FOLDER,
    RUN_FOLDER,
    SCHEMA_FOLDER,
    SETTINGS_FILES,
    component_folders,
)

NOT_TRACKED = "This copy of the suite is not a git repository, so earlier changes are unknown."
SHALLOW = (
    "This copy of the suite has only the newest part of its git history, so earlier changes are not listed."
)
UNKNOWN = "Git cannot tell the earlier changes of this copy of the suite: {}."
EMPTY = "The suite's files are not in git yet, so earlier changes are unknown."
IS_SHALLOW = GitError(
    "this is a shallow clone, which lacks the older commits", "get them with `git fetch --unshallow`"
)
FILES = (
    *(":(glob)*-component/**", ":(glob)*/*-component/**"),
    *(f":(literal){path}" for path in (*NORM_FILES, *SETTINGS_FILES, *RECORD_FILES)),
    *(f":(literal){folder}/" for folder in (*NORM_FOLDERS, REVIEW_FOLDER, SCHEMA_FOLDER)),
    *(f":(literal){folder}/" for folder in (CALL_FOLDER, CASE_FOLDER, CODE_FOLDER, PROMPT_FOLDER)),
    f":(literal){RUBRIC_FOLDER}/",
)
"""What the history of a suite lists, as git takes paths: it tries the last first, and patterns take long."""
_COMMIT = "commit"
_FORMAT = f"%x00{_COMMIT}%x00%H%x00%cs%x00%an%x00%s%x00"
_CHANGED_FILES = ("-c", "--raw", "--full-history", "--ignore-submodules=all", "--relative")
_OTHERS = ("scripts", "tests")
"""Folders beside a suite that can have many commits: git reads them only where they hold a component."""
_FILE = "100"
"""What the modes of plain files start with."""
MOST_OF_FILE = 20
"""Commits of a file that a page lists."""
MOST_LISTED = 200
"""Commits of the suite that the page of changes lists; the file beside it has all."""
_SHOWN_DIGITS = 12
_MOST_OF_A_LINE = 500
"""Characters that are kept of a commit's subject, or of the name of its author."""


Edits: TypeAlias = dict[tuple[str, str], list[str]]
"""What git says that commits made of specs, by the commit's hash and the spec's path today."""


class Commit(NamedTuple):
    """A commit as git records it; characters that cannot be shown are escaped.

    Attributes:
        id: The full hash.
        date: Day of the commit in its committer's time zone: `2026-01-31`.
    """

    id: str
    date: str
    author: str
    subject: str


class Log(NamedTuple):
    """The commits that touched a suite's files, the newest first.

    Attributes:
        of: The commits that touched a file, the newest first, by the file's path today.
        files: The files that a commit touched, by the commit's hash.
        deciding: Commits and files, of the newest that pages list: the commit touched a line of a spec that
            can change a score, or its version.
        added: Hash of the content with which a file was added first, with the commit, by its path today.
        gap: Why the history is not known, in a sentence; empty where it is.
        unknown: Why git cannot tell a history that there is.
    """

    commits: tuple[Commit, ...] = ()
    of: Mapping[str, Sequence[Commit]] = MappingProxyType({})
    files: Mapping[str, Sequence[str]] = MappingProxyType({})
    deciding: frozenset[tuple[str, str]] = frozenset()
    added: Mapping[str, tuple[Commit, str]] = MappingProxyType({})
    gap: str = NOT_TRACKED
    unknown: GitError | None = None

    def touching(self, paths: Iterable[str]) -> Iterator[Commit]:
        """Yield the commits that touched any of these files, the newest first."""
        wanted: set[str] = set()
        for path in paths:
            wanted.update(commit.id for commit in self.of.get(path, ()))
        for commit in self.commits:
            if commit.id in wanted:
                yield commit

    def is_deciding(self, commit: Commit, paths: Iterable[str]) -> bool:
        """Return whether a commit touched a deciding line, or an evaluator, among these files."""
        evaluators = (f"{PROMPT_FOLDER}/", f"{CODE_FOLDER}/")
        touched = self.files.get(commit.id, ())
        for path in paths:
            if (commit.id, path) in self.deciding:
                return True
            if path in touched and path.startswith(evaluators):
                return True
        return False


def short(commit: str) -> str:
    """Return a commit's hash as pages and findings show it."""
    return commit[:_SHOWN_DIGITS]


def read_log(root: Path, *, records_only: bool = False) -> Log:
    """Return the log of the suite below a root, up to the commit that is checked out.

    That of the records of reviews and runs alone takes less time, and needs no content of former files.
    """
    try:
        now = head(root)
        if now.is_shallow:
            return Log(gap=SHALLOW, unknown=IS_SHALLOW)
        if records_only:
            return _records_log(root, now.commit)
        return _log(root, now.commit)
    except NoRepositoryError:
        return Log()
    except GitError as error:
        return Log(gap=UNKNOWN.format(error.in_words), unknown=error)


def spec_commits(history: Log) -> list[Commit]:
    """Return the commits that touched a benchmark or rubric, the newest first."""
    return [commit for commit in history.commits if any(map(_is_spec, history.files[commit.id]))]


def _is_spec(path: str) -> bool:
    folders = path.split("/")[:-1]
    return path.startswith(f"{RUBRIC_FOLDER}/") or any(map(COMPONENT_FOLDER.fullmatch, folders[:2]))


def last_commit(root: Path, commit: str) -> tuple[Commit, bool] | None:
    """Return the last commit up to one that touched the suite's files, and whether it has no parent.

    None where no commit has the suite's files. Raises GitError.
    """
    tokens = _tokens(log(root, f"{_FORMAT}%P", "-1", commit, "--", *FILES))
    for token in tokens:
        if token == _COMMIT:
            return _commit(tokens), not next(tokens, "").strip()
    return None


@lru_cache(maxsize=1)
def _records_log(root: Path, head_commit: str) -> Log:
    options = (*_CHANGED_FILES, "--no-renames", head_commit, "--", REVIEW_FOLDER, RUN_FOLDER)
    history, _ = _parsed(log(root, _FORMAT, *options))
    return history


@lru_cache(maxsize=1)
def _log(root: Path, head_commit: str) -> Log:
    """Return the log up to a commit; a preview asks for it again on every save."""
    others = [f":(exclude){folder}" for folder in _OTHERS if not component_folders(root, folder)]
    present = [f":(literal){folder}/" for folder in component_folders(root, "")]
    options = (*_CHANGED_FILES, "--find-renames", head_commit, "--", *FILES, *others, *present)
    history, edits = _parsed(log(root, _FORMAT, *options))
    listed = []
    for commit in history.commits[:MOST_LISTED]:
        listed += [(commit.id, path) for path in history.files[commit.id]]
    for path, commits in history.of.items():
        listed += [(commit.id, path) for commit in commits[:MOST_OF_FILE]]
    marked = deciding(root, {pair: _edit(edits[pair]) for pair in listed if pair in edits})
    return history._replace(deciding=frozenset(marked))


def _parsed(output: bytes) -> tuple[Log, Edits]:
    """Return what git's output says, and what commits made of specs.

    A merge lists only the files that it left as none of its branches had them.
    """
    commits: list[Commit] = []
    of: dict[str, list[Commit]] = {}
    files: dict[str, list[str]] = {}
    added: dict[str, tuple[Commit, str]] = {}
    today: dict[str, str] = {}
    edits: Edits = {}
    tokens = _tokens(output)
    for token in tokens:
        if token == _COMMIT:
            commits.append(_commit(tokens))
        elif token.startswith(":"):
            commit = commits[-1]
            *facts, blob, letters = token.lstrip(":").split()
            former = path = next(tokens)
            if letters.startswith("R") and not token.startswith("::"):
                path = next(tokens)
                today.setdefault(former, today.get(path, path))
            present = today.get(path, path)
            of.setdefault(present, []).append(commit)
            files.setdefault(commit.id, []).append(present)
            if _is_spec(path):
                edits[commit.id, present] = [*facts, blob]
            if set(letters) == {"A"}:
                added[present] = (commit, blob)
    history = Log(tuple(commit for commit in commits if commit.id in files), of, files, added=added)
    return history._replace(gap="" if files else EMPTY), edits


def _edit(facts: Sequence[str]) -> FileContents:
    """Return the contents that git names after as many modes; a link or submodule has none."""
    count = len(facts) // 2
    blobs = []
    for mode, blob in zip(facts[:count], facts[count:], strict=True):
        blobs.append(blob if mode.startswith(_FILE) else "")
    return FileContents(tuple(blobs[:-1]), blobs[-1])


def _tokens(output: bytes) -> Iterator[str]:
    """Yield the parts of git's output between NULs, without line ends around them."""
    return (token.strip("\n") for token in output.decode("utf-8", "surrogateescape").split("\0"))


def _commit(tokens: Iterator[str]) -> Commit:
    """Return the commit that the next tokens describe."""
    id_, date, author, subject = islice(tokens, len(Commit._fields))
    return Commit(id_, date, _line(author), _line(subject))


def _line(token: str) -> str:
    """Return a text of git's in a line of limited length, without bytes that are no text."""
    text = token.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return shorten(text, _MOST_OF_A_LINE)
