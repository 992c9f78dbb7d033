"""`check --fix` mends what has one right form, and nothing else; what it refuses comes with the reason."""

from __future__ import annotations

import json
import os
from errno import ENOSPC
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from benchdocs.authoring import fix
from benchdocs.authoring.changeset import StoppedError
from benchdocs.cli.main import main
from benchdocs.rules.check import Report, check
from support.case_folders import RULE_CASES
from support.paths import BASE
from support.patience import little_work
from support.stories import stories
from support.suites import Pairs, overlay_folder, suite_with, with_changes
from support.syntax_error_cases import contents

DEM1, DEM2, RUBRIC = "a-component/A-DEM1.yaml", "a-component/A-DEM2.yaml", "rubrics/A-DEM.yaml"


def run(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", "--root", str(root), *arguments])


def left(root: Path) -> list[str]:
    """Rule of each finding that is not mended, and why a fix of it is refused."""
    outcome = fix.plan(root, lambda path: True)
    fix.write(root, outcome)
    return [f"{finding.rule}: {outcome.why_not(finding) or 'left'}" for finding in check(root).findings]


SEVERAL: dict[str, Pairs] = {
    DEM1: (
        ("weight: 0.5", "weight: 60%"),
        ("threshold: 0.90", "threshold: 80"),
        ("evaluator_type: hybrid", "evaluator_tpye: hybrid # both"),
    )
}
"""Two mistakes that are fixed, one that is left; with the weight fixed, the sum is off."""


def test_what_was_mended_is_printed_ahead_of_what_is_left(tmp_path: Path) -> None:
    root = with_changes(tmp_path, SEVERAL)
    result = run(root, "--fix")
    assert result.exit_code == 1
    assert result.output.startswith(
        "a-component/A-DEM1.yaml:7:9: fixed FLD103: `60%` → `0.6`\n"
        "a-component/A-DEM1.yaml:23:1: fixed FLD102: `evaluator_tpye` → `evaluator_type`\n"
        "\n"
        "a-component/A-DEM1.yaml:8:12: error FLD104: `threshold` has to be between 0 and 1, not 80\n"
        "   8 | threshold: 80\n"
        "     |            ^\n"
        "     = hint: if you mean 80%, write `0.8`\n"
    )
    assert result.output.endswith("2 prompts: 1 error; 2 fixed\n")
    assert "evaluator_type: hybrid # both\n" in (root / DEM1).read_text()


test_story = stories(__file__)


def test_json_lists_what_was_fixed_and_why_the_rest_was_not(tmp_path: Path) -> None:
    root = with_changes(tmp_path, SEVERAL)
    answer = json.loads(run(root, "--fix", "--format", "json").output)
    assert [entry["how"] for entry in answer["fixed"]] == [
        "`60%` → `0.6`",
        "`evaluator_tpye` → `evaluator_type`",
    ]
    assert [entry["not_fixed"] for entry in answer["findings"]] == [None]
    assert answer["summary"]["errors"] == 1


def test_with_paths_no_other_file_is_touched(tmp_path: Path) -> None:
    changes: dict[str, Pairs] = {DEM2: (("weight: 0.5", "weight: 50%"),), RUBRIC: (("  - A-DEM2\n", ""),)}
    root = with_changes(tmp_path, changes)
    assert "fixed FLD103" in run(root, "--fix", DEM2).output
    assert f"not fixed: `{RUBRIC}` is not among the given paths" in run(root, "--fix", DEM2).output
    assert "A-DEM2" not in (root / RUBRIC).read_text()
    assert f"fixed REF205: `- A-DEM2` inserted in `{RUBRIC}`\n" in run(root, "--fix", RUBRIC, DEM2).output
    assert check(root).findings == ()


def test_several_benchmarks_enter_their_rubric_at_once(tmp_path: Path) -> None:
    spec = (BASE / DEM2).read_text().replace("weight: 0.5", "weight: 0.1")
    files = {
        f"a-component/A-DEM{n}.yaml": spec.replace("code: A-DEM2", f"code: A-DEM{n}") for n in range(3, 9)
    }
    root = suite_with(tmp_path, files)
    assert left(root) == ["WGT301: left"]
    assert (root / RUBRIC).read_text().endswith("".join(f"  - A-DEM{n}\n" for n in range(1, 9)))


def test_a_file_that_cannot_be_written_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = with_changes(tmp_path, SEVERAL)
    before = contents(root)
    outcome = fix.plan(root, lambda path: True)

    def fail(*arguments: object) -> None:
        raise OSError(ENOSPC, "the disk is full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(StoppedError, match="the disk is full"):
        fix.write(root, outcome)
    assert contents(root) == before


def test_what_was_changed_in_the_meantime_is_not_overwritten(tmp_path: Path) -> None:
    root = with_changes(tmp_path, SEVERAL)
    outcome = fix.plan(root, lambda path: True)
    (root / DEM1).write_text("code: A-DEM1\n")
    with pytest.raises(StoppedError, match="changed by someone else in the meantime"):
        fix.write(root, outcome)
    assert (root / DEM1).read_text() == "code: A-DEM1\n"


def test_a_file_that_went_away_in_the_meantime_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = with_changes(tmp_path, SEVERAL)

    def then_deleted(suite_root: Path) -> Report:
        report = check(suite_root)
        (root / DEM1).unlink()
        return report

    monkeypatch.setattr(fix, "check", then_deleted)
    result = run(root, "--fix")
    assert result.exit_code == 1
    assert f"nothing was changed: {root / DEM1}: No such file" in result.output


@pytest.mark.parametrize(
    "case",
    sorted(
        path
        for rule in ("FLD105", "FLD106", "PRM602", "REF205", "TXT504")
        for path in RULE_CASES.glob(f"{rule}/err*")
    ),
    ids=lambda path: f"{path.parent.name}-{path.name}",
)
def test_a_third_run_finds_nothing_more_to_fix(tmp_path: Path, case: Path) -> None:
    root = overlay_folder(tmp_path, case)
    for _ in range(2):
        fix.write(root, fix.plan(root, lambda path: True))
    assert fix.plan(root, lambda path: True).files == []


def test_many_fixes_of_one_file_take_little_work(tmp_path: Path) -> None:
    root = suite_with(tmp_path)
    text = (root / DEM1).read_text()
    (root / DEM1).write_text(text + "# a l\u200bine\n" * 90)
    with little_work():
        assert left(root) == []
    assert (root / DEM1).read_text() == text + "# a line\n" * 90
