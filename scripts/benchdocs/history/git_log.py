"""The history of a suite in git: the commits that changed its meaning, and the last change of every file.

One `git log` lists the files that each commit touched, and one `git cat-file` hands out what they held;
the specs before and after a commit are compared as `changes` compares whole suites.
"""

import re
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from pydantic import ValidationError

from benchdocs.documents.text_file import TextFile, decode
from benchdocs.documents.yaml_document import YamlDocument, parse_yaml
from benchdocs.history.changes import Change, State, changes
from benchdocs.history.revisions import blobs, git
from benchdocs.specs.discovery import COMPONENT_FOLDER, PROMPT_FOLDER, RUBRIC_FOLDER
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.specs.settings import read_settings
from benchdocs.specs.validation import AnySpec, Spec, read_spec

NOT_TRACKED = "This copy of the suite is no git repository, so nothing is known of earlier changes."
SHALLOW = (
    "This copy of the suite holds only the newest part of its git history, so earlier changes are not listed."
)
BROKEN = "Git could not read the whole history of this copy of the suite, so earlier changes are not listed."
EMPTY = "The suite's files are not in git yet, so nothing is known of earlier changes."


class Commit(NamedTuple):
    """A commit as git records it."""

    id: str
    """The full hash."""
    date: str
    """The author's date: `2026-01-31`."""
    author: str
    subject: str


class LogEntry(NamedTuple):
    """A commit that changed the suite's meaning, and its changes."""

    commit: Commit
    changes: tuple[Change, ...]


class History(NamedTuple):
    """The suite's history; empty, with a sentence that says why, where git does not know it."""

    entries: tuple[LogEntry, ...] = ()
    """Newest first; commits that only changed comments, layout or order are left out."""
    last: Mapping[str, Commit] = MappingProxyType({})
    """The last commit that touched a file in any way, by the file's path today."""
    of: Mapping[str, tuple[tuple[Commit, Change], ...]] = MappingProxyType({})
    """Changes by subject (a code, or a prompt's path today), newest first."""
    gap: str = NOT_TRACKED
    """Why there is no history; empty where there is one."""


def history(root: Path) -> History:
    """Return the history of the suite below a root: the first-parent line of the commit that is checked out.

    A merge counts as one change, so that all changes of the line add up to what is there now.
    """
    state = git(root, "rev-parse", "HEAD", "--is-shallow-repository")
    if state is None:
        return History()
    head, shallow = state.decode().split()
    if shallow == "true":
        return History(gap=SHALLOW)
    try:
        return _history(root, head, read_settings(root).exclude)
    except subprocess.SubprocessError:
        return History(gap=BROKEN)


_LOG = (
    # Options that override a user's own configuration.
    *("-c", "log.showRoot=true", "-c", "diff.orderFile=/dev/null"),
    *("log", "--first-parent", "--diff-merges=first-parent", "--no-show-signature", "--encoding=UTF-8"),
    *("--raw", "-z", "--no-abbrev", "--find-renames", "--relative", "--format=%H%x00%as%x00%an%x00%s%x00"),
)
_FILES = (":(glob)*-component/**", f":(glob){RUBRIC_FOLDER}/**", f":(glob){PROMPT_FOLDER}/**")
_FILE_MODE = "100"
"""Start of the mode of a regular file; a link or a submodule is no spec."""


class FileVersion(NamedTuple):
    """A file of the suite at a commit."""

    path: str
    blob: str
    """The hash of its content."""


_FilePair = tuple[FileVersion | None, FileVersion | None]
"""A file before and after a commit; None where the suite has no such file."""


@lru_cache(maxsize=1)
def _history(root: Path, head: str, exclude: tuple[str, ...] = ()) -> History:
    """Return the history up to a commit; a preview asks for it again on every save."""
    entries: list[LogEntry] = []
    last: dict[str, Commit] = {}
    today: dict[str, str] = {}
    subjects: dict[str, list[tuple[Commit, Change]]] = {}
    log = list(_log(root, head, exclude))
    versions = (version for _, pairs in log for pair in pairs for version in pair)
    contents = blobs(root, [version.blob for version in versions if version and _model(version.path)])
    for commit, pairs in log:
        states = State({}, {}, {}), State({}, {}, {})
        for pair in pairs:
            old, new = (version.path if version else "" for version in pair)
            path = today.get(new or old, new or old)
            last.setdefault(path, commit)
            if old and new and old != new:
                today[old] = path
            for state, version in zip(states, pair, strict=True):
                if version and _model(version.path):
                    _add(state, version.path, next(contents))
        _add_untouched_prompts(root, commit, *states)
        found = changes(*states)
        if found:
            entries.append(LogEntry(commit, found))
        for change in found:
            subjects.setdefault(today.get(change.subject, change.subject), []).append((commit, change))
    of = {subject: tuple(found) for subject, found in subjects.items()}
    return History(tuple(entries), last, of, "" if last else EMPTY)


