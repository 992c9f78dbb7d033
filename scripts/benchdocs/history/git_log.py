"""What git knows of a suite: the commits that changed what it means, and the last change of every file.

One `git log` pass gives every patch with the whole file around it. Only the top-level fields that a patch
touches are parsed, and they are compared as `changes` compares whole suites.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any, NamedTuple

from pydantic import ValidationError

from benchdocs.documents.text_file import TextFile, decode
from benchdocs.documents.yaml_document import YamlDocument, parse_yaml
from benchdocs.history.changes import Change, State, changes
from benchdocs.history.revisions import git, surroundings
from benchdocs.specs.discovery import COMPONENT_FOLDER, PROMPT_FOLDER, RUBRIC_FOLDER
from benchdocs.specs.models import ANY_CODE, Benchmark, Rubric
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
    """A commit as git has it."""

    id: str
    """The full hash."""
    date: str
    """Day on which the author made it: `2026-01-31`."""
    author: str
    subject: str


class Entry(NamedTuple):
    """A commit that changed what the suite means, and how."""

    commit: Commit
    changes: tuple[Change, ...]


class History(NamedTuple):
    """The suite's past; empty, with a sentence that says why, where git cannot tell it."""

    entries: tuple[Entry, ...] = ()
    """Newest first; commits that only changed comments, layout or order are left out."""
    last: Mapping[str, Commit] = MappingProxyType({})
    """The last commit that touched a file in any way, by the file's path today."""
    of: Mapping[str, tuple[tuple[Commit, Change], ...]] = MappingProxyType({})
    """Changes by subject (a code, or a prompt's path today), newest first."""
    gap: str = NOT_TRACKED
    """Why there is no history; empty where there is one."""


def history(root: Path) -> History:
    """The history of the suite below a root: the first-parent line of the commit that is checked out.

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


@lru_cache(maxsize=1)
def _history(root: Path, head: str, exclude: tuple[str, ...] = ()) -> History:
    """The history that ends with a commit; a preview asks for it again on every save."""
    entries: list[Entry] = []
    last: dict[str, Commit] = {}
    today: dict[str, str] = {}
    subjects: dict[str, list[tuple[Commit, Change]]] = {}
    for commit, found_patches in _log(root, head):
        kept = (patch for patch in found_patches if not _is_left_out(patch, exclude))
        patches = [_with_content(root, commit, patch) for patch in kept]
        for patch in patches:
            path = today.get(patch.new or patch.old, patch.new or patch.old)
            last.setdefault(path, commit)
            if patch.old and patch.new and patch.old != patch.new:
                today[patch.old] = path
        old, new = _states(patches)
        _add_untouched_prompts(root, commit, old, new)
        found = changes(old, new)
        if found:
            entries.append(Entry(commit, found))
        for change in found:
            subjects.setdefault(today.get(change.subject, change.subject), []).append((commit, change))
    of = {subject: tuple(found) for subject, found in subjects.items()}
    return History(tuple(entries), last, of, "" if last else EMPTY)


# Git -------------------------------------------------------------------------------------------


class Patch(NamedTuple):
    """What a commit did to one file."""

    old: str
    """Path before; empty for a new file."""
    new: str
    """Path after; empty for a removed file."""
    lines: str
    """The file's lines, each behind ` `, `-` or `+`; empty where no line changed."""


_PIPE = 1 << 20
"""Bytes that git may be ahead of what is read."""
_MARK = b"\n\0"
"""Opens a commit: no line of a patch begins with a zero byte, whatever the file holds."""
_FORMAT = "--format=%x00%H%x00%as%x00%aN%x00%s%x00"
_LOG = (
    # What a user's own configuration would change.
    *("-c", "core.quotePath=false", "-c", "log.showRoot=true", "-c", "diff.suppressBlankEmpty=false"),
    *(
        "-c",
        "diff.orderFile=/dev/null",
        "log",
        "--first-parent",
        "--diff-merges=first-parent",
        "--no-show-signature",
        "--encoding=UTF-8",
    ),
    *("--patch", "--find-renames", "--unified=1000000", "--diff-algorithm=myers", "--text", "--relative"),
    *("--no-color", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/", _FORMAT),
)
_FILES = (":(glob)*-component/**", f":(glob){RUBRIC_FOLDER}/**", f":(glob){PROMPT_FOLDER}/**")
_WHOLE_FILE = "@@ "
_LINK = re.compile(r"^(?:.* mode|index \S+) 120000$", re.MULTILINE)
"""Says that a file is a link, which is no spec."""
_PATHS = re.compile(
    r"^(?:rename from (?P<moved>.*)|rename to (?P<target>.*)"
    r"|--- (?:(?:a/)?(?P<old>.*?)\t?)|\+\+\+ (?:(?:b/)?(?P<new>.*?)\t?))$",
    re.MULTILINE,
)


def _log(root: Path, head: str) -> Iterator[tuple[Commit, list[Patch]]]:
    """Commits that touched the suite's files, newest first, with their patches."""
    command = ["git", "-C", str(root), *_LOG, head, "--", *_FILES]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=surroundings(),
        pipesize=_PIPE,
    ) as process:
        assert process.stdout
        for record in _records(process.stdout):
            fields = record.split(b"\0", 4)
            name, date, author, subject = (field.decode("utf-8", "replace") for field in fields[:4])
            text = fields[4].decode("utf-8", "surrogateescape")
            patches = [patch for piece in text.split("\ndiff --git ")[1:] if (patch := _patch(piece))]
            if patches:
                yield Commit(name, date, author, subject), patches
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)


