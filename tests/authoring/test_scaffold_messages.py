"""What `benchdocs new` works out is told as it is, also where the suite has faults that leave it unknown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchdocs.rules.check import check
from support.commands import run
from support.stories import stories
from support.tables import table

test_story = stories(__file__)


@table
def test_a_prompt_is_called_after_its_label_in_plain_letters(root: Path, label: str, name: str) -> None:
    options = ("--evaluator", "llm_judge", "--label", label)
    told = run("new", "benchmark", "A-DEM3", *options, "--root", root).output
    assert f"writes evaluators/llm-judge/{name}_prompt.md\n" in told


def test_a_folder_without_specs_is_told_how_to_start_or_where_they_are(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root / "a-component")
    assert "a suite is in a folder above: `--root ..`" in run("check", "--root", ".").output
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    told = run("check").output
    assert "to start a suite here, run `benchdocs init`" in told
    Path("rubrics").mkdir()
    assert run("new", "rubric", "A-XYZ").exit_code == 0
    assert {finding.rule for finding in check(Path()).findings} == {"TXT507", "CAS1604"}


@table
def test_a_suite_without_categories_is_led_to_its_own(root: Path, settings: str | None, where: str) -> None:
    (root / "benchdocs.toml").unlink(missing_ok=True)
    if settings is not None:
        (root / ("pyproject.toml" if "tool" in settings else "benchdocs.toml")).write_text(settings)
    rubric = root / "rubrics/A-DEM.yaml"
    stated = re.sub(r"^category:.*\n", "", rubric.read_text(), flags=re.MULTILINE)
    rubric.write_text(f"{stated}category: legibility\n")
    (found,) = (finding for finding in check(root).findings if "legibility" in finding.message)
    assert found.message == "`category` is the text `legibility`, but the settings name no categories"
    assert found.hint == f"name it in {where}"
