"""Changes between two states are reported in the suite's own terms; what has no meaning is not."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from benchdocs.documents.markdown import escaped
from benchdocs.history.change import Change
from benchdocs.history.changes import changes
from benchdocs.specs.field_facts import Effect
from support.commands import run
from support.paths import BASE
from support.repositories import Repository
from support.stories import stories
from support.suites import base_with, suite_in, suite_with
from support.tables import table

DEM1 = "a-component/A-DEM1.yaml"
PROMPT = "evaluators/llm-judge/arrival_prompt.md"


def edited(path: str, old: str, new: str) -> dict[str, str]:
    return {path: base_with(path, (old, new))}


def between(old: Path, new: Path) -> tuple[Change, ...]:
    return changes(suite_in(old), suite_in(new))


test_story = stories(__file__)


@table
def test_a_change_is_reported_and_classified(
    tmp_path: Path, path: str, old: str, new: str, text: str | None, effect: Effect
) -> None:
    changed = between(BASE, suite_with(tmp_path / "new", edited(path, old, new)))
    found = [(change.text, change.effect) for change in changed]
    if text is None:
        assert len(found) == 2
        assert {found_effect for _, found_effect in found} == {effect}
    else:
        assert found == [(text, effect)]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the demonstration suite in its first commit and another threshold in its second."""
    made = Repository(tmp_path / "repository")
    made.git("tag", "v1")
    made.edit(DEM1, "threshold: 0.90", "threshold: 0.85")
    made.commit("second")
    return made.root


def diff(*arguments: str | Path) -> tuple[int, str]:
    result = run("diff", *map(str, arguments))
    return result.exit_code, result.output


def test_the_answer_comes_as_json(repository: Path) -> None:
    answer = json.loads(diff("v1", "HEAD", "--root", repository, "--format", "json")[1])
    assert answer["summary"] == {"score-affecting": 1, "meaning": 0, "editorial": 0}
    [change] = answer["changes"]
    assert (change["subject"], change["field"], change["old"], change["new"]) == (
        "A-DEM1",
        "threshold",
        "0.90",
        "0.85",
    )


@pytest.mark.parametrize("place", ["inner", "inner folder/\u00fc"])
def test_a_suite_in_a_subfolder_is_compared_too(repository: Path, place: str) -> None:
    inner = suite_with(repository / place)
    subprocess.run(["git", "-C", repository, "add", "-A"], check=True)
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", "-C", repository, *identity, "commit", "-q", "-m", "inner"], check=True)
    (inner / DEM1).write_text((inner / DEM1).read_text().replace("weight: 0.5", "weight: 0.4"))
    assert "1 change: 1 score-affecting" in diff("HEAD", "--root", inner)[1]
    assert "A-DEM1 weight 0.5 → 0.4" in diff("HEAD", "--root", inner)[1]


def test_a_rewording_shows_the_words(tmp_path: Path) -> None:
    new = suite_with(tmp_path / "new", edited(PROMPT, "- formatting", "- layout & <b>"))
    text = diff(BASE, new)[1]
    assert f"  {PROMPT} reworded\n      … " in text
    assert " [-formatting-] {+layout & <b>+} " in text
    markdown = diff(BASE, new, "--format", "markdown")[1]
    assert f"- {escaped(PROMPT)} reworded\n  > … " in markdown
    assert r" <del>formatting</del> <ins>layout & \<b></ins> " in markdown