def _records(stream: IO[bytes]) -> Iterator[bytes]:
    """The parts of a stream between marks, as they come; what stands ahead of the first is nothing."""
    rest = b"\n"
    for block in iter(lambda: stream.read(1 << 18), b""):
        *whole, rest = (rest + block).split(_MARK)
        yield from filter(None, whole)
    if rest.strip(b"\n"):
        yield rest


def _patch(piece: str) -> Patch | None:
    """One file's part of a patch; None for a change of its mode alone, or an empty file."""
    head, _, body = piece.partition("\n" + _WHOLE_FILE)
    if _LINK.search(head):
        return None
    paths: dict[str, str] = {}
    for match in _PATHS.finditer(head):
        paths |= {name: _unquoted(path) for name, path in match.groupdict().items() if path}
    names = ("moved", "target") if "moved" in paths else ("old", "new")
    old, new = (paths.get(name, "").removeprefix("/dev/null") for name in names)
    return Patch(old, new, body.partition("\n")[2]) if old or new else None


def _unquoted(path: str) -> str:
    """A path as it is; git quotes one that holds a quotation mark or a backslash."""
    if not path.startswith('"'):
        return path
    return re.sub(r"\\(.)", r"\1", path.strip().strip('"')).removeprefix("a/").removeprefix("b/")


def _is_left_out(patch: Patch, exclude: tuple[str, ...]) -> bool:
    """Whether a file is none of the suite's: hidden, or excluded by its settings."""
    path = patch.new or patch.old
    hidden = path.startswith(".") or "/." in path
    return hidden or any(fnmatchcase(path, glob) for glob in exclude)


# Meaning ---------------------------------------------------------------------------------------

_OPENING = re.compile(r"^(?=\w+:)", re.MULTILINE)
"""Where a line opens a top-level field."""
_IDENTITY = (" code:", " aliases:", " status:", " replaced_by:")
"""Fields that a rename or a change of status is told with, whether they changed or not."""
_IDENTITY_CHANGES = tuple(f"\n{sign}{name[1:]}" for sign in "-+" for name in _IDENTITY)
_FIELDS = re.compile(r"\n(?= [^\s#-])")
"""Ahead of a line of a patch that opens a top-level field and did not change."""
_ODD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
"""What makes a file unreadable as a whole, wherever in it a patch is."""
_ODD_BYTES = bytes({*range(0x20), 0x7F} - {*b"\t\n\r"})
"""The same among ASCII."""
_NO_VALUE = re.compile(r"(?:\s*(?:#.*)?(?:\n|$))*")


def _states(patches: Iterable[Patch]) -> tuple[State, State]:
    """What the touched files said before and after, as far as it differs."""
    old, new = State({}, {}, {}), State({}, {}, {})
    for patch in patches:
        kind = _model(patch.new or patch.old)
        if kind is PromptFile:
            _add_prompt(old, patch, patch.old, "-")
            _add_prompt(new, patch, patch.new, "+")
        elif kind:
            for state, spec in zip((old, new), _specs(patch, kind), strict=True):
                if spec:
                    specs: Any = state.benchmarks if kind is Benchmark else state.rubrics
                    specs[spec.code] = spec
    return old, new


def _model(path: str) -> Any:
    """What a file of the suite holds: `Benchmark`, `Rubric`, `PromptFile`, or None."""
    folder, name = path.split("/")[0], path.rpartition("/")[2]
    if name.startswith("."):
        return None
    if path.startswith(f"{PROMPT_FOLDER}/"):
        return PromptFile if name.lower().endswith("_prompt.md") else None
    if not name.lower().endswith((".yaml", ".yml")):
        return None
    return Rubric if folder == RUBRIC_FOLDER else Benchmark if COMPONENT_FOLDER.fullmatch(folder) else None


