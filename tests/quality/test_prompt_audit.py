"""The shipped prompts keep what is promised of them, by a script that knows nothing of the project's code."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quality.prompt_audit import faults
from support.paths import REPOSITORY
from support.tables import table

PROMPT = "evaluators/llm-judge/negation_simple_prompt.md"


def test_the_shipped_prompts_have_no_fault() -> None:
    assert faults(REPOSITORY) == []


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The files that the script reads, with one prompt and its benchmark."""
    for path in (PROMPT, "evaluators/llm-judge/PROMPT_SPECS.md", "a-component/A-NEG1.yaml"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / path, tmp_path / path)
    shutil.copytree(REPOSITORY / "schemas", tmp_path / "schemas")
    return tmp_path


@table
def test_the_script_finds_what_is_broken(root: Path, old: str, new: str, fault: str) -> None:
    text = (root / PROMPT).read_text()
    assert old in text
    (root / PROMPT).write_text(text.replace(old, new, 1))
    found = faults(root)
    assert any(fault in line for line in found) if fault else found == []
