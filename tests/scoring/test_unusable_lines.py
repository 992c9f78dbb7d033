"""What lines that cannot be used, are repeated or were not asked for do to the report of a run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from support.result_files import line, reply
from support.score_runs import GOOD, data, everything, plan, score, written
from support.tables import table

LOST = {
    "A-NEG1": '{"case": "case-0", "benchmark"',
    "A-NEG2": '{"cas": 1}',
    "A-NEG3": '{"case": "case-0 ", "benchmark": "A-NEG3"}',
    "A-NEG4": '{"case": "case-0", "benchmark": "A-NEG4", "reply": {"pass": true}}',
}
"""Lines that cannot be used, in place of an answer of each of these benchmarks."""


def test_lines_that_cannot_be_used_are_named_and_their_cases_are_without_a_result(tmp_path: Path) -> None:
    made = plan()
    lines = everything(made)
    path = written(tmp_path, *lines, made=made)
    texts = path.read_text().splitlines()
    numbers = []
    for code, lost in LOST.items():
        at = next(n for n, each in enumerate(lines) if each.get("benchmark") == code)
        texts[at] = lost
        numbers.append(at + 1)
    path.write_text("\n".join(texts))
    found = score(path, "--format", "json")
    answer = json.loads(found.stdout)
    rows = {row["code"]: row for row in answer["verdicts"]}
    for code, number in zip(LOST, numbers, strict=True):
        assert f"{path}:{number}: " in found.stderr
        assert (rows[code]["verdict"], rows[code]["missing"]) == ("undecided", 1)
    assert rows["A-FCT1"]["verdict"] == "undecided"
    assert [(bad["file"], bad["line"]) for bad in answer["unusable"]] == [(str(path), n) for n in numbers]
    assert "Lines that cannot be used: 4." in score(path).stdout


def test_bytes_that_are_no_text_cost_their_line(tmp_path: Path) -> None:
    made = plan(2)
    path = written(tmp_path, *everything(made), made=made)
    path.write_bytes(path.read_bytes() + b"\xff\xfe\n")
    found = score(path)
    assert found.exit_code == 3
    assert "this is not UTF-8" in found.stderr


def test_lines_with_the_same_fault_are_reported_once(tmp_path: Path) -> None:
    short = [{"case": f"case-{n}", "benchmark": "A-NEG1", "pass": True} for n in range(50)]
    numbers = [{"case": n, "benchmark": "A-NEG1"} for n in (1, 2)]
    found = score(written(tmp_path, *short, {"cas": 1}, *numbers))
    verdict, unknown, no_text = found.stderr.splitlines()[:3]
    assert verdict.startswith(f"{tmp_path}/run.jsonl:1: ")
    assert '"reply": {…}}` (and 49 more lines)' in verdict
    assert "run.jsonl:51: unknown key `cas`" in unknown
    assert no_text.endswith("run.jsonl:52: `case` has to be a text (and 1 more line)")
    assert found.exit_code == 3


@pytest.mark.parametrize("met", [True, False])
def test_two_answers_to_one_question_are_refused(tmp_path: Path, met: bool) -> None:
    again = line("Case-1", "A-NEG2", run=1, half="judge", reply=reply([met]))
    found = score(written(tmp_path, GOOD, again))
    assert (found.exit_code, found.stdout) == (2, "")
    assert f"{tmp_path}/run.jsonl:2: the same case, benchmark, run and half as" in found.stderr


def test_lines_outside_the_plan_are_listed_and_count_nothing(tmp_path: Path) -> None:
    made = plan()
    more = [line("agitated-at-the-bus-statoin", "A-NEG2", reply=reply([False]))]
    path = written(tmp_path, *everything(made), *more, made=made)
    answer = data(path)
    assert (answer["outside"], answer["summary"]["verdict"]) == ({"agitated-at-the-bus-statoin": 1}, "pass")
    assert "Outside the plan, not counted\n  agitated-at-the-bus-statoin: 1 line\n" in score(path).stdout


@table
def test_nothing_passes_while_this_is_open(
    tmp_path: Path, lacks: str, more: dict[str, Any] | None, why: str, shown: str
) -> None:
    made = plan()
    about, *lines = everything(made)
    about["about"].pop(lacks, None)
    if more:
        met = not more.pop("failing")
        lines.append({**more, "reply": reply([met])})
    path = written(tmp_path, about, *lines, made=made)
    found = score(path)
    assert found.exit_code == 3
    answer = f"? Not decided. {why[0].upper()}{why[1:]}, so nothing passes. Open: "
    assert found.stdout.splitlines()[1].startswith(answer)
    assert shown in found.stdout
    assert "pass" not in {row["verdict"] for row in data(path)["verdicts"]}


def test_scripts_alone_need_no_judge(tmp_path: Path) -> None:
    made = plan()
    about, *lines = everything(made)
    del about["about"]["judge"]
    path = written(tmp_path, about, *(each for each in lines if each["half"] == "code"), made=made)
    rows = {row["code"]: row["verdict"] for row in data(path)["verdicts"]}
    assert (rows["A-CMP2"], rows["A-NEG1"]) == ("pass", "missing")


def test_numbers_add_up_and_a_line_that_cannot_be_used_gave_no_verdict(tmp_path: Path) -> None:
    made = plan()
    about, *lines = everything(made)
    own = [each for each in lines if each["benchmark"] == "A-NEG2"]
    own[0]["reply"]["pass"] = own[0]["reply"]["items"][0]["met"] = False
    own[1]["reply"] = reply([], applicable=False)
    for each, why in zip(own[2:4], ("timed out", "x" * 201), strict=True):
        del each["reply"]
        each["failed"] = why
    lines.remove(own[4])
    path = written(tmp_path, about, *lines, made=made)
    [row] = [each for each in data(path)["verdicts"] if each["code"] == "A-NEG2"]
    counts = {"planned": 60, "evaluated": 56, "fails": 1, "missing": 4}
    counts |= {"without_line": 1, "no_verdict": 2, "not_applicable": 1}
    assert {key: row[key] for key in counts} == counts
    totals = data(path)["summary"]["results"]
    assert (totals["fails"], totals["missing"], totals["no_verdict"]) == (1, 4, 2)
    shown = score(path).stdout
    assert ": of 60 planned 1 without a line, 2 gave no verdict, 1 not applicable; at least 0.85 is" in shown
    assert f"\nLines that cannot be used\n  {path}:" in shown
    assert "`failed` has 201 characters" in shown
    assert "What is open lacks 4 results: " in shown
