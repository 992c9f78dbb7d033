"""Scratch copies of the project for tests: its site, with the demonstration suite."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from support.paths import REPOSITORY
from support.suites import suite_with


def project_with(folder: Path, files: Mapping[str, str]) -> Path:
    """A copy of the repository's site with more hand-written pages, and the demonstration suite."""
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in ("docs", "scripts"):
        shutil.copytree(REPOSITORY / name, folder / name, ignore=ignored)
    for name in ("search.yaml", "topics.yaml"):
        (folder / "docs" / name).unlink()  # it names pages of its suite
    for name in ("mkdocs.yml", "a-component/FIELD_SPECS.md", "rubrics/FIELD_SPECS.md"):
        suite_with(folder, {name: (REPOSITORY / name).read_bytes()})
    prompts = "evaluators/llm-judge/PROMPT_SPECS.md"
    return suite_with(folder, {prompts: (REPOSITORY / prompts).read_bytes(), **files})
