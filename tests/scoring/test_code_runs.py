"""Code evaluators run apart: they decide records, and a hostile one is stopped with a sentence."""

from __future__ import annotations

import io
import json
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from benchdocs.cli.score import watched
from benchdocs.history.provenance import suite_digest
from benchdocs.rules.check import check
from benchdocs.scoring import code_runs
from benchdocs.scoring.code_runs import CodeRun, read_records, with_code
from benchdocs.scoring.results import Results, read_results
from benchdocs.suite.suite import Suite
from support.commands import run
from support.result_files import REASON, line, reply, text_of
from support.suites import base_with, suite_with, write
from support.tables import table

PATH = "evaluators/code/a_dem2.py"
METRIC = "metric:\n  numerator: matching\n  denominator: dictated\n  implementation: {}\n"
GOOD = f"""
from comparison import same

def evaluate(labels, output, narrative):
    if "time" not in labels:
        return {{"applicable": False, "items": [], "uncertain": False, "reason": {REASON!r}, "pass": False}}
    met = isinstance(output, dict) and same(labels["time"], output.get("time"))
    items = [{{"label": "time", "quote": "", "entry": "", "met": met}}]
    return {{"applicable": True, "items": items, "uncertain": False, "reason": {REASON!r}, "pass": met}}
"""
SHARED = "def same(one, other):\n    return one == other\n"


def suite_of(folder: Path, source: str, *, hybrid: str = "", ends: Mapping[str, str] | None = None) -> Suite:
    """The demonstration suite with this evaluator of A-DEM2, and one of the hybrid A-DEM1."""
    more = ends or {}
    files = {
        "evaluators/code/comparison.py": SHARED,
        PATH: source,
        "a-component/A-DEM2.yaml": base_with(
            "a-component/A-DEM2.yaml", end=METRIC.format(PATH) + more.get("A-DEM2", "")
        ),
    }
    if hybrid:
        path = "evaluators/code/a_dem1.py"
        metric = METRIC.format(path)
        files |= {
            path: hybrid,
            "a-component/A-DEM1.yaml": base_with(
                "a-component/A-DEM1.yaml", end=metric + more.get("A-DEM1", "")
            ),
        }
    return check(suite_with(folder / "suite", files)).suite


def record(case: str, output: Any, **labels: Any) -> dict[str, Any]:
    return {"case": case, "output": output, "labels": labels, "narrative": "Found at two."}


def ran(suite: Suite, *lines: dict[str, Any], judged: str = "") -> CodeRun:
    read = read_records("records.jsonl", text_of(lines).encode(), suite)
    assert not read.bad
    return with_code(suite, read.lines, read_results({"r": judged.encode()}, suite).results)


def test_a_record_is_decided_by_its_labels(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, GOOD)
    lines = (
        record("right", {"time": "14:05"}, time="14:05"),
        record("wrong", {"time": "14:50"}, time="14:05"),
        record("other", {"time": "14:50"}),
    )
    found = ran(suite, *lines)
    assert found.failures == ()
    assert {each.case: each.outcome for each in found.results} == {
        "right": "pass",
        "wrong": "fail",
        "other": "not_applicable",
    }


@table
def test_both_halves_of_a_hybrid_must_pass(
    tmp_path: Path, output: Any, judge: list[bool] | None, expected: str | None
) -> None:
    suite = suite_of(tmp_path, GOOD, hybrid=GOOD)
    labels = {} if output == "no label" else {"time": "1"}
    answer = [] if judge is None else [line("a", "A-DEM1", reply=reply(judge, applicable=bool(judge)))]
    found = ran(suite, record("a", output, **labels), judged=text_of(answer))
    outcomes = {each.benchmark: each.outcome for each in found.results}
    assert outcomes.get("A-DEM1") == expected


@pytest.mark.parametrize("output", [{"time": "1"}, {"time": "2"}])
def test_a_label_that_is_unclear_to_the_judge_is_not_hidden_by_the_script(
    tmp_path: Path, output: Any
) -> None:
    suite = suite_of(tmp_path, GOOD, hybrid=GOOD)
    answer = line("a", "A-DEM1", reply=reply([True], uncertain=True))
    found = ran(suite, record("a", output, time="1"), judged=text_of([answer]))
    assert {each.outcome for each in found.results if each.benchmark == "A-DEM1"} == {"uncertain"}


