"""A change of cases or keys is told value by value; comments and form are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdocs.history.changes import changes
from benchdocs.specs.field_facts import Effect
from support.case_files import CASE_FILES, CASES, LABELS
from support.stories import stories
from support.suites import suite_in, suite_with
from support.tables import table


def told(root: Path, old: dict[str, str], new: dict[str, str]) -> list[tuple[str, Effect]]:
    before, after = (suite_in(suite_with(root / name, files)) for name, files in (("a", old), ("b", new)))
    return [(change.text, change.effect) for change in changes(before, after)]


test_story = stories(__file__)


@table
def test_each_case_and_key_is_told(
    path: str, old: str, new: str, expected: list[str], tmp_path: Path
) -> None:
    assert old in CASE_FILES[path]
    after = {**CASE_FILES, path: CASE_FILES[path].replace(old, new, 1)}
    assert told(tmp_path, CASE_FILES, after) == [(text, Effect.MEANING) for text in expected]


@pytest.mark.parametrize("path", [CASES, LABELS, "reviewers.yaml"])
@pytest.mark.parametrize(
    "text", ["- id: owner\n  role: Suite owner\n", "a: [1\n", "a: 1\na: 2\n", "text\n", ""]
)
def test_a_file_of_another_form_that_stays_the_same_is_no_change(
    path: str, text: str, tmp_path: Path
) -> None:
    files = {**CASE_FILES, path: text}
    assert told(tmp_path, files, files) == []
    assert told(tmp_path / "later", files, {**files, path: f"{text}# more\n"})
