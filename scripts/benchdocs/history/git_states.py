"""States of a suite that git holds: of the files that a commit touched, and of all specs at each commit."""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from benchdocs.documents.text_file import TextFile, decode, unix_ends
from benchdocs.documents.yaml_document import YamlDocument, parse_yaml
from benchdocs.history.change import State
from benchdocs.history.commits import Commit, Versions, compared, walk
from benchdocs.history.git import GitError, blobs, git
from benchdocs.specs.cases import Dictionary
from benchdocs.specs.code_evaluator import CodeEvaluator
from benchdocs.specs.discovery import (
    CODE_FOLDER,
    COMPONENT_FOLDER,
    LABELS_FILE,
    PROMPT_FOLDER,
    RUBRIC_FOLDER,
    SETTINGS_FILES,
    is_norm,
    is_record,
)
from benchdocs.specs.loading import Loaded
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.specs.settings import Settings
from benchdocs.specs.settings_file import settings_among
from benchdocs.specs.validation import AnySpec, Spec, read_spec
from benchdocs.suite.suite import Suite

_OTHERS = (*SETTINGS_FILES, LABELS_FILE)
_SPEC_FILES = (
    *(
        f":(glob){folder}/**"
        for folder in ("*-component", "*/*-component", RUBRIC_FOLDER, PROMPT_FOLDER, CODE_FOLDER)
    ),
    *(f":(literal){path}" for path in _OTHERS),
)


def former_suites(root: Path, commit: str) -> Iterator[tuple[Commit, Suite]]:
    """Yield the suite as each commit up to one left it, the newest first, with the commit.

    Raises GitError where git cannot read them, or has none.
    """
    commits = walk(root, commit, "--full-history", "--no-patch", files=_SPEC_FILES)
    if not commits:
        raise GitError("no commit has specs")
    nothing = git(root, "hash-object", "-t", "tree", "--stdin", text=b"")
    trees = [nothing.decode().strip(), *(step.tree for step in commits)]
    differences = [
        {path: new for path, (_, new) in found.items() if is_part(path) or path in _OTHERS}
        for found in compared(root, list(pairwise(trees)))
    ]
    contents = blobs(root, [new.blob for found in differences for new in found.values() if new])
    texts: dict[str, bytes] = {}
    parts: dict[str, Any] = {}
    for step, found in zip(commits, differences, strict=True):
        for path, new in found.items():
            parts.pop(path, None)
            texts.pop(path, None)
            if new:
                content = next(contents)
                if is_part(path):
                    parts[path] = read_part(path, content)
                else:
                    texts[path] = content
        settings = settings_among(texts)
        labels = texts.get(LABELS_FILE)
        dictionary = None if labels is None else read_spec(decode(LABELS_FILE, labels), Dictionary)
        excluded = {path: entry for path in sorted(parts) if (entry := settings.excluding(path))}
        held = [parts[path] for path in sorted(parts.keys() - excluded.keys())]
        specs = [part for part in held if isinstance(part, Spec)]
        benchmarks, rubrics = (
            tuple(spec for spec in specs if isinstance(spec.fields, model)) for model in (Benchmark, Rubric)
        )
        prompts = tuple(part for part in held if isinstance(part, PromptFile))
        code = tuple(part for part in held if isinstance(part, CodeEvaluator))
        loaded = Loaded(
            *(root, settings, benchmarks, rubrics, prompts, (), excluded),
            dictionary=dictionary,
            code_evaluators=code,
        )
        yield step.commit, Suite(loaded)


def states_around(
    files: list[Versions], settings: tuple[Settings, ...], contents: Iterator[bytes]
) -> tuple[list[State], list[State]]:
    """Return a state for each version of the files, and one for each of what was left out meanwhile.

    `settings` are those in force at each version; `contents` holds every version that `is_read`, in order.
    """
    seen, hidden = ([State.empty() for _ in settings] for _ in range(2))
    for versions in files:
        held = [next(contents) if version and is_read(version.path) else None for version in versions]
        left_out = [
            version and rules.excluding(version.path)
            for version, rules in zip(versions, settings, strict=True)
        ]
        is_edited = len({version.blob for version in versions if version}) > 1
        was_hidden = any(left_out) and (
            is_edited or all(entry or not version for entry, version in zip(left_out, versions, strict=True))
        )
        for number, (version, content, entry) in enumerate(zip(versions, held, left_out, strict=True)):
            if version and content is not None:
                if entry:
                    seen[number].excluded[version.path] = entry
                else:
                    add(seen[number], version.path, content)
                if was_hidden:
                    add(hidden[number], version.path, content)
        if any(version and version.path in SETTINGS_FILES for version in versions):
            seen = [state._replace(settings=rules) for state, rules in zip(seen, settings, strict=True)]
    return seen, hidden


def is_read(path: str) -> bool:
    """Return whether a file's content is compared."""
    return is_part(path) or is_norm(path) or is_record(path)


def is_part(path: str) -> bool:
    """Return whether a file holds a spec, a prompt or a code evaluator."""
    return _model(path) is not None


def is_evaluator(path: str) -> bool:
    """Return whether a file holds a prompt or a code evaluator."""
    return _model(path) in (PromptFile, CodeEvaluator)


def add(state: State, path: str, content: bytes) -> None:
    """Add the spec, evaluator or page in a file to a state."""
    content = unix_ends(content)
    part, subject = read_part(path, content), path
    if isinstance(part, PromptFile | CodeEvaluator):
        state.evaluators[path] = part
    elif part is None:
        state.norms[path] = decode(path, content).text
    else:
        specs: Any = state.benchmarks if isinstance(part.fields, Benchmark) else state.rubrics
        specs[part.code] = part
        subject = part.code
    state.written[subject] = sha256(content).hexdigest()


def read_part(path: str, content: bytes) -> AnySpec | PromptFile | CodeEvaluator | None:
    """Return the spec or evaluator in a file; None for another file."""
    model = _model(path)
    if is_evaluator(path):
        return model(path, decode(path, content).text)  # type: ignore[no-any-return]
    return _spec(path, content, model) if model else None


@lru_cache(maxsize=8192)
def _model(path: str) -> Any:
    """Return what a file of the suite holds: the class of a spec or evaluator, or None."""
    folder, name = path.split("/")[0], path.rpartition("/")[2]
    if path.startswith(f"{PROMPT_FOLDER}/"):
        return PromptFile if name.lower().endswith("_prompt.md") else None
    if path.startswith(f"{CODE_FOLDER}/"):
        return CodeEvaluator if name.lower().endswith(".py") else None
    if not name.lower().endswith((".yaml", ".yml")):
        return None
    if folder == RUBRIC_FOLDER:
        return Rubric
    return Benchmark if any(map(COMPONENT_FOLDER.fullmatch, path.split("/")[:-1][:2])) else None


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