def test_modules_beside_an_evaluator_may_import_one_another(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, GOOD.replace("from comparison", "from element_checks"))
    files = {"evaluators/code/element_checks.py": "from comparison import same\n\nsame = same\n"}
    for path, text in files.items():
        (tmp_path / "suite" / path).write_text(text)
    suite = check(tmp_path / "suite").suite
    names = [path.rpartition("/")[2] for path in suite.judged_by(suite.benchmark["A-DEM2"].fields)]
    assert names == ["a_dem2.py", "comparison.py", "element_checks.py"]
    found = ran(suite, record("right", {"time": "14:05"}, time="14:05"))
    assert found.failures == ()
    assert [each.outcome for each in found.results] == ["pass"]


@table
def test_a_hostile_evaluator_gives_no_verdict_and_a_sentence(tmp_path: Path, code: str) -> None:
    source = f"import json\n\ndef evaluate(labels, output, narrative):\n    {code}\n"
    found = ran(suite_of(tmp_path, source), record("a", {}), record("b", {}))
    assert [(each.case, each.outcome) for each in found.results] == [("a", "failed"), ("b", "failed")]
    assert len(found.failures) == 1
    assert found.failures[0].startswith(f"A-DEM2: {PATH} gave no verdict: ")
    assert "\n" not in found.failures[0]


@pytest.mark.parametrize("code", ["open('/etc/hostname')", "import os", "1 /", "", "def evaluate(): pass"])
def test_what_happens_as_it_is_loaded_is_stopped_too(tmp_path: Path, code: str) -> None:
    found = ran(suite_of(tmp_path, f"{code}\n"), record("a", {}))
    assert [each.outcome for each in found.results] == ["failed"]
    assert len(found.failures) == 1


@pytest.mark.parametrize("where", ["def evaluate(labels, output, narrative):\n    ", ""])
def test_an_endless_evaluator_is_stopped(tmp_path: Path, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_runs, "SECONDS", 1)
    found = ran(suite_of(tmp_path, f"{where}while True: pass\n"), record("a", {}))
    assert found.failures == (
        f"A-DEM2: {PATH} gave no verdict: it ran longer than 1 seconds and was stopped",
    )


def test_all_scripts_together_have_a_limit_and_no_more_are_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code_runs, "ALL_SECONDS", 1)
    endless = "def evaluate(labels, output, narrative):\n    while True: pass\n"
    found = ran(suite_of(tmp_path, endless, hybrid=endless), record("a", {}))
    assert [(each.benchmark, each.outcome) for each in found.results] == [
        ("A-DEM1", "failed"),
        ("A-DEM2", "failed"),
    ]
    assert found.failures == tuple(
        f"{code}: {path} gave no verdict: the time of all scripts together was used up"
        for code, path in (("A-DEM1", "evaluators/code/a_dem1.py"), ("A-DEM2", PATH))
    )


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stream", [Terminal(), io.StringIO()])
def test_only_a_terminal_shows_how_far_a_run_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stream: io.StringIO
) -> None:
    suite = suite_of(tmp_path, GOOD)
    monkeypatch.setattr("sys.stderr", stream)
    read = read_records("r", text_of([record("a", {"time": "1"}, time="1")]).encode(), suite)
    assert len(with_code(suite, read.lines, (), watched).results) == 1
    shown = stream.getvalue()
    assert ("A-DEM2" in shown and "100%" in shown) if stream.isatty() else shown == ""


def test_verdicts_before_the_end_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_runs, "SECONDS", 5)
    source = GOOD.replace("    if ", "    while labels.get('endless'): pass\n    if ", 1)
    lines = (
        record("a", {"time": 1}, time=1),
        record("b", {}, endless=True),
        record("c", {"time": 1}, time=1),
    )
    outcomes = [each.outcome for each in ran(suite_of(tmp_path, source), *lines).results]
    assert outcomes == ["pass", "failed", "failed"]


