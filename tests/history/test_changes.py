"""Changes between two states are reported in the suite's own terms; what has no meaning is not."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from benchdocs.documents.markdown import escaped
from benchdocs.history.change import Change
from benchdocs.history.changes import changes
from benchdocs.specs.field_facts import Effect
from benchdocs.specs.loading import load
from benchdocs.suite.suite import Suite
from support.commands import run
from support.paths import BASE
from support.repositories import Repository
from support.suites import base_with, suite_with
from support.tables import table

DEM1 = "a-component/A-DEM1.yaml"
DEM2 = "a-component/A-DEM2.yaml"
PROMPT = "evaluators/llm-judge/arrival_prompt.md"


def edited(path: str, old: str, new: str) -> dict[str, str]:
    return {path: base_with(path, (old, new))}


def between(old: Path, new: Path) -> tuple[Change, ...]:
    return changes(Suite(load(old)), Suite(load(new)))


def told(tmp_path: Path, files: dict[str, str]) -> list[tuple[str, Effect]]:
    found = between(BASE, suite_with(tmp_path / "new", files))
    return [(change.text, change.effect) for change in found]


SCORE, MEANING, EDITORIAL = Effect


@table
def test_a_change_is_reported_and_classified(
    tmp_path: Path, path: str, old: str, new: str, text: str | None, effect: Effect
) -> None:
    found = told(tmp_path, edited(path, old, new))
    if text is None:
        assert len(found) == 2
        assert {found_effect for _, found_effect in found} == {effect}
    else:
        assert found == [(text, effect)]


def reordered(path: str) -> dict[str, str]:
    fields = yaml.safe_load((BASE / path).read_text())
    return {path: yaml.safe_dump(dict(reversed(fields.items())), sort_keys=False, allow_unicode=True)}


@pytest.mark.parametrize(
    "files",
    [
        edited(DEM1, "code: A-DEM1", "# a remark\ncode: A-DEM1"),
        edited(DEM1, "weight: 0.5", "weight: 0.50"),
        reordered(DEM1),
        edited(PROMPT, "- formatting", "-   formatting  "),
        {"rubrics/A-DEM.yaml": (BASE / "rubrics/A-DEM.yaml").read_text() + "\n\n"},
    ],
    ids=["comment", "number written differently", "order of keys and layout", "white space", "blank lines"],
)
def test_what_means_nothing_is_one_editorial_change(tmp_path: Path, files: dict[str, str]) -> None:
    [(text, effect)] = told(tmp_path, files)
    assert effect is EDITORIAL
    assert re.fullmatch(r"\S+ written differently", text)


def test_the_order_in_which_a_rubric_lists_its_members_means_nothing(tmp_path: Path) -> None:
    fields = yaml.safe_load((BASE / "rubrics/A-DEM.yaml").read_text())
    fields["benchmarks"].reverse()
    [(text, effect)] = told(tmp_path, {"rubrics/A-DEM.yaml": yaml.safe_dump(fields)})
    assert (text, effect) == ("A-DEM written differently", EDITORIAL)


def test_a_new_code_with_the_old_one_as_its_alias_is_a_renaming(tmp_path: Path) -> None:
    new = suite_with(tmp_path / "new")
    text = (new / DEM1).read_text().replace("code: A-DEM1", "code: A-DEM7\naliases: [A-DEM1]")
    (new / DEM1).unlink()
    (new / "a-component/A-DEM7.yaml").write_text(text.replace("threshold: 0.90", "threshold: 0.80"))
    texts = [change.text for change in between(BASE, new)]
    assert texts == [
        f"A-DEM7 moved from {DEM1} to a-component/A-DEM7.yaml",
        "A-DEM1 renamed to A-DEM7",
        "A-DEM7 threshold 0.90 → 0.80",
    ]


def test_a_benchmark_that_comes_or_goes_affects_scores(tmp_path: Path) -> None:
    new = suite_with(tmp_path / "new")
    (new / DEM2).unlink()
    assert [(change.text, change.effect) for change in between(BASE, new)] == [("A-DEM2 removed", SCORE)]
    assert [change.text for change in between(new, BASE)] == ["A-DEM2 added"]


def test_a_file_that_moves_is_reported_and_changes_nothing_else(tmp_path: Path) -> None:
    new = suite_with(tmp_path / "new")
    (new / "a-component/sub").mkdir()
    (new / DEM1).rename(new / "a-component/sub/A-DEM1.yaml")
    moved = PROMPT.replace("arrival_", "coming_")
    (new / PROMPT).rename(new / moved)
    spec = new / "a-component/sub/A-DEM1.yaml"
    spec.write_text(spec.read_text().replace(PROMPT, moved))
    found = [(change.text, change.effect) for change in between(BASE, new)]
    assert found == [
        (f"A-DEM1 moved from {DEM1} to a-component/sub/A-DEM1.yaml", EDITORIAL),
        (f"A-DEM1 prompt file {PROMPT} → {moved}", EDITORIAL),
        (f"{moved} moved from {PROMPT}", EDITORIAL),
    ]


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


def test_revisions_and_folders_are_compared(repository: Path) -> None:
    change = "A-DEM1 threshold 0.90 → 0.85"
    can = "A score that missed may now pass."
    counts = "1 change: 1 score-affecting, 0 meaning, 0 editorial."
    expected = f"Score-affecting:\n  {change}\n      {can}\n\n{counts}\n"
    assert diff("v1", "HEAD", "--root", repository) == (0, expected)
    assert change in diff("v1", "--root", repository)[1]
    assert change in diff(BASE, repository)[1]
    assert diff("HEAD", "--root", repository) == (0, "No change.\n")


def test_the_answer_comes_as_json_and_markdown(repository: Path) -> None:
    answer = json.loads(diff("v1", "HEAD", "--root", repository, "--format", "json")[1])
    assert answer["summary"] == {"score-affecting": 1, "meaning": 0, "editorial": 0}
    [change] = answer["changes"]
    assert (change["subject"], change["field"], change["old"], change["new"]) == (
        "A-DEM1",
        "threshold",
        "0.90",
        "0.85",
    )
    markdown = diff("v1", "HEAD", "--root", repository, "--format", "markdown")[1]
    assert (
        "### Score-affecting\n\n- A-DEM1 threshold 0.90 → 0.85 _A score that missed may now pass._\n"
        in markdown
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


def test_a_message_finds_a_revision_and_a_folder_hides_none(repository: Path) -> None:
    (repository / "v1").mkdir()
    assert "threshold 0.90 → 0.85" in diff("v1", "HEAD", "--root", repository)[1]
    assert "threshold 0.90 → 0.85" in diff(":/demonstration", "HEAD", "--root", repository)[1]


def test_a_member_that_a_rubric_gives_up_affects_its_score(tmp_path: Path) -> None:
    path = "rubrics/A-DEM.yaml"
    assert told(tmp_path, edited(path, "  - A-DEM2\n", "")) == [("A-DEM benchmarks: A-DEM2 removed", SCORE)]


def test_a_value_that_is_refused_counts_as_absent(tmp_path: Path) -> None:
    new = edited(DEM1, "threshold: 0.90", "threshold: 90\nstatus: actve")
    assert told(tmp_path, new) == [("A-DEM1 threshold 0.90 → none", SCORE)]


@table
def test_a_default_that_is_written_out_changes_nothing(tmp_path: Path, old: str, new: str) -> None:
    absent = suite_with(tmp_path / "absent")
    text = (absent / DEM1).read_text()
    assert old in text
    (absent / DEM1).write_text(text.replace('  normalization_formula: "x"\n', "", "normalization" in old))
    written = suite_with(tmp_path / "written", {DEM1: text.replace(old, new)})
    found = (*between(absent, written), *between(written, absent))
    assert {change.field for change in found} == {"layout"}


def test_a_rewording_shows_the_words(tmp_path: Path) -> None:
    new = suite_with(tmp_path / "new", edited(PROMPT, "- formatting", "- layout & <b>"))
    text = diff(BASE, new)[1]
    assert f"  {PROMPT} reworded\n      … " in text
    assert " [-formatting-] {+layout & <b>+} " in text
    markdown = diff(BASE, new, "--format", "markdown")[1]
    assert f"- {escaped(PROMPT)} reworded\n  > … " in markdown
    assert r" <del>formatting</del> <ins>layout & \<b></ins> " in markdown


@pytest.mark.parametrize("name", ["nope", "--output=x", "HEAD:rubrics", "v1..HEAD"])
def test_what_is_no_revision_is_wrong_usage(repository: Path, name: str) -> None:
    status, output = diff("--root", repository, "--", name)
    assert status == 2
    assert "is neither a folder nor a revision" in output


def test_a_folder_without_specs_and_a_root_outside_a_repository_are_wrong_usage(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert diff(tmp_path / "empty", "--root", BASE)[0] == 2
    assert diff("HEAD", "--root", suite_with(tmp_path / "plain"))[0] == 2


def test_a_spec_that_cannot_be_read_stops_nothing(repository: Path) -> None:
    (repository / DEM1).write_text("code: [")
    status, output = diff("v1", "--root", repository)
    assert status == 0
    assert "  A-DEM1 can no longer be read\n" in output
    assert output.count("A-DEM1") == 1
