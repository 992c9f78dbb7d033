"""The shipped prompts keep what is promised of them, by a script that knows nothing of the project's code."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quality.prompt_audit import faults
from support.paths import REPOSITORY

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


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("RUBRIC\n", "CRITERIA\n", "the sections are not those"),
        ("{ground_truth}", "{labels}", "{ground_truth} does not stand once"),
        ("{ground_truth}", "{ground_truth}", ""),
        ("<<<BOUNDARY\n{ground_truth}", "{ground_truth}", "{ground_truth} does not stand once"),
        ("EXAMPLES:", "EXAMPLES: {case}", "there are other placeholders"),
        ("whatever it claims", "BOUNDARY", "the system message holds the boundary"),
        ('{"pass":', "{", "it does not state the short form"),
        ("RUBRIC\n", "RUBRIC\n\nSee A-NEG2.\n", "it names A-NEG2"),
        ("DESCRIPTION:\n", "DESCRIPTION:\n" + "long " * 1_000, "more than"),
        ("Fail: ", "Pass: ", "`Pass` stands above another reply"),
        ('"met": false', '"met": true', "an example is refused"),
        ("Hedged or implied", "Hedged", "what it ignores is not what A-NEG1"),
    ],
)
def test_the_script_finds_what_is_broken(root: Path, old: str, new: str, fault: str) -> None:
    text = (root / PROMPT).read_text()
    assert old in text
    (root / PROMPT).write_text(text.replace(old, new, 1))
    found = faults(root)
    assert any(fault in line for line in found) if fault else found == []