def _add_prompt(state: State, patch: Patch, path: str, sign: str) -> None:
    if path:
        # Where a prompt only moved, no line is known; its old name stands for what both states hold.
        prompts: Any = state.prompts
        prompts[path] = PromptFile(path, _file(path, patch.lines, sign).text if patch.lines else patch.old)


def _add_untouched_prompts(root: Path, commit: Commit, old: State, new: State) -> None:
    """Add the prompts between which a benchmark changes, where the commit leaves them as they are."""
    for code, spec in new.benchmarks.items():
        before = old.benchmarks.get(code)
        paths = {each.fields.llm_prompt_file or "" for each in (before, spec) if each}
        for path in paths - {""} - old.prompts.keys() - new.prompts.keys() if len(paths) > 1 else ():
            content = git(root, "show", f"{commit.id}:./{path}")
            if content is not None:
                prompts: Any = (old.prompts, new.prompts)
                prompts[0][path] = prompts[1][path] = PromptFile(path, decode(path, content).text)


def _with_content(root: Path, commit: Commit, patch: Patch) -> Patch:
    """A patch that only moves a spec, with the file's lines where its names do not tell the code."""
    stems = (TextFile(patch.old, "").stem, TextFile(patch.new, "").stem)
    is_move = patch.old and patch.new and not patch.lines and _model(patch.new) in (Benchmark, Rubric)
    if not is_move or all(re.fullmatch(ANY_CODE, stem) for stem in stems):
        return patch
    content = git(root, "show", f"{commit.id}:./{patch.new}") or b""
    lines = content.decode("utf-8", "surrogateescape").removesuffix("\n").split("\n")
    return patch._replace(lines="".join(f" {line}\n" for line in lines))


def _specs(patch: Patch, model: Any) -> list[AnySpec | None]:
    """A spec before and after with the fields that a patch touches, or with all of them in case of doubt."""
    if patch.old and patch.new and not _is_odd(patch.lines):
        try:
            before, after = _touched(patch.lines, moved=patch.old != patch.new)
            if patch.lines and not (before and after):
                raise _WholeFileNeededError
            return [_partial(patch.old, before, model), _partial(patch.new, after, model)]
        except (ValidationError, _WholeFileNeededError):
            pass
    sides = ((patch.old, "-"), (patch.new, "+"))
    return [read_spec(_file(path, patch.lines, sign), model) if path else None for path, sign in sides]


def _is_odd(text: str) -> bool:
    """Whether a text holds a sign that no file of the suite may hold."""
    if text.isascii():  # looked through many times faster
        return len(text.encode().translate(None, _ODD_BYTES)) < len(text)
    return _ODD.search(text) is not None


def _touched(lines: str, *, moved: bool) -> tuple[str, str]:
    """The text before and after of the top-level fields that a patch touches."""
    framed = f"\n{lines}"
    wanted = _IDENTITY if moved or any(change in framed for change in _IDENTITY_CHANGES) else _IDENTITY[:1]
    # The patch's own lines tell fields apart; one that changed belongs to the field above it.
    kept = [
        line
        for part in _FIELDS.split(framed)
        if part.startswith(wanted) or "\n+" in part or "\n-" in part
        for line in part.split("\n")
    ]
    return _lines(kept, "-"), _lines(kept, "+")


def _file(path: str, lines: str, sign: str) -> TextFile:
    """The whole file on one side of a patch: `-` before, `+` after."""
    return decode(path, _lines(lines.split("\n"), sign).encode("utf-8", "surrogateescape"))


def _lines(lines: list[str], sign: str) -> str:
    kept = (" ", sign)
    return "".join([f"{line[1:]}\n" for line in lines if line.startswith(kept)])


class _WholeFileNeededError(Exception):
    """A part of a file cannot be read without the rest."""


def _partial(path: str, text: str, model: Any) -> AnySpec:
    return Spec(YamlDocument(path, "", (), {}), _fields(text, TextFile(path, "").stem, model))


@lru_cache(maxsize=1024)
def _fields(text: str, stem: str, model: Any) -> Any:
    """The typed fields of a part of a spec; what is before one commit was behind an earlier one."""
    data: dict[Any, Any] = {"code": stem}
    starts = [0, *(match.start() for match in _OPENING.finditer(text)), len(text)]
    for start, end in pairwise(starts):
        values = _values(text[start:end]) if start < end else {}
        if "code" in values:
            data.pop("code", None)
        if data.keys() & values.keys():
            raise _WholeFileNeededError
        data |= values
    return model.model_validate(data)


@lru_cache(maxsize=8192)
def _values(part: str) -> dict[Any, Any]:
    """The fields that a part of a file holds."""
    if _NO_VALUE.fullmatch(part):
        return {}
    document = parse_yaml(TextFile("", part))
    if document.problems or not document.is_readable:
        raise _WholeFileNeededError
    return document.data
