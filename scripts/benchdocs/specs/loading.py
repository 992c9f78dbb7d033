"""Read every file of a suite: from a folder to typed specs, with all their faults listed.

A spec with faults is loaded all the same, without the values that were refused, so that the other
checks can go on and one broken field hides no other problem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from benchdocs.documents.text_file import Problem, TextFile, read_text
from benchdocs.specs.discovery import COMPONENT_FOLDER, PROMPT_FOLDER, RUBRIC_FOLDER, unreadable_entry, walk
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.prompt_file import PromptFile, parse_prompt
from benchdocs.specs.settings import Settings, read_settings
from benchdocs.specs.validation import Spec, _spec

Reader = Callable[[Path, str], TextFile]
"""Reads the file at a path below a root, and never raises."""


class Loaded(NamedTuple):
    """Everything that was read from a root, sorted by path."""

    root: Path
    settings: Settings
    benchmarks: tuple[Spec[Benchmark], ...]
    rubrics: tuple[Spec[Rubric], ...]
    prompts: tuple[PromptFile, ...]
    unlisted: tuple[TextFile, ...] = ()
    """Folders and files that could not be read, as empty files with a problem."""


def load(root: Path, reader: Reader = read_text) -> Loaded:
    """Read the settings, specs and prompts below a root."""
    settings = read_settings(root)
    unlisted: list[TextFile] = []
    folders = sorted(entry.name for entry in root.iterdir() if COMPONENT_FOLDER.fullmatch(entry.name))

    def is_excluded(path: str) -> bool:
        return any(fnmatchcase(path, glob) for glob in settings.exclude)

    def paths(folder: str, endings: tuple[str, ...]) -> Iterator[str]:
        for path in walk(root, folder, unlisted):
            if not path.lower().endswith(endings) or is_excluded(path):
                continue
            if path.isprintable():
                yield path
            else:
                problem = Problem.unreadable(
                    "the name holds a character that cannot be shown", "rename the file"
                )
                unlisted.append(unreadable_entry(path, problem))

    specs = (".yaml", ".yml", ".yaml.txt", ".yml.txt")  # the last two are misnamed, but meant as specs
    benchmarks = [_spec(reader(root, path), Benchmark) for folder in folders for path in paths(folder, specs)]
    rubrics = [_spec(reader(root, path), Rubric) for path in paths(RUBRIC_FOLDER, specs)]
    prompts = [parse_prompt(reader(root, path)) for path in paths(PROMPT_FOLDER, ("_prompt.md",))]
    unfit = tuple(file for file in unlisted if not (is_excluded(file.path) or is_excluded(f"{file.path}/")))
    return Loaded(root, settings, tuple(benchmarks), tuple(rubrics), tuple(prompts), unfit)