def test_check_never_runs_an_evaluator(tmp_path: Path) -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    mark = tmp_path / "ran"
    source = f"import socket\nsocket.create_connection(('127.0.0.1', {port}))\nopen({str(mark)!r}, 'w')\n"
    suite_of(tmp_path, source)
    listener.settimeout(0)
    with pytest.raises(BlockingIOError):
        listener.accept()
    listener.close()
    assert not mark.exists()


@table
def test_whatever_a_script_says_can_be_kept_as_a_result(tmp_path: Path, code: str, why: str) -> None:
    source = f"import json\n\ndef evaluate(labels, output, narrative):\n    {code}\n"
    suite = suite_of(tmp_path, source)
    found = ran(suite, record("a", {}), record("b", {}))
    assert found.results[0].why.startswith(why)
    kept = read_results({"kept": Results(found.results, (), ()).text.encode()}, suite)
    assert (kept.results, kept.bad) == (found.results, ())


def test_verdicts_of_scripts_are_kept_and_compared(tmp_path: Path) -> None:
    suite, kept = suite_of(tmp_path, GOOD), tmp_path / "kept.jsonl"
    for times, name in (("14:05", "earlier"), ("14:50", "now")):
        lines = (record(f"case-{n}", {"time": times}, time="14:05") for n in range(3))
        (tmp_path / f"{name}.records").write_text(text_of(lines))
        files = ("--outputs", tmp_path / f"{name}.records", "--out-results", tmp_path / f"{name}.jsonl")
        run("score", *files, "--root", suite.root)
    about = json.loads((tmp_path / "now.jsonl").read_text().partition("\n")[0])
    assert about == {"about": {"suite": suite_digest(suite)}}
    judged = tmp_path / "judged.jsonl"
    judged.write_text(text_of([line("case-1", "A-DEM1", reply=reply([True]))]))
    both = (tmp_path / "now.jsonl", judged, "--against", tmp_path / "earlier.jsonl")
    found = run("score", *both, "--root", suite.root, "--format", "json", "--out-results", kept)
    answer = json.loads(found.stdout)
    assert [(each["code"], each["worse"]) for each in answer["against"]] == [
        ("A-DEM2", ["case-0", "case-1", "case-2"])
    ]
    assert answer["reasons"]["A-DEM2"]["case-0"] == [REASON]
    assert {row["code"]: row.get("evaluated") for row in answer["verdicts"]}["A-DEM1"] == 1
    assert len(kept.read_text().splitlines()) == 5


def test_output_that_cannot_be_read_concerns_only_benchmarks_of_the_case(tmp_path: Path) -> None:
    ends = {
        "A-DEM1": "  labels: [time]\n",
        "A-DEM2": "  labels: [time]\n  unparseable_output: fails\n",
    }
    suite = suite_of(tmp_path, GOOD, hybrid=GOOD, ends=ends)
    lines = record("unread", "no record", time="1"), record("other", "no record")
    found = ran(suite, *lines, judged=text_of([line("unread", "A-DEM1", reply=reply([True]))])).results
    assert {(each.case, each.benchmark): each.outcome for each in found} == {
        ("unread", "A-DEM1"): "unreadable",
        ("unread", "A-DEM2"): "fail",
        ("other", "A-DEM2"): "not_applicable",
    }


def test_cases_without_a_result_are_named_and_keep_a_verdict_open(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, GOOD, hybrid=GOOD, ends={"A-DEM1": "  labels: [time]\n"})
    records = tmp_path / "records.jsonl"
    records.write_text(text_of(record(f"case-{n}", {"time": "1"}, time="1") for n in range(9)))
    judged = tmp_path / "judged.jsonl"
    judged.write_text(text_of(line(f"case-{n}", "A-DEM1", reply=reply([True])) for n in range(4)))
    found = [
        run("score", judged, "--outputs", records, "--root", suite.root, "--format", form).stdout
        for form in ("json", "text")
    ]
    answer = json.loads(found[0])
    assert answer["cases"]["without_result"] == {"A-DEM1": [f"case-{n}" for n in range(4, 9)]}
    rows = {row["code"]: row for row in answer["verdicts"]}
    assert (rows["A-DEM1"]["evaluated"], rows["A-DEM1"]["verdict"]) == (4, "undecided")
    assert "5 of 9 cases without a result" in rows["A-DEM1"]["because"]
    assert "  A-DEM1: case-4, case-5, case-6 and 2 more\n" in found[1]