def _log(root: Path, head: str, exclude: tuple[str, ...]) -> Iterator[tuple[Commit, list[_FilePair]]]:
    """Yield the commits that touched the suite's files, newest first."""
    output = git(root, *_LOG, head, "--", *_FILES)
    if output is None:
        raise subprocess.SubprocessError
    pairs: list[_FilePair] = []
    tokens = iter(output.split(b"\0"))
    for token in tokens:
        start = token.lstrip(b"\n")
        if start.startswith(b":"):
            pair = _file_pair(start, tokens, exclude)
            pairs += [pair] if any(pair) else []
        elif start:
            fields = (field.decode("utf-8", "replace") for field in (start, *islice(tokens, 3)))
            pairs = []
            yield Commit(*fields), pairs


def _file_pair(start: bytes, tokens: Iterator[bytes], exclude: tuple[str, ...]) -> _FilePair:
    """Return a file before and after, from git's raw format: modes, blobs, a letter, and one path or two."""
    old_mode, new_mode, old_blob, new_blob, letter = start[1:].decode().split()
    old = new = next(tokens).decode("utf-8", "surrogateescape")
    if letter.startswith("R"):
        new = next(tokens).decode("utf-8", "surrogateescape")
    elif old_blob == new_blob:  # only its mode differs
        return None, None
    before, after = (
        FileVersion(path, blob) if mode.startswith(_FILE_MODE) and not _is_left_out(path, exclude) else None
        for path, blob, mode in ((old, old_blob, old_mode), (new, new_blob, new_mode))
    )
    return before, after


def _is_left_out(path: str, exclude: tuple[str, ...]) -> bool:
    """Return whether a file does not belong to the suite: it is hidden, or excluded by its settings."""
    hidden = path.startswith(".") or "/." in path
    return hidden or any(fnmatchcase(path, glob) for glob in exclude)


def _add(state: State, path: str, content: bytes) -> None:
    """Add the spec or prompt in a file to a state."""
    model = _model(path)
    specs: Any = {Benchmark: state.benchmarks, Rubric: state.rubrics}.get(model, state.prompts)
    if model is PromptFile:
        specs[path] = PromptFile(path, decode(path, content).text)
    else:
        spec = _spec(path, content, model)
        specs[spec.code] = spec


@lru_cache(maxsize=8192)
def _model(path: str) -> Any:
    """Return what a file of the suite holds: `Benchmark`, `Rubric`, `PromptFile`, or None."""
    folder, name = path.split("/")[0], path.rpartition("/")[2]
    if path.startswith(f"{PROMPT_FOLDER}/"):
        return PromptFile if name.lower().endswith("_prompt.md") else None
    if not name.lower().endswith((".yaml", ".yml")):
        return None
    return Rubric if folder == RUBRIC_FOLDER else Benchmark if COMPONENT_FOLDER.fullmatch(folder) else None


def _add_untouched_prompts(root: Path, commit: Commit, old: State, new: State) -> None:
    """Add the prompts between which a benchmark changes, where the commit leaves them as they are."""
    for code, spec in new.benchmarks.items():
        before = old.benchmarks.get(code)
        paths = {each.fields.llm_prompt_file or "" for each in (before, spec) if each}
        for path in paths - {""} - old.prompts.keys() - new.prompts.keys() if len(paths) > 1 else ():
            content = git(root, "show", f"{commit.id}:./{path}")
            if content is not None:
                _add(old, path, content)
                _add(new, path, content)


_FIELD_START = re.compile(r"\n(?=\w+:)")
"""The line end before a top-level field."""
_NO_VALUE = re.compile(r"(?:\s*(?:#.*)?(?:\n|$))*")
"""Blank lines and comments."""


@lru_cache(maxsize=1024)
def _spec(path: str, content: bytes, model: Any) -> AnySpec:
    """Return the spec in a file; the version before a commit is the version after an earlier one."""
    file = decode(path, content)
    fields = None if file.problems else _fields(file.text)
    if fields:
        with suppress(ValidationError):
            return Spec(YamlDocument(path, "", (), fields), model.model_validate(fields))
    return read_spec(file, model)


def _fields(text: str) -> dict[object, object] | None:
    """Return the fields of a file, read part by part; None where it has to be read as a whole."""
    fields: dict[object, object] = {}
    for part in _FIELD_START.split(text):
        values = _values(f"{part}\n")
        if values is None or fields.keys() & values.keys():
            return None
        fields |= values
    return fields


@lru_cache(maxsize=8192)
def _values(part: str) -> dict[object, object] | None:
    """Return the fields in a part of a file, which most revisions share; None if it cannot be read alone."""
    if _NO_VALUE.fullmatch(part):
        return {}
    document = parse_yaml(TextFile("", part))
    return document.data if document.is_readable and not document.problems else None
