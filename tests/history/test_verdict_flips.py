"""`benchdocs diff --scores` says which verdicts flip, by the same arithmetic as the score explorer."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import Result

from support.commands import run
from support.paths import BASE
from support.suites import base_with, suite_with
from support.tables import table

DEM1, DEM2, RUBRIC = "a-component/A-DEM1.yaml", "a-component/A-DEM2.yaml", "rubrics/A-DEM.yaml"
SCORES = "benchmark,score\nA-DEM1,0.92\nA-DEM2,0.70\nA-AUX1,1\n"


def diff(tmp_path: Path, new: Path, scores: str = SCORES, *more: str) -> Result:
    path = tmp_path / "scores.csv"
    path.write_bytes(scores.encode())
    return run("diff", BASE, new, "--scores", path, *more)


def edited(tmp_path: Path, path: str, old: str, new: str) -> Path:
    return suite_with(tmp_path / "new", {path: base_with(path, (old, new))})


def lines_of(result: Result) -> list[str]:
    assert result.exit_code == 0, result.output
    _, _, rest = result.output.partition("Verdicts that flip with these scores:\n")
    return [line.strip() for line in rest.split("\n\n")[0].splitlines()]


def test_a_threshold_flips_a_benchmark_alone(tmp_path: Path) -> None:
    result = diff(tmp_path, edited(tmp_path, DEM1, "threshold: 0.90", "threshold: 0.95"))
    assert lines_of(result) == [
        "A-DEM1 (benchmark) pass → fail: before reached by 0.02 (0.92), now missed by 0.03 (0.92)"
    ]
    assert result.output.endswith("1 change: 1 score-affecting, 0 meaning, 0 editorial. 1 verdict flips.\n")


def test_a_gate_flips_the_rubric_and_all_above_it(tmp_path: Path) -> None:
    new = edited(tmp_path, DEM2, "threshold: 0.80", "threshold: 0.80\ncriticality: hard_gate")
    assert lines_of(diff(tmp_path, new)) == [
        (
            "A (component) pass → fail: before passes (score 0.8575, distance +0.0575), "
            "now blocked by A-DEM2 (score 0.8575, distance +0.0575)"
        ),
        (
            "A-DEM (rubric) pass → fail: before passes (score 0.81, distance +0.01), "
            "now blocked by A-DEM2 (score 0.81, distance +0.01)"
        ),
    ]


def test_the_gate_of_a_rubric_flips_what_is_above_it(tmp_path: Path) -> None:
    threshold = "passing_threshold: 0.80"
    new = edited(tmp_path, RUBRIC, threshold, f"{threshold}\ncriticality: hard_gate")
    result = diff(tmp_path, new, "benchmark,score\nA-DEM1,0.80\nA-DEM2,0.78\nA-AUX1,1\n")
    score = "(score 0.8425, distance +0.0425)"
    before = f"before score passes, but A-DEM fails {score}"
    assert lines_of(result) == [
        f"A (component) pass → fail: {before}, now blocked by A-DEM {score}",
    ]
    assert "A-DEM gate set to hard_gate" in result.output


def test_an_aggregation_flips_everything_above(tmp_path: Path) -> None:
    new = edited(tmp_path, RUBRIC, "WEIGHTED_AVERAGE", "MINIMUM")
    assert [line.split(":")[0] for line in lines_of(diff(tmp_path, new))] == [
        "A (component) pass → fail",
        "A-DEM (rubric) pass → fail",
    ]


def test_a_missing_score_is_open_and_a_renamed_benchmark_keeps_its_own(tmp_path: Path) -> None:
    new = suite_with(tmp_path / "new")
    text = (new / DEM2).read_text().replace("code: A-DEM2", "code: A-DEM3\naliases: [A-DEM2]")
    (new / DEM2).unlink()
    (new / "a-component/A-DEM3.yaml").write_text(text.replace("threshold: 0.80", "threshold: 0.60"))
    (new / RUBRIC).write_text((new / RUBRIC).read_text().replace("A-DEM2", "A-DEM3"))
    expected = ["A-DEM3 (benchmark) fail → pass: before missed by 0.1 (0.70), now reached by 0.1 (0.70)"]
    assert lines_of(diff(tmp_path, new)) == expected
    assert lines_of(diff(tmp_path, new, SCORES.replace("A-DEM2", "A-DEM3"))) == expected
    without = "benchmark,score\nA-DEM1,1\n"
    assert "No verdicts flip." in diff(tmp_path, new, without).output


def test_a_benchmark_that_is_gone_is_judged_no_more(tmp_path: Path) -> None:
    new = suite_with(tmp_path / "new")
    (new / DEM2).unlink()
    found = lines_of(diff(tmp_path, new))
    assert (
        "A-DEM2 (benchmark) fail → not judged: before missed by 0.1 (0.70), now not part of the suite"
        in found
    )


def test_the_answer_holds_the_flips_in_every_form(tmp_path: Path) -> None:
    new = edited(tmp_path, DEM1, "threshold: 0.90", "threshold: 0.95")
    [flip] = json.loads(diff(tmp_path, new, SCORES, "--format", "json").output)["flips"]
    assert (flip["code"], flip["kind"], flip["old"], flip["new"]) == ("A-DEM1", "benchmark", "pass", "fail")
    markdown = diff(tmp_path, new, SCORES, "--format", "markdown").output
    assert "### Verdicts that flip with these scores\n\n- A-DEM1 (benchmark) pass → fail" in markdown


@table
def test_scores_that_cannot_be_used_are_wrong_usage(tmp_path: Path, scores: str, words: str) -> None:
    result = diff(tmp_path, BASE, scores)
    assert (result.exit_code, words in result.output) == (2, True), result.output
