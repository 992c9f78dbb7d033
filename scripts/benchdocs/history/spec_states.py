"""Every state of a suite that git holds, so that what a review signed can be looked for in them."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchdocs.documents.text_file import decode
from benchdocs.history.commits import compared, walk
from benchdocs.history.file_states import is_part, read_part
from benchdocs.history.git import GitError, blobs, git
from benchdocs.specs.cases import Dictionary
from benchdocs.specs.discovery import LABELS_FILE, PROMPT_FOLDER, RUBRIC_FOLDER, SETTINGS_FILES
from benchdocs.specs.loading import Loaded
from benchdocs.specs.models import Benchmark, Rubric
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.specs.settings import settings_among
from benchdocs.specs.validation import AnySpec, Spec, read_spec
from benchdocs.suite.suite import Suite

_OTHERS = (*SETTINGS_FILES, LABELS_FILE)
_FILES = (
    *(f":(glob){folder}/**" for folder in ("*-component", RUBRIC_FOLDER, PROMPT_FOLDER)),
    *(f":(literal){path}" for path in _OTHERS),
)


def ever(root: Path, code: str, commit: str, holds: Callable[[Suite, AnySpec], bool]) -> bool:
    """Return whether something holds of any state of a spec up to a commit. Raises GitError."""
    found = ((suite, suite.spec(code)) for _, suite in former_suites(root, commit))
    return any(spec is not None and holds(suite, spec) for suite, spec in found)


def former_suites(root: Path, commit: str) -> Iterator[tuple[str, Suite]]:
    """Yield the suite as each commit up to one left it, the newest first, with the day of the commit.

    Raises GitError where git cannot read them, or has none.
    """
    commits = walk(root, commit, "--full-history", "--no-patch", files=_FILES)
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
        loaded = Loaded(root, settings, benchmarks, rubrics, prompts, (), excluded, dictionary=dictionary)
        yield step.commit.day, Suite(loaded)
