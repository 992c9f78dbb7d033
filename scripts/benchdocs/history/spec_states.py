"""Tell whether a spec ever was what a review record says, by all that git holds of it and its prompt."""

import subprocess
from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from benchdocs.history.change import State
from benchdocs.history.file_states import NO_SETTINGS, add, is_read
from benchdocs.history.revisions import blobs, git
from benchdocs.specs.discovery import PROMPT_FOLDER, RUBRIC_FOLDER
from benchdocs.specs.loading import Loaded
from benchdocs.specs.models import Benchmark
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.specs.validation import AnySpec, Spec
from benchdocs.suite.fingerprints import fingerprint
from benchdocs.suite.suite import Suite

_LOG = (
    *("-c", "core.quotePath=false", "log", "--format=", "--full-history", "-m"),
    *("--raw", "--no-abbrev", "--no-renames", "--relative"),
)
_FILES = tuple(f":(glob){folder}/**" for folder in ("*-component", RUBRIC_FOLDER, PROMPT_FOLDER))


def had_version(root: Path, code: str, number: Decimal | int, commit: str) -> bool:
    """Return whether a spec had a version, or a higher one; True where git cannot tell."""
    held = _held(root, code, commit)
    return held is None or any((spec.fields.version or 1) >= number for spec in held[0])


def ever_was(root: Path, code: str, mark: str, commit: str) -> bool:
    """Return whether a benchmark had a fingerprint at or before a commit; True where git cannot tell.

    Each version of its file is taken with each version of its prompt, whether or not they met.
    """
    held = _held(root, code, commit)
    if held is None:
        return True
    specs, prompts = held
    benchmarks = (Spec(spec.document, spec.fields) for spec in specs if isinstance(spec.fields, Benchmark))
    for spec in benchmarks:
        found = prompts[spec.fields.llm_prompt_file or ""]
        for used in ((), *((prompt,) for prompt in found)):
            suite = Suite(Loaded(root, NO_SETTINGS, (spec,), (), used))
            if fingerprint(suite, spec) == mark:
                return True
    return False


def _held(root: Path, code: str, commit: str) -> tuple[list[AnySpec], dict[str, list[PromptFile]]] | None:
    """Return every version of a spec, and all of each prompt by its path; None where git cannot tell."""
    files = list(dict.fromkeys(_files(git(root, *_LOG, commit, "--", *_FILES) or b"")))
    specs: list[AnySpec] = []
    prompts: dict[str, list[PromptFile]] = defaultdict(list)
    try:
        for (path, _), content in zip(files, blobs(root, [blob for _, blob in files]), strict=True):
            if path.startswith(f"{PROMPT_FOLDER}/") or code.encode() in content or code in path:
                state = State.empty()
                add(state, path, content, "")
                found: tuple[AnySpec, ...] = (*state.benchmarks.values(), *state.rubrics.values())
                specs += [spec for spec in found if spec.code == code]
                prompts[path] += state.prompts.values()
    except subprocess.SubprocessError:
        return None
    return (specs, prompts) if files else None


def _files(log: bytes) -> Iterator[tuple[str, str]]:
    """Yield path and blob of each file after each commit that touched it."""
    for line in log.decode("utf-8", "surrogateescape").splitlines():
        head, _, path = line.partition("\t")
        _, mode, _, blob, _ = head.split() if path else ("", "", "", "", "")
        if mode.startswith("100") and is_read(path):
            yield path, blob