CASES = """benchmark: A-DEM2
cases:
  - {id: one, kind: clear_pass, narrative: One., labels: {time: "1"}, output: {time: "1"}, expected: pass,
     because: It is right., origin: synthetic, tags: [quick, two patients]}
  - {id: two, kind: clear_pass, narrative: Two., labels: {time: "2"}, output: {time: "2"}, expected: pass,
     because: It is right., origin: synthetic, tags: [quick]}
  - {id: three, kind: clear_pass, narrative: Three., labels: {time: "3"}, output: {time: "3"}, expected: pass,
     because: It is right., origin: synthetic}
"""
DICTIONARY = (
    "labels: {time: {meaning: A time., type: text}}\nrecord: {time: {meaning: A time., type: text}}\n"
)


def test_a_report_of_cases_with_a_tag_is_a_subset_and_decides_nothing(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, GOOD)
    write(suite.root, {"evaluators/cases/a-dem2.yaml": CASES, "evaluators/labels.yaml": DICTIONARY})
    records, earlier, kept = (tmp_path / name for name in ("records", "earlier", "kept"))
    records.write_text(text_of({"case": each, "output": {"time": "1"}} for each in ("one", "two", "three")))
    earlier.write_text(text_of(line(each, "A-DEM2", reply=reply([True])) for each in ("one", "two", "three")))
    files = ("--outputs", records, "--against", earlier, "--root", suite.root)
    whole, part = (
        run("score", *files, *more, "--format", "json")
        for more in ((), ("--tag", "quick", "--out-results", kept))
    )
    before, after = json.loads(whole.stdout), json.loads(part.stdout)
    assert before["summary"]["tag"] is None
    assert before["cases"]["fails"] == {"A-DEM2": ["two", "three"]}
    assert (part.exit_code, after["summary"]["tag"], after["summary"]["cases"]) == (3, "quick", 2)
    assert after["cases"]["fails"] == {"A-DEM2": ["two"]}
    assert [each["cases"] for each in after["against"]] == [2]
    decided = {row["verdict"] for row in after["verdicts"]}
    assert decided == {"undecided", "missing"}
    assert {row["because"] for row in after["verdicts"] if row["verdict"] == "undecided"} == {
        "a subset of the cases decides nothing"
    }
    assert len(kept.read_text().splitlines()) == 4, "all verdicts are kept"
    for form in ("text", "markdown"):
        shown = run("score", *files, "--tag", "two patients", "--format", form)
        assert shown.exit_code == 3
        assert "Subset: only the cases with the tag two patients. It decides nothing" in shown.stdout
    wrong = run("score", *files, "--tag", "quik")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "no case has the tag `quik`: did you mean `quick`?" in wrong.stderr
    assert "no case has the tag `x`\n" in run("score", *files, "--tag", "x").stderr


def test_the_command_says_first_that_it_runs_code(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, GOOD)
    records = tmp_path / "records.jsonl"
    records.write_text(text_of([record("a", {"time": 1}, time=1)]))
    found = run("score", "--outputs", records, "--root", suite.root, "--format", "json")
    assert found.stderr.startswith("Running 1 code evaluator of the suite on 1 record,")
    rows = {row["code"]: row for row in json.loads(found.stdout)["verdicts"]}
    assert (rows["A-DEM2"]["passed"], rows["A-DEM2"]["evaluated"]) == (1, 1)
    twice = tmp_path / "results.jsonl"
    twice.write_text(text_of([line("a", "A-DEM2", reply=reply([True]))]))
    found = run("score", twice, "--outputs", records, "--root", suite.root)
    assert found.exit_code == 2
    assert "have a verdict of A-DEM2 on `a` already" in found.stderr
