"""Records of a product are read: a bad line is named, and a case has one name everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchdocs.rules.check import check
from benchdocs.scoring.code_runs import read_records
from benchdocs.scoring.results import read_results
from benchdocs.suite.cases import named_cases
from support.result_files import line, reply, text_of
from support.shipped import shipped_report
from support.suites import suite_with
from support.tables import table


@table
def test_a_bad_record_is_named(tmp_path: Path, bad: bytes, why: str) -> None:
    read = read_records("x.jsonl", b"\n" + bad, check(suite_with(tmp_path / "suite")).suite)
    assert [(each.file, each.line) for each in read.bad] == [("x.jsonl", 2)]
    assert why in read.bad[0].why


def test_a_record_of_a_call_gets_the_labels_of_the_call(tmp_path: Path) -> None:
    call = "narrative: We were on scene at 1405.\nlabels: {stated_times: ['14:05']}\noutput: {}\n"
    suite = check(suite_with(tmp_path / "suite", {"evaluators/calls/long-day.yaml": call})).suite
    read = read_records("x.jsonl", b'{"case": "long-day", "output": {}}', suite)
    [found] = read.lines
    assert (found.labels, found.narrative) == ({"stated_times": ["14:05"]}, "We were on scene at 1405.")


SHIPPED = shipped_report().suite


def named(name: str) -> list[str]:
    """The names, or what is wrong, that results and records have for a case."""
    lines = (line(name, "A-NEG1", reply=reply([True])), {"case": name, "output": {}})
    results = read_results({"r": text_of([lines[0]]).encode()}, SHIPPED)
    records = read_records("r", text_of([lines[1]]).encode(), SHIPPED)
    found = [each.case for read in (results.results, records.lines) for each in read]
    return [*found, *(each.why for each in (*results.bad, *records.bad))]


def test_one_case_has_one_name_with_and_without_its_code() -> None:
    exported = named_cases(SHIPPED)
    twice = [name for name in exported if "/" in name]
    own = next(name for name, case in exported.items() if case.codes == ("A-CMP7",) and "/" not in name)
    assert twice
    assert named(own) == named(f"A-CMP7/{own}") == named(f"A-ALL1/{own}") == [own, own]
    assert named(f"A-CMP6/{own}") == [
        f"A-CMP6/{own}",
        "the suite has no case of this ID: add `labels` and `narrative`",
    ]
    for name in twice:
        bare = name.partition("/")[2]
        listed = " or ".join(f"`{each}`" for each in twice if each.endswith(f"/{bare}"))
        assert named(name) == [name, name]
        assert named(bare) == [f"several cases have the ID `{bare}`: write {listed}"] * 2


def record(case: str = "a", **labels: Any) -> dict[str, Any]:
    return {"case": case, "output": {}, "labels": labels, "narrative": "Found at two."}


@table
def test_labels_of_a_record_are_those_of_the_dictionary(labels: dict[str, Any], why: str) -> None:
    good = record("good", denied_findings=["cough"], stroke_alert=True)
    read = read_records("x.jsonl", text_of([good, record(**labels)]).encode(), SHIPPED)
    assert [(each.file, each.line) for each in read.bad] == [("x.jsonl", 2)]
    assert why in read.bad[0].why
    assert [each.case for each in read.lines] == ["good"]


def test_a_number_of_a_label_is_no_truth_value(tmp_path: Path) -> None:
    labels = "labels: {age: {meaning: Years., type: number}}\nrecord: {}\n"
    suite = check(suite_with(tmp_path, {"evaluators/labels.yaml": labels})).suite
    for value, is_right in ((3, True), (2.5, True), (True, False), ("3", False)):
        read = read_records("x", text_of([record(age=value)]).encode(), suite)
        assert bool(read.lines) is is_right
