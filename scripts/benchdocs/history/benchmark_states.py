"""Tell whether a benchmark ever was what a fingerprint says, by all that git holds of it and its prompt."""

import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from benchdocs.history.change import State
from benchdocs.history.file_states import NO_SETTINGS, add, is_read
from benchdocs.history.revisions import blobs, git
from benchdocs.specs.discovery import PROMPT_FOLDER
from benchdocs.specs.loading import Loaded
from benchdocs.specs.prompt_file import PromptFile
from benchdocs.suite.fingerprints import fingerprint
from benchdocs.suite.suite import BenchmarkSpec, Suite

_LOG = (
    *("-c", "core.quotePath=false", "log", "--format=", "--full-history", "-m"),
    *("--raw", "--no-abbrev", "--no-renames", "--relative"),
)
_FILES = (":(glob)*-component/**", f":(glob){PROMPT_FOLDER}/**")


def ever_was(root: Path, code: str, mark: str, commit: str) -> bool:
    """Return whether a benchmark had a fingerprint at or before a commit; True where git cannot tell.

    Each version of its file is taken with each version of its prompt, whether or not they met.
    """
    log = git(root, *_LOG, commit, "--", *_FILES)
    if not log:
        return True
    try:
        versions, prompts = _read(root, code, log)
    except subprocess.SubprocessError:
        return True
    for spec in versions:
        found = prompts[spec.fields.llm_prompt_file or ""]
        for used in ((), *((prompt,) for prompt in found)):
            suite = Suite(Loaded(root, NO_SETTINGS, (spec,), (), used))
            if fingerprint(suite, spec) == mark:
                return True
    return False


def _read(root: Path, code: str, log: bytes) -> tuple[list[BenchmarkSpec], dict[str, list[PromptFile]]]:
    """Return every version of a benchmark, and all versions of each prompt by its path."""
    versions: list[BenchmarkSpec] = []
    prompts: dict[str, list[PromptFile]] = defaultdict(list)
    files = list(dict.fromkeys(_files(log)))
    for (path, _), content in zip(files, blobs(root, [blob for _, blob in files]), strict=True):
        if path.startswith(f"{PROMPT_FOLDER}/") or code.encode() in content or code in path:
            state = State.empty()
            add(state, path, content, "")
            versions += [spec for spec in state.benchmarks.values() if spec.code == code]
            for prompt in state.prompts.values():
                prompts[path].append(prompt)
    return versions, prompts


def _files(log: bytes) -> Iterator[tuple[str, str]]:
    """Yield path and blob of each file after each commit that touched it."""
    for line in log.decode("utf-8", "surrogateescape").splitlines():
        head, _, path = line.partition("\t")
        _, mode, _, blob, _ = head.split() if path else ("", "", "", "", "")
        if mode.startswith("100") and is_read(path):
            yield path, blob
